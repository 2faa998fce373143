// Adds and removes a section of Markdown between two marks, which are comments, and a file that
// consists of one text.
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "config/json_scan.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "install/config_edit.h"
#include "install/text_lines.h"

namespace waymark::services {
namespace {

std::string BeginMark(const ConfigPlace& place) {
  return fmt::format("<!-- {}:begin -->", place.name);
}

std::string EndMark(const ConfigPlace& place) { return fmt::format("<!-- {}:end -->", place.name); }

// A section with its marks, and the text between the lines of the marks.
struct MarkedSection {
  TextRange all;
  TextRange body;
};

// Nothing if neither mark is there. InvalidArgument unless each is there once, in order.
absl::StatusOr<std::optional<MarkedSection>> FindSection(std::string_view file,
                                                         const ConfigPlace& place) {
  const std::string begin_mark = BeginMark(place);
  const std::string end_mark = EndMark(place);
  MarkedSection section;
  std::size_t begins = 0;
  std::size_t ends = 0;
  std::size_t at = 0;
  for (const std::string_view line : LinesWithEnds(file)) {
    const std::string_view text = Trimmed(line);
    if (text == begin_mark && ++begins == 1) {
      section.all.begin = at;
      section.body.begin = at + line.size();
    }
    if (text == end_mark && ++ends == 1) {
      section.body.end = at;
      section.all.end = at + line.size();
    }
    at += line.size();
  }
  if (begins == 0 && ends == 0) return std::optional<MarkedSection>();
  if (begins == 1 && ends == 1 && section.body.begin <= section.body.end) {
    return std::optional(section);
  }
  return absl::InvalidArgumentError(
      fmt::format("'{}' and '{}' must each be there once, in this order; remove them by hand",
                  begin_mark, end_mark));
}

}  // namespace

absl::StatusOr<TextInsertion> AddMarkedSection(std::string_view file, const ConfigPlace& place,
                                               std::string_view body) {
  WM_ASSIGN_OR_RETURN(const std::optional<MarkedSection> section, FindSection(file, place));
  const std::string_view line_end = LineEndOf(file);
  if (section.has_value()) {
    const TextRange& range = section->body;
    const std::string_view there = file.substr(range.begin, range.end - range.begin);
    if (there == body || there == WithLineEnds(body, "\r\n")) return TextInsertion{};
    return absl::FailedPreconditionError(
        fmt::format("line {}: the section '{}' is there already, and has another text; remove it "
                    "first",
                    LineOf(file, section->all.begin), place.name));
  }
  std::string text(file.empty() || file.ends_with('\n') ? "" : line_end);
  if (!file.empty()) text += line_end;
  text += fmt::format("{0}{1}{2}{3}{1}", BeginMark(place), line_end, WithLineEnds(body, line_end),
                      EndMark(place));
  return TextInsertion{.offset = file.size(), .text = std::move(text)};
}

absl::StatusOr<std::string> RemoveMarkedSection(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const std::optional<MarkedSection> section, FindSection(file, place));
  if (!section.has_value()) {
    return absl::NotFoundError(fmt::format("there is no section '{}' in it", place.name));
  }
  std::string result(file.substr(0, section->all.begin));
  // The blank line that was added before the section.
  for (const std::string_view blank : {"\r\n", "\n"}) {
    const std::string_view before = std::string_view(result);
    if (!before.ends_with(blank)) continue;
    if (before.substr(0, before.size() - blank.size()).ends_with('\n')) {
      result.resize(result.size() - blank.size());
    }
    break;
  }
  result += file.substr(section->all.end);
  return result;
}

absl::StatusOr<TextInsertion> AddWholeText(std::string_view file, std::string_view text) {
  if (file == text) return TextInsertion{};
  if (!Trimmed(file).empty()) {
    return absl::FailedPreconditionError(
        "it is there already, and has another text; remove it "
        "first");
  }
  return TextInsertion{.offset = file.size(), .text = std::string(text)};
}

absl::StatusOr<std::string> RemoveWholeText(std::string_view file, std::string_view text) {
  if (file != text) return absl::NotFoundError("it has another text");
  return std::string();
}

}  // namespace waymark::services
