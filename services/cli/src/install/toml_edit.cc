// Adds and removes tables in TOML.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "graph/status.h"
#include "install/config_edit.h"
#include "install/text_lines.h"
#include "install/toml_scan.h"

namespace waymark::services {
namespace {

bool Begins(const std::vector<std::string>& key, const ConfigPlace& place) {
  return key.size() >= 2 && key[0] == place.parent && key[1] == place.name;
}

}  // namespace

absl::StatusOr<TextInsertion> AddTomlTable(std::string_view file, const ConfigPlace& place,
                                           std::string_view body) {
  WM_ASSIGN_OR_RETURN(const std::vector<TomlStatement> statements, ScanTomlFile(file));
  const std::string_view line_end = LineEndOf(file);
  const std::string table = fmt::format("[{}.{}]\n{}", place.parent, place.name, body);
  bool in_root = true;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const TomlStatement& statement = statements[i];
    if (statement.is_table && Begins(statement.key, place)) {
      // Compares the bytes up to the next table.
      const std::string_view there = file.substr(statement.begin);
      if (there.starts_with(table) || there.starts_with(WithLineEnds(table, "\r\n"))) {
        return TextInsertion{};
      }
      return absl::FailedPreconditionError(
          fmt::format("line {}: [{}.{}] is there already, and is another one; remove it first",
                      statement.line, place.parent, place.name));
    }
    in_root = in_root && !statement.is_table;
    const bool is_parent = !statement.key.empty() && statement.key.front() == place.parent;
    const bool is_closed = (in_root && is_parent) || (statement.is_array && is_parent);
    if (is_closed) {
      return absl::FailedPreconditionError(fmt::format(
          "line {}: '{}' is not written as a table of its own, so that none can be added to it; "
          "add '{}' there by hand",
          statement.line, place.parent, place.name));
    }
  }
  std::string text(file.empty() || file.ends_with('\n') ? "" : line_end);
  if (!file.empty()) text += line_end;
  text += WithLineEnds(table, line_end);
  return TextInsertion{.offset = file.size(), .text = std::move(text)};
}

absl::StatusOr<std::string> RemoveTomlTable(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const std::vector<TomlStatement> statements, ScanTomlFile(file));
  std::string result;
  std::size_t kept_from = 0;
  bool is_found = false;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    if (!statements[i].is_table || !Begins(statements[i].key, place)) continue;
    std::size_t next = i + 1;
    while (next < statements.size() && !statements[next].is_table) ++next;
    result += file.substr(kept_from, statements[i].begin - kept_from);
    kept_from = next < statements.size() ? statements[next].begin : file.size();
    is_found = true;
  }
  if (!is_found) {
    return absl::NotFoundError(fmt::format("there is no [{}.{}] in it", place.parent, place.name));
  }
  result += file.substr(kept_from);
  return result;
}

}  // namespace waymark::services
