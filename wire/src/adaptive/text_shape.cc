#include "adaptive/text_shape.h"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <string>
#include <unordered_set>

#include "adaptive/lines.h"
#include "adaptive/markdown_rows.h"

namespace waymark::wire {
namespace {

// A string that is shorter holds nothing.
constexpr std::size_t kLeastBytesOfInner = 8;
constexpr std::size_t kMostItems = 100;
constexpr std::size_t kMostValues = 200;
constexpr std::size_t kComparedItems = 20;
constexpr std::size_t kLeastListItems = 3;
constexpr std::size_t kLeastFences = 2;
constexpr std::string_view kFenceOfCode = "```";

bool IsDecimal(char c) { return c >= '0' && c <= '9'; }

bool IsLatin(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool IsHexadecimal(char c) {
  return IsDecimal(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

template <typename Predicate>
std::size_t CountLines(std::string_view text, const Predicate& holds) {
  std::size_t count = 0;
  while (!text.empty()) count += holds(TakeLine(text)) ? 1 : 0;
  return count;
}

bool HasUrl(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    const std::size_t at = text.find(scheme);
    if (at != std::string_view::npos && at + scheme.size() < text.size() &&
        text[at + scheme.size()] != ' ') {
      return true;
    }
  }
  return false;
}

// "2026-01-31T10:" or with a blank for the T.
bool HasTimestamp(std::string_view line) {
  constexpr std::string_view kForm = "dddd-dd-dd_dd:";
  for (std::size_t at = 0; at + kForm.size() <= line.size(); ++at) {
    std::size_t i = 0;
    for (; i < kForm.size(); ++i) {
      const char c = line[at + i];
      const bool fits = kForm[i] == 'd'   ? IsDecimal(c)
                        : kForm[i] == '_' ? c == ' ' || c == 'T'
                                          : c == kForm[i];
      if (!fits) break;
    }
    if (i == kForm.size()) return true;
  }
  return false;
}

bool IsLog(std::string_view text) { return CountLines(text, HasTimestamp) >= 2; }

// 7 to 64 hexadecimal digits with a letter and a decimal digit among them, which are a whole word.
bool HasHash(std::string_view text) {
  constexpr std::size_t kLeastDigits = 7;
  constexpr std::size_t kMostDigits = 64;
  const auto is_word = [](char c) { return IsDecimal(c) || IsLatin(c) || c == '_'; };
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    const std::string_view word = text.substr(begin, at - begin);
    if (word.size() >= kLeastDigits && word.size() <= kMostDigits &&
        std::all_of(word.begin(), word.end(), IsHexadecimal) &&
        std::any_of(word.begin(), word.end(), IsDecimal) &&
        std::any_of(word.begin(), word.end(), IsLatin)) {
      return true;
    }
  }
  return false;
}

bool IsHunk(std::string_view line) {
  constexpr std::size_t kMark = 3;
  return line.starts_with("diff --git ") ||
         (line.starts_with("@@ ") && line.find(" @@", kMark) != std::string_view::npos);
}

bool HasDiff(std::string_view text) { return CountLines(text, IsHunk) > 0; }

bool IsHeading(std::string_view line) {
  constexpr std::size_t kMostMarks = 6;
  const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
  return marks > 0 && marks <= kMostMarks && marks + 1 < line.size() && line[marks] == ' ';
}

bool HasHeading(std::string_view text) { return CountLines(text, IsHeading) > 0; }

std::size_t CountFences(std::string_view text) {
  return CountLines(text, [](std::string_view line) { return line.starts_with(kFenceOfCode); });
}

bool IsFenced(std::string_view text) {
  return text.starts_with(kFenceOfCode) && CountFences(text) == kLeastFences &&
         WithoutBlanks(text.substr(text.rfind('\n') + 1)) == kFenceOfCode;
}

bool HasFencesInText(std::string_view text) {
  return CountFences(text) >= kLeastFences && !IsFenced(text);
}

bool HasMarkdownTable(std::string_view text) { return FindMarkdownTable(text).has_value(); }

// A tag that is opened and closed.
bool HasTags(std::string_view text) {
  const std::size_t close = text.find("</");
  if (close == std::string_view::npos) return false;
  const std::size_t end = text.find('>', close);
  if (end == std::string_view::npos || end == close + 2) return false;
  const std::string open = "<" + std::string(text.substr(close + 2, end - close - 2));
  const std::size_t at = text.substr(0, close).find(open);
  return at != std::string_view::npos &&
         std::string_view(" >\n\t/").find(text[at + open.size()]) != std::string_view::npos;
}

bool IsYamlField(std::string_view line) {
  const std::string_view trimmed = WithoutBlanks(line);
  const std::size_t colon = trimmed.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  const auto in_key = [](char c) { return IsLatin(c) || IsDecimal(c) || c == '_' || c == '-'; };
  return std::all_of(trimmed.begin(), trimmed.begin() + static_cast<std::ptrdiff_t>(colon),
                     in_key) &&
         (colon + 1 == trimmed.size() || trimmed[colon + 1] == ' ');
}

// At least three lines "key: value", and more than 40 % of all.
bool IsYaml(std::string_view text) {
  const std::size_t fields = CountLines(text, IsYamlField);
  const std::size_t lines = CountLines(text, [](std::string_view) { return true; });
  return fields >= 3 && fields * 5 > lines * 2;
}

bool HasStackTrace(std::string_view text) {
  return text.find("Traceback (most recent call last):") != std::string_view::npos ||
         text.find("\n    at ") != std::string_view::npos;
}

// "   12→text", as programs show the lines of a file; also with a tab.
bool IsNumberedLine(std::string_view line) {
  const std::size_t digit = line.find_first_not_of(' ');
  if (digit == std::string_view::npos || !IsDecimal(line[digit])) return false;
  const std::string_view rest =
      line.substr(std::min(line.find_first_not_of("0123456789", digit), line.size()));
  return rest.starts_with("→") || rest.starts_with('\t');
}

std::size_t CountNumbered(std::string_view text) { return CountLines(text, IsNumberedLine); }

bool IsNumberedList(std::string_view text) { return CountNumbered(text) >= kLeastListItems; }

std::size_t CountBullets(std::string_view text) {
  return CountLines(
      text, [](std::string_view line) { return line.starts_with("- ") || line.starts_with("* "); });
}

bool IsJson(std::string_view text) {
  const std::string_view trimmed = WithoutBlanks(text);
  return (trimmed.starts_with('{') || trimmed.starts_with('[')) && ParseJsonValue(trimmed).ok();
}

// At least six words of letters, which are most of the words.
bool IsProse(std::string_view text) {
  constexpr std::size_t kLeastWords = 6;
  std::size_t words = 0;
  std::size_t plain = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \n\t", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \n\t", begin), text.size());
    std::string_view word = text.substr(begin, at - begin);
    while (word.size() > 1 &&
           std::string_view(".,;:!?)").find(word.back()) != std::string_view::npos) {
      word.remove_suffix(1);
    }
    ++words;
    plain += std::all_of(word.begin(), word.end(), IsLatin) ? 1 : 0;
  }
  return words >= kLeastWords && plain * 3 > words * 2;
}

