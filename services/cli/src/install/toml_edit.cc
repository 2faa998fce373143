// Adds and removes tables in TOML. Reads only what is needed to find the beginnings of tables:
// strings of every kind, comments and brackets.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "config/json_scan.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "install/config_edit.h"
#include "install/text_lines.h"

namespace waymark::services {
namespace {

constexpr std::string_view kTomlSpaces = " \t\r";

// Splits "a.'b c'.\"d\"" into its parts, without quotes.
std::vector<std::string> KeyParts(std::string_view key) {
  std::vector<std::string> parts(1);
  char quote = 0;
  for (const char c : Trimmed(key, kTomlSpaces)) {
    if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? '\0' : c;
    } else if (quote == 0 && c == '.') {
      parts.emplace_back();
    } else if (quote != 0 || kTomlSpaces.find(c) == std::string_view::npos) {
      parts.back() += c;
    }
  }
  return parts;
}

// A statement that begins a table, or a key before the first table.
struct Statement {
  std::size_t begin = 0;  // of its line
  std::size_t line = 0;
  bool is_table = false;
  bool is_array = false;  // [[...]]
  std::vector<std::string> key;
};

class TomlScanner {
 public:
  explicit TomlScanner(std::string_view text) : text_(text) {}

  absl::StatusOr<std::vector<Statement>> Scan() {
    while (at_ < text_.size()) WM_RETURN_IF_ERROR(ReadStatement());
    return std::move(statements_);
  }

 private:
  absl::Status Error(std::size_t at, std::string_view what) const {
    return absl::InvalidArgumentError(fmt::format("line {}: {}", LineOf(text_, at), what));
  }

  absl::Status ReadStatement() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_not_of(" \t\r", at_), text_.size());
    const std::size_t content = at_;
    WM_RETURN_IF_ERROR(SkipLogicalLine());
    const std::string_view all = text_.substr(content, at_ - content);
    const std::string_view line = Trimmed(all.substr(0, all.find('\n')), kTomlSpaces);
    if (line.empty() || line.starts_with('#')) return absl::OkStatus();
    if (line.starts_with('[')) {
      const bool is_array = line.starts_with("[[");
      const std::size_t close = line.rfind(']', line.find('#'));
      if (close == std::string_view::npos) return Error(content, "a table's name has no ']'");
      const std::size_t first = is_array ? 2 : 1;
      const std::size_t last = is_array ? line.find("]]") : close;
      if (last == std::string_view::npos || last < first) {
        return Error(content, "a table's name does not end");
      }
      statements_.push_back({.begin = begin,
                             .line = LineOf(text_, content),
                             .is_table = true,
                             .is_array = is_array,
                             .key = KeyParts(line.substr(first, last - first))});
      return absl::OkStatus();
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return Error(content, "neither a table nor KEY = VALUE");
    statements_.push_back(
        {.begin = begin, .line = LineOf(text_, content), .key = KeyParts(line.substr(0, equals))});
    return absl::OkStatus();
  }

  // Skips to the line break that ends the statement, outside strings and brackets.
  absl::Status SkipLogicalLine() {
    int depth = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' && depth <= 0) {
        ++at_;
        return absl::OkStatus();
      }
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (c == '"' || c == '\'') {
        WM_RETURN_IF_ERROR(SkipText(c));
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if (c == ']' || c == '}') --depth;
      ++at_;
    }
    return depth <= 0 ? absl::OkStatus() : Error(begin, "a list or an object that does not end");
  }

  absl::Status SkipText(char quote) {
    const std::size_t begin = at_;
    const std::string triple(3, quote);
    const bool is_long = text_.substr(at_).starts_with(triple);
    at_ += is_long ? 3 : 1;
    while (at_ < text_.size()) {
      if (text_[at_] == '\\' && quote == '"') {
        at_ += 2;
        continue;
      }
      if (!is_long && text_[at_] == '\n') break;
      if (is_long ? text_.substr(at_).starts_with(triple) : text_[at_] == quote) {
        at_ += is_long ? 3 : 1;
        // Up to two more quotes belong to a multi-line string.
        for (int i = 0; is_long && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
        return absl::OkStatus();
      }
      ++at_;
    }
    return Error(begin, "a text that does not end");
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Statement> statements_;
};

bool Begins(const std::vector<std::string>& key, const ConfigPlace& place) {
  return key.size() >= 2 && key[0] == place.parent && key[1] == place.name;
}

}  // namespace

absl::StatusOr<TextInsertion> AddTomlTable(std::string_view file, const ConfigPlace& place,
                                           std::string_view body) {
  WM_ASSIGN_OR_RETURN(const std::vector<Statement> statements, TomlScanner(file).Scan());
  const std::string_view line_end = LineEndOf(file);
  const std::string table = fmt::format("[{}.{}]\n{}", place.parent, place.name, body);
  bool in_root = true;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Statement& statement = statements[i];
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
  WM_ASSIGN_OR_RETURN(const std::vector<Statement> statements, TomlScanner(file).Scan());
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
