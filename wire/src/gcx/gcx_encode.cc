#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "gcx/gcx_layouts.h"
#include "graph/hash.h"
#include "graph/status.h"
#include "text/comment_text.h"
#include "wire/gcx.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

absl::Status Refused(const GcxSection& section, std::string_view what) {
  return absl::InvalidArgumentError(
      fmt::format("encode gcx: section '{}': {}", section.tool, what));
}

// Checks a name in the header, which has no escapes.
absl::Status CheckHeaderWord(const GcxSection& section, std::string_view what,
                             std::string_view word, std::string_view forbidden) {
  if (!IsUtf8(word)) return Refused(section, fmt::format("its {} is not UTF-8", what));
  const bool holds_control = !forbidden.empty() && FindControl(word) != word.size();
  if (!holds_control && word.find_first_of(forbidden) == std::string_view::npos) {
    return absl::OkStatus();
  }
  return Refused(section, fmt::format("its {} '{}' holds what ends a word of the header; move it "
                                      "into a row",
                                      what, VisibleLine(word)));
}

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kHeaderTag = "GCX1 ";
constexpr char kEtagKey[] = "etag";
// Decimal, because tokenizers cut numbers every three digits: each etag takes the same tokens, so
// that a budget that suffices for one answer suffices for the next.
constexpr std::size_t kEtagDigits = 18;

std::string EtagOf(std::string_view text) {
  constexpr std::uint64_t kValues = 1'000'000'000'000'000'000;  // 10 to the power of kEtagDigits
  std::uint64_t number = 0;
  for (const std::uint8_t byte : HashContent(text).bytes) number = (number << 8U) | byte;
  return fmt::format("{:0{}}", number % kValues, kEtagDigits);
}

constexpr char kTokensKey[] = "tokens";
constexpr std::string_view kKeyEnds = " \t\r\n=,\\";

absl::Status CheckHeader(const GcxSection& section) {
  if (section.tool.empty()) return Refused(section, "it has no tool");
  WM_RETURN_IF_ERROR(CheckHeaderWord(section, "tool", section.tool, kBlanks));
  if (section.fields.empty()) return Refused(section, "it has no fields");
  if (section.fields.size() > kMaxGcxFields) {
    return Refused(section,
                   fmt::format("{} fields; the limit is {}", section.fields.size(), kMaxGcxFields));
  }
  for (const std::string& field : section.fields) {
    if (field.empty()) return Refused(section, "a field without a name");
    WM_RETURN_IF_ERROR(CheckHeaderWord(section, "field", field, kKeyEnds));
  }
  for (const auto& [key, value] : section.meta) {
    if (key.empty() || key == "tool" || key == "fields") {
      return Refused(section, fmt::format("'{}' is no name for a pair of the header", key));
    }
    WM_RETURN_IF_ERROR(CheckHeaderWord(section, "key", key, kKeyEnds));
    WM_RETURN_IF_ERROR(CheckHeaderWord(section, key, value, ""));
  }
  return absl::OkStatus();
}

absl::Status CheckRow(const GcxSection& section, std::size_t index) {
  const GcxRow& row = section.rows[index];
  if (row.size() != section.fields.size()) {
    return Refused(section, fmt::format("row {} has {} cells, there are {} fields", index,
                                        row.size(), section.fields.size()));
  }
  if (row.size() == 1 && row[0].empty()) {
    return Refused(section,
                   fmt::format("row {} is one empty cell, which reads as a blank line", index));
  }
  const bool is_utf8 = std::all_of(row.begin(), row.end(), IsUtf8);
  return is_utf8 ? absl::OkStatus() : Refused(section, fmt::format("row {} is not UTF-8", index));
}

// Fields whose cells identify something and are kept exactly. In other cells a carriage return
// before a line feed is dropped, as published.
constexpr std::string_view kExactFields[] = {"id",        "kind", "name",     "qualified_name",
                                             "path",      "from", "to",       "from_name",
                                             "from_path", "repo", "old_name", "old_path"};

bool IsExact(std::string_view field) {
  return std::find(std::begin(kExactFields), std::end(kExactFields), field) !=
         std::end(kExactFields);
}

void AppendCell(std::string& out, std::string_view cell, bool is_exact = false) {
  std::size_t copied = 0;
  std::size_t control = FindControl(cell);
  for (std::size_t i = 0; i < cell.size();) {
    if (i != control && cell[i] != '\\') {
      ++i;
      continue;
    }
    out += cell.substr(copied, i - copied);
    const std::size_t special = std::string_view("\\\t\n").find(cell[i]);
    constexpr std::string_view kEscapes[] = {"\\\\", "\\t", "\\n"};
    const CodePoint read = DecodeUtf8(cell, i);
    if (special != std::string_view::npos) {
      out += kEscapes[special];
    } else if (is_exact || cell.substr(i, 2) != "\r\n") {
      AppendControlEscape(out, read.value);
    }
    copied = i = i + read.size;
    if (control < i) control = FindControl(cell, i);
  }
  out += cell.substr(copied);
}

