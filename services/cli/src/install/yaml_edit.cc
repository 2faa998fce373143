// Adds and removes members in YAML. Reads only what is needed to find the lines of a member: keys
// at the beginnings of lines, and how far the lines are indented. What else a line holds stays
// unread, so a file in which a line at the left margin is no key is refused.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/ascii.h"
#include "graph/status.h"
#include "install/config_edit.h"
#include "install/text_lines.h"

namespace waymark::services {
namespace {

constexpr std::size_t kYamlStep = 2;
constexpr std::string_view kYamlByteOrderMark = "\xef\xbb\xbf";

// A line that is neither blank nor a comment.
struct YamlLine {
  std::size_t number = 0;  // from 1
  std::size_t begin = 0;   // of its bytes in the file
  std::size_t end = 0;     // behind its line end
  std::size_t indent = 0;
  std::string_view text;  // without indentation and line end
};

struct YamlKey {
  std::string_view name;
  std::string_view value;  // what follows on the line, without a comment
};

// Nothing if the line does not begin with a key. A key in quotes is taken as it is between them.
std::optional<YamlKey> KeyOf(std::string_view text) {
  const char quote = text.starts_with('"') || text.starts_with('\'') ? text.front() : '\0';
  std::size_t colon = 0;
  std::string_view name;
  if (quote != 0) {
    const std::size_t close = text.find(quote, 1);
    if (close == std::string_view::npos) return std::nullopt;
    name = text.substr(1, close - 1);
    colon = std::min(text.find_first_not_of(" \t", close + 1), text.size());
  } else {
    colon = std::min(std::min(text.find(": "), text.find(":\t")), text.size());
    if (colon == text.size() && text.ends_with(':')) --colon;
    name = Trimmed(text.substr(0, colon), " \t");
  }
  if (colon >= text.size() || text[colon] != ':' || name.empty()) return std::nullopt;
  if (quote == 0 && std::string_view("-?[]{}#&*!|>%@`,").find(name.front()) != name.npos) {
    return std::nullopt;
  }
  std::string_view value = Trimmed(text.substr(colon + 1), " \t");
  if (value.starts_with('#')) value = "";
  return YamlKey{.name = name, .value = value};
}

absl::Status YamlError(std::size_t line, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("line {}: {}", line, what));
}

absl::Status YamlTwice(const YamlLine& line, std::string_view key) {
  return YamlError(line.number, fmt::format("'{}' is there twice", key));
}

// The lines of a file whose outermost level is a block mapping.
absl::StatusOr<std::vector<YamlLine>> ReadYamlLines(std::string_view file) {
  std::vector<YamlLine> lines;
  std::size_t number = 0;
  std::size_t begin = 0;
  bool has_key = false;
  for (const std::string_view whole : LinesWithEnds(file)) {
    YamlLine line{.number = ++number, .begin = begin, .end = begin + whole.size()};
    begin = line.end;
    std::string_view text = whole.substr(0, whole.find_last_not_of("\r\n") + 1);
    if (number == 1 && text.starts_with(kYamlByteOrderMark)) {
      text.remove_prefix(kYamlByteOrderMark.size());
    }
    line.indent = std::min(text.find_first_not_of(' '), text.size());
    line.text = text.substr(line.indent);
    if (Trimmed(line.text, " \t").empty() || line.text.starts_with('#')) continue;
    if (line.text.starts_with('\t')) return YamlError(number, "a tab cannot indent a line");
    if (line.indent == 0) {
      const bool is_start = line.text == "---" && !has_key;
      if (is_start) continue;
      const bool is_item = has_key && (line.text == "-" || line.text.starts_with("- "));
      if (!is_item && !KeyOf(line.text).has_value()) return YamlError(number, "KEY: is expected");
      has_key = true;
    } else if (!has_key) {
      return YamlError(number, "KEY: is expected at the beginning of the line");
    }
    lines.push_back(line);
  }
  return lines;
}

// The members of a mapping in a mapping.
struct YamlBlock {
  std::size_t parent = 0;             // its line
  std::size_t end = 0;                // behind the last line of the block
  std::size_t indent = kYamlStep;     // of its members
  std::optional<std::size_t> member;  // the line of the one that is looked for
  bool has_others = false;
};

// Nothing if there is no parent. FailedPrecondition if its members do not stand below it.
absl::StatusOr<std::optional<YamlBlock>> FindBlock(const std::vector<YamlLine>& lines,
                                                   const ConfigPlace& place) {
  const auto is_parent = [&](const YamlLine& line) {
    const std::optional<YamlKey> key = line.indent == 0 ? KeyOf(line.text) : std::nullopt;
    return key.has_value() && key->name == place.parent;
  };
  const auto found = std::find_if(lines.begin(), lines.end(), is_parent);
  if (found == lines.end()) return std::optional<YamlBlock>();
  const auto again = std::find_if(found + 1, lines.end(), is_parent);
  if (again != lines.end()) return YamlTwice(*again, place.parent);
  YamlBlock block{.parent = static_cast<std::size_t>(found - lines.begin())};
  block.end = block.parent + 1;
  const bool is_list = block.end < lines.size() &&
                       (lines[block.end].text == "-" || lines[block.end].text.starts_with("- "));
  if (!KeyOf(found->text)->value.empty() || is_list) {
    return absl::FailedPreconditionError(fmt::format(
        "line {0}: the members of '{1}' do not stand below it, so that none can be added; add "
        "'{2}' there by hand",
        found->number, place.parent, place.name));
  }
  if (block.end < lines.size() && lines[block.end].indent > 0) {
    block.indent = lines[block.end].indent;
  }
  for (; block.end < lines.size() && lines[block.end].indent > 0; ++block.end) {
    const YamlLine& line = lines[block.end];
    if (line.indent < block.indent) {
      return YamlError(line.number, "it is indented less than the members before it");
    }
    if (line.indent > block.indent) continue;
    const std::optional<YamlKey> key = KeyOf(line.text);
    if (key.has_value() && key->name == place.name) {
      if (block.member.has_value()) return YamlTwice(line, place.name);
      block.member = block.end;
    } else {
      block.has_others = true;
    }
  }
  return std::optional(block);
}

// The lines of the member, each with a line end.
std::string YamlMemberText(const ConfigPlace& place, std::string_view body, std::size_t indent,
                           std::string_view line_end) {
  std::string text = fmt::format("{:{}}{}:{}", "", indent, place.name, line_end);
  for (const std::string_view line : LinesWithEnds(body)) {
    text += fmt::format("{:{}}{}", "", indent + kYamlStep, WithLineEnds(line, line_end));
  }
  return text;
}

}  // namespace

