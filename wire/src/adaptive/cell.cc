#include "adaptive/cell.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "json/json_text.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kMarksOfKeys = " ,|\"{}[]=<>#\t";
constexpr std::string_view kFirstOfOthers = "{}[]\"#>@";

// Where the first of a few characters is, from `at`; npos if none is there.
std::size_t FindAny(std::string_view text, std::string_view characters, std::size_t at = 0) {
  if (characters.size() == 1) return text.find(characters.front(), at);
  for (; at < text.size(); ++at) {
    for (const char c : characters) {
      if (text[at] == c) return at;
    }
  }
  return std::string_view::npos;
}

bool HasAny(std::string_view text, std::string_view characters) {
  return FindAny(text, characters) != std::string_view::npos;
}

// Whether the end of a string can stand in a line without quotes.
bool FitsLine(std::string_view text, std::string_view stops) {
  return (text.empty() || text.back() != ' ') && !HasAny(text, stops) &&
         FindControl(text) == text.size();
}

bool ReadsAsOther(std::string_view text, std::span<const Prefix> prefixes) {
  if (text.empty() || text.front() == ' ' ||
      kFirstOfOthers.find(text.front()) != std::string_view::npos || text.starts_with(kFenceMark)) {
    return true;
  }
  const auto is_symbol = [&](const Prefix& prefix) { return prefix.symbol == text.front(); };
  return std::any_of(prefixes.begin(), prefixes.end(), is_symbol) || text == "null" ||
         text == "true" || text == "false" || IsJsonNumber(text);
}

void AppendString(std::string& out, std::string_view text, std::span<const Prefix> prefixes,
                  std::string_view stops) {
  const Prefix* longest = nullptr;
  for (const Prefix& prefix : prefixes) {
    if (text.starts_with(prefix.text) &&
        (longest == nullptr || prefix.text.size() > longest->text.size())) {
      longest = &prefix;
    }
  }
  if (longest != nullptr && FitsLine(text.substr(longest->text.size()), stops)) {
    out += longest->symbol;
    out += text.substr(longest->text.size());
  } else if (ReadsAsOther(text, prefixes) || !FitsLine(text, stops)) {
    AppendJsonString(out, text);
  } else {
    out += text;
  }
}

}  // namespace

void AppendCell(std::string& out, const JsonValue& value, std::span<const Prefix> prefixes,
                std::string_view stops) {
  if (value.is_string()) {
    AppendString(out, value.text, prefixes, stops);
  } else {
    AppendCompactJson(out, value);
  }
}

absl::StatusOr<JsonValue> ReadCell(std::string_view cell, std::span<const Prefix> prefixes) {
  if (cell.empty()) return absl::InvalidArgumentError("a value is missing");
  const bool is_json = std::string_view("{[\"").find(cell.front()) != std::string_view::npos;
  if (is_json || cell == "null" || cell == "true" || cell == "false" || IsJsonNumber(cell)) {
    return ParseJsonValue(cell);
  }
  JsonValue value;
  value.kind = JsonKind::kString;
  for (const Prefix& prefix : prefixes) {
    if (prefix.symbol != cell.front()) continue;
    value.text = prefix.text;
    cell.remove_prefix(1);
    break;
  }
  value.text += cell;
  return value;
}

bool IsBareKey(std::string_view key) {
  return !key.empty() && !HasAny(key, kMarksOfKeys) && key.back() != ':' && key.back() != '?' &&
         FindControl(key) == key.size();
}

void AppendKey(std::string& out, std::string_view key) {
  if (IsBareKey(key)) {
    out += key;
  } else {
    AppendJsonString(out, key);
  }
}

absl::StatusOr<std::string> ReadKey(std::string_view text, std::size_t& at) {
  if (at < text.size() && text[at] == '"') {
    const std::size_t end = EndOfJson(text, at);
    if (end == std::string_view::npos) return absl::InvalidArgumentError("a key has no end");
    absl::StatusOr<JsonValue> key = ParseJsonValue(text.substr(at, end - at));
    if (!key.ok()) return key.status();
    at = end;
    return std::move(key->text);
  }
  std::size_t end = std::min(FindAny(text, kMarksOfKeys, at), text.size());
  // ":=" and "?{" belong to what follows.
  if (end > at && end < text.size() && (text[end - 1] == ':' || text[end - 1] == '?')) --end;
  if (end == at) return absl::InvalidArgumentError("a key is missing");
  std::string key(text.substr(at, end - at));
  at = end;
  return key;
}

std::size_t EndOfCell(std::string_view line, std::size_t at, std::string_view stops) {
  if (at < line.size() && std::string_view("{[\"").find(line[at]) != std::string_view::npos) {
    return std::min(EndOfJson(line, at), line.size());
  }
  return std::min(FindAny(line, stops, at), line.size());
}

}  // namespace waymark::wire