struct DetectorRow {
  std::string_view name;
  bool (*holds)(std::string_view text);
};

constexpr DetectorRow kDetectors[] = {
    {"url", HasUrl},
    {"log", IsLog},
    {"hash", HasHash},
    {"diff", HasDiff},
    {"md", HasHeading},
    {"md_table", HasMarkdownTable},
    {"md_with_code", HasFencesInText},
    {"code_fence", IsFenced},
    {"xml_html", HasTags},
    {"yaml", IsYaml},
    {"stack_trace", HasStackTrace},
    {"numbered_list", IsNumberedList},
    {"inline_json", IsJson},
    {"prose", IsProse},
};

using Found = std::bitset<std::size(kDetectors)>;

void Detect(std::string_view text, Found& found) {
  for (std::size_t i = 0; i < std::size(kDetectors); ++i) {
    if (!found[i] && kDetectors[i].holds(text)) found.set(i);
  }
}

std::vector<std::string_view> NamesOf(const Found& found) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < std::size(kDetectors); ++i) {
    if (found[i]) names.push_back(kDetectors[i].name);
  }
  return names;
}

void DetectInside(const JsonValue& value, int depth, Found& found) {
  if (value.is_string()) {
    if (value.text.size() < kLeastBytesOfInner) return;
    Detect(value.text, found);
    if (depth <= 0 || !IsJson(value.text)) return;
    const absl::StatusOr<JsonValue> inner = ParseJsonValue(value.text);
    if (inner.ok()) DetectInside(*inner, depth - 1, found);
    return;
  }
  const std::size_t most = value.is_array() ? kMostItems : kMostValues;
  for (std::size_t i = 0; i < std::min(most, value.items.size()); ++i) {
    DetectInside(value.items[i], depth, found);
  }
}