absl::StatusOr<TextInsertion> AddYamlMember(std::string_view file, const ConfigPlace& place,
                                            std::string_view body) {
  WM_ASSIGN_OR_RETURN(const std::vector<YamlLine> lines, ReadYamlLines(file));
  WM_ASSIGN_OR_RETURN(const std::optional<YamlBlock> block, FindBlock(lines, place));
  const std::string_view line_end = LineEndOf(file);
  if (!block.has_value()) {
    std::string text(file.empty() || file.ends_with('\n') ? "" : line_end);
    text += fmt::format("{}:{}", place.parent, line_end);
    text += YamlMemberText(place, body, kYamlStep, line_end);
    return TextInsertion{.offset = file.size(), .text = std::move(text)};
  }
  std::string text = YamlMemberText(place, body, block->indent, line_end);
  if (block->member.has_value()) {
    const YamlLine& there = lines[*block->member];
    for (const std::string_view end : {"\n", "\r\n"}) {
      const std::string same = YamlMemberText(place, body, block->indent, end);
      if (file.substr(there.begin).starts_with(same)) return TextInsertion{};
    }
    return absl::FailedPreconditionError(
        fmt::format("line {}: '{}' is there already, and is another one; remove it first",
                    there.number, place.name));
  }
  const YamlLine& parent = lines[block->parent];
  if (!file.substr(parent.begin, parent.end - parent.begin).ends_with('\n')) {
    text.insert(0, line_end);
  }
  return TextInsertion{.offset = parent.end, .text = std::move(text)};
}

absl::StatusOr<std::string> RemoveYamlMember(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const std::vector<YamlLine> lines, ReadYamlLines(file));
  WM_ASSIGN_OR_RETURN(const std::optional<YamlBlock> block, FindBlock(lines, place));
  if (!block.has_value() || !block->member.has_value()) {
    return absl::NotFoundError(fmt::format("there is no '{}' in it", place.name));
  }
  std::size_t last = *block->member;
  while (last + 1 < block->end && lines[last + 1].indent > block->indent) ++last;
  // A parent that is left without members would be no mapping any more: it goes too.
  const std::size_t first = block->has_others ? *block->member : block->parent;
  std::string result(file.substr(0, lines[first].begin));
  result += file.substr(lines[last].end);
  return result;
}

}  // namespace waymark::services