void AppendRow(std::string& out, const GcxSection& section, const GcxRow& row) {
  const std::size_t begin = out.size();
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) out += '\t';
    AppendCell(out, row[i], IsExact(section.fields[i]));
  }
  // A row must not look like a comment or a header; every reader takes \X for X.
  const std::string_view line = std::string_view(out).substr(begin);
  if (line.starts_with('#') || line.starts_with("GCX")) out.insert(begin, 1, '\\');
  out += '\n';
}

// A value that would end at a blank or look like another pair is escaped as in a cell.
void AppendHeaderValue(std::string& out, std::string_view value) {
  std::string cell;
  AppendCell(cell, value);
  for (const char c : cell) {
    if (c == ' ' || c == '=') out += '\\';
    out += c;
  }
}

void AppendHeader(std::string& out, const GcxSection& section) {
  out += "GCX1 tool=";
  AppendCell(out, section.tool);
  out += " fields=";
  for (std::size_t i = 0; i < section.fields.size(); ++i) {
    if (i > 0) out += ',';
    out += section.fields[i];
  }
  for (const auto& [key, value] : section.meta) {
    out += ' ';
    out += key;
    out += '=';
    AppendHeaderValue(out, value);
  }
  out += '\n';
}

void AppendComment(std::string& out, std::string_view comment) {
  out += "# ";
  AppendCommentText(out, comment);
  out += '\n';
}

}  // namespace

absl::StatusOr<std::string> EncodeGcx(std::span<const GcxSection> sections) {
  if (sections.empty()) return absl::InvalidArgumentError("encode gcx: no sections");
  std::string out;
  for (const GcxSection& section : sections) {
    WM_RETURN_IF_ERROR(CheckHeader(section));
    if (const absl::Status layout = CheckGcxLayout(section); !layout.ok()) {
      return absl::InvalidArgumentError(
          fmt::format("encode gcx: {}", std::string(layout.message())));
    }
    AppendHeader(out, section);
    for (const std::string& comment : section.comments) AppendComment(out, comment);
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      WM_RETURN_IF_ERROR(CheckRow(section, i));
      AppendRow(out, section, section.rows[i]);
      const auto note = section.notes.find(i);
      if (note != section.notes.end()) AppendComment(out, note->second);
    }
  }
  return out;
}

absl::StatusOr<std::string> EncodeGcxAnswer(std::vector<GcxSection> sections,
                                            std::string_view next_call) {
  if (sections.empty()) return absl::InvalidArgumentError("encode gcx: no sections");
  for (GcxSection& section : sections) {
    if (section.meta.count(kGcxRowsKey) == 0) continue;
    const std::size_t rows = section.rows.size();
    section.comments.insert(section.comments.begin(),
                            fmt::format("{} {}", rows, rows == 1 ? "match" : "matches"));
  }
  // A client that asks again with the etag holds all that it would be sent.
  std::map<std::string, std::string>& meta = sections.front().meta;
  const auto tokens = meta.extract(kTokensKey);
  WM_ASSIGN_OR_RETURN(std::string text, EncodeGcx(sections));
  meta.insert_or_assign(kEtagKey, EtagOf(text));
  if (!tokens.empty()) meta.emplace(tokens.key(), tokens.mapped());
  WM_ASSIGN_OR_RETURN(text, EncodeGcx(sections));
  if (!next_call.empty()) AppendComment(text, fmt::format("rest: {}", next_call));
  return text;
}

std::string GcxEtag(std::string_view text) {
  const std::string key = fmt::format(" {}=", kEtagKey);
  std::string etag;
  for (std::string_view rest = text; rest.starts_with(kHeaderTag);) {
    const std::string_view header = rest.substr(0, rest.find('\n'));
    if (const std::size_t at = header.find(key); at != std::string_view::npos) {
      if (!etag.empty()) return {};
      const std::string_view value = header.substr(at + key.size());
      etag = std::string(value.substr(0, value.find(' ')));
    }
    const std::size_t next = rest.find(fmt::format("\n{}", kHeaderTag));
    rest = next == std::string_view::npos ? std::string_view() : rest.substr(next + 1);
  }
  return etag;
}

}  // namespace waymark::wire