std::size_t DepthOf(const JsonValue& value) {
  if (value.is_scalar()) return 0;
  std::size_t deepest = 0;
  for (const JsonValue& item : value.items) deepest = std::max(deepest, DepthOf(item));
  return deepest + 1;
}

// The mean part of keys that the second and following elements share with the first.
double KeyStability(const JsonValue& array) {
  const std::size_t compared = std::min(array.items.size(), kComparedItems);
  if (compared < 2) return 1.0;
  const std::unordered_set<std::string_view> first(array.items.front().keys.begin(),
                                                   array.items.front().keys.end());
  double sum = 0;
  for (std::size_t i = 1; i < compared; ++i) {
    const std::vector<std::string>& keys = array.items[i].keys;
    const auto shared = static_cast<std::size_t>(std::count_if(
        keys.begin(), keys.end(), [&](const std::string& key) { return first.contains(key); }));
    const std::size_t all = first.size() + keys.size() - shared;
    sum += all == 0 ? 1.0 : static_cast<double>(shared) / static_cast<double>(all);
  }
  return sum / static_cast<double>(compared - 1);
}

std::string_view ShapeOf(const JsonValue& value) {
  if (value.is_scalar()) return "unknown";
  if (value.items.empty()) return "empty";
  const auto all = [&](bool (*holds)(const JsonValue&)) {
    return std::all_of(value.items.begin(), value.items.end(), holds);
  };
  const bool scalars = all([](const JsonValue& item) { return item.is_scalar(); });
  if (value.is_object()) return scalars ? "flat_object" : "nested_object";
  if (scalars) return "array_of_primitives";
  return all([](const JsonValue& item) { return item.is_object(); }) ? "array_of_objects"
                                                                     : "nested_object";
}

}  // namespace

TextShape ClassifyJson(const JsonValue& value, int inner_depth) {
  TextShape shape;
  shape.shape = ShapeOf(value);
  Found found;
  DetectInside(value, inner_depth, found);
  shape.inner = NamesOf(found);
  shape.depth = DepthOf(value);
  if (value.is_array()) shape.rows = value.items.size();
  if (value.is_object()) shape.columns = value.items.size();
  if (shape.shape == "array_of_objects") {
    shape.columns = value.items.front().items.size();
    shape.key_stability = KeyStability(value);
  }
  return shape;
}

TextShape ClassifyLines(std::string_view text) {
  TextShape shape;
  Found found;
  Detect(text, found);
  shape.inner = NamesOf(found);
  if (const std::optional<MarkdownTable> table = FindMarkdownTable(text)) {
    shape.shape = "markdown_table";
    shape.columns = table->columns;
    shape.rows = table->rows.size();
  } else if (CountFences(text) >= kLeastFences) {
    shape.shape = "code_block";
  } else if (const std::size_t numbered = CountNumbered(text); numbered >= kLeastListItems) {
    shape.shape = "numbered_list";
    shape.rows = numbered;
  } else if (const std::size_t bullets = CountBullets(text); bullets >= kLeastListItems) {
    shape.shape = "bullet_list";
    shape.rows = bullets;
  } else {
    shape.shape = WithoutBlanks(text).empty() ? "unknown" : "prose";
  }
  return shape;
}

TextShape ClassifyText(std::string_view text, int inner_depth) {
  const absl::StatusOr<JsonValue> value = ParseJsonValue(text);
  return value.ok() ? ClassifyJson(*value, inner_depth) : ClassifyLines(text);
}

}  // namespace waymark::wire
