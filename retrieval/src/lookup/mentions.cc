#include "lookup/mentions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "graph/ascii.h"
#include "text/name_bytes.h"
#include "traits/constants.h"

namespace waymark::retrieval {
namespace {

// True for camelCase, PascalCase with two humps, an acronym before a hump, or an underscore beside
// a letter.
bool LooksLikeIdentifier(std::string_view word) {
  if (!IsName(word)) return false;
  bool has_letter = false;
  bool has_underscore = false;
  bool has_hump = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    has_letter |= IsLower(word[i]) || IsUpper(word[i]);
    has_underscore |= word[i] == '_';
    if (i == 0 || !IsUpper(word[i])) continue;
    const bool next_is_lower = i + 1 < word.size() && IsLower(word[i + 1]);
    const bool plural_acronym = i + 2 == word.size() && word[i + 1] == 's';
    has_hump |= IsLower(word[i - 1]) || (IsUpper(word[i - 1]) && next_is_lower && !plural_acronym);
  }
  return has_letter && (has_underscore || has_hump);
}

void AddDistinct(std::vector<std::string>& words, std::string_view word) {
  if (words.size() >= kMaxMentions) return;
  if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

std::string_view Trim(std::string_view word, std::string_view left, std::string_view right) {
  const std::size_t begin = word.find_first_not_of(left);
  if (begin == std::string_view::npos) return {};
  return word.substr(begin, word.find_last_not_of(right) - begin + 1);
}

// "app.py:12:4" -> "app.py", "app.py#L10-L20" -> "app.py".
std::string_view WithoutPosition(std::string_view word) {
  constexpr std::string_view kLink = "#L";
  const std::size_t link = word.find(kLink);
  if (link != std::string_view::npos && link + kLink.size() < word.size() &&
      IsDigit(word[link + kLink.size()])) {
    return word.substr(0, link);
  }
  for (int part = 0; part < 2; ++part) {
    std::size_t end = word.size();
    while (end > 0 && IsDigit(word[end - 1])) --end;
    if (end == word.size() || end == 0 || word[end - 1] != ':') break;
    word = word.substr(0, end - 1);
  }
  return word;
}

// True for a directory or an extension of letters and digits: "a/b", "app.py". The view decides
// whether the file exists.
bool CouldBePath(std::string_view word) {
  if (word.empty() || !std::all_of(word.begin(), word.end(), IsPathByte)) return false;
  if (word.find('/') != std::string_view::npos) return true;
  const std::size_t dot = word.rfind('.');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < word.size();
}

// Length of the separator of a qualified name at `i`: one of . : # / and ->; 0 if there is none.
std::size_t SeparatorAt(std::string_view name, std::size_t i) {
  constexpr std::string_view kSingle = ".:#/";
  if (i >= name.size()) return 0;
  if (kSingle.find(name[i]) != std::string_view::npos) return 1;
  return name.substr(i).starts_with("->") ? 2 : 0;
}

enum class Quoting { kPlain, kQuoted };

// Sorts one word, without blanks and outer punctuation, into the mentions.
void AddMentionedWord(std::string_view word, Quoting quoting, Mentions& mentions) {
  if (word.empty() || word.find("://") != std::string_view::npos) return;
  const std::string_view path = WithoutPosition(word);
  if (CouldBePath(path)) AddDistinct(mentions.paths, path);

  const std::size_t bracket = word.find('(');
  const bool is_call = bracket != std::string_view::npos && bracket > 0;
  const std::string_view name = word.substr(0, bracket);
  const std::vector<std::string_view> components = NameComponents(name);
  if (components.empty() || name.find('/') != std::string_view::npos) return;
  if (!std::all_of(components.begin(), components.end(), IsName)) return;
  if (components.size() == 1) {
    if (is_call || quoting == Quoting::kQuoted || LooksLikeIdentifier(components[0])) {
      AddDistinct(mentions.identifiers, components[0]);
    }
    return;
  }
  // "e.g" and "i.e" are not names.
  const bool has_long_component = std::any_of(components.begin(), components.end(),
                                              [](std::string_view c) { return c.size() > 1; });
  if (!has_long_component) return;
  AddDistinct(mentions.identifiers, name);
}

// Splits at blanks and at punctuation that does not occur in names and paths.
void AddText(std::string_view text, Quoting quoting, Mentions& mentions) {
  constexpr std::string_view kOuter = "`'\"<>[]{},;!?*|=~$%^&\\";
  std::size_t i = 0;
  while (i < text.size()) {
    if (IsBlank(text[i]) || kOuter.find(text[i]) != std::string_view::npos || text[i] == '(' ||
        text[i] == ')') {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && !IsBlank(text[i]) && text[i] != '(' && text[i] != ')' &&
           (kOuter.find(text[i]) == std::string_view::npos ||
            (text[i] == '>' && text[i - 1] == '-'))) {
      ++i;
    }
    // The bracket of a call belongs to the word.
    const bool is_call = i < text.size() && text[i] == '(' && IsNameByte(text[i - 1]);
    std::string_view word = Trim(text.substr(begin, i - begin), "@#:.-+/", ".:#-+");
    if (is_call && !word.empty()) word = text.substr(begin, i - begin + 1);
    AddMentionedWord(Trim(word, "@#:.-+", ".:#-+"), quoting, mentions);
  }
}

// The text between `quote` at `begin` and its partner; empty if there is none nearby.
std::string_view QuotedAt(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::size_t end = text.find(quote, begin + 1);
  if (end == std::string_view::npos || end - begin > kMaxQuotedBytes) return {};
  // An apostrophe inside a word neither opens nor closes a quotation.
  if (quote == '\'' && begin > 0 && IsNameByte(text[begin - 1])) return {};
  if (quote == '\'' && end + 1 < text.size() && IsNameByte(text[end + 1])) return {};
  return text.substr(begin + 1, end - begin - 1);
}

}  // namespace

bool EndsWithPath(std::string_view path, std::string_view tail) {
  if (tail.empty() || !path.ends_with(tail)) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/';
}

std::vector<std::string_view> NameComponents(std::string_view name) {
  std::vector<std::string_view> components;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    // The text after `operator` is the name of a C++ operator, whatever its characters.
    const std::string_view rest = name.substr(std::min(i, name.size()));
    if (i == begin && rest.size() > kOperator.size() && rest.starts_with(kOperator) &&
        !IsNameByte(rest[kOperator.size()])) {
      components.push_back(rest);
      break;
    }
    const std::size_t separator = SeparatorAt(name, i);
    if (separator == 0 && i < name.size()) continue;
    if (i > begin) components.push_back(name.substr(begin, i - begin));
    i += std::max<std::size_t>(separator, 1) - 1;
    begin = i + 1;
  }
  return components;
}

bool EndsWithComponents(std::string_view scope, std::span<const std::string_view> qualifiers) {
  const std::vector<std::string_view> components = NameComponents(scope);
  return components.size() >= qualifiers.size() &&
         std::equal(qualifiers.rbegin(), qualifiers.rend(), components.rbegin());
}

std::vector<std::string_view> QuotedTexts(std::string_view text) {
  std::vector<std::string_view> texts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '`' && text[i] != '"' && text[i] != '\'') continue;
    const std::string_view quoted = QuotedAt(text, i);
    if (quoted.empty()) continue;
    texts.push_back(quoted);
    i += quoted.size() + 1;
  }
  return texts;
}

Mentions FindMentions(std::string_view text) {
  Mentions mentions;
  for (const std::string_view quoted : QuotedTexts(text)) {
    // One word in quotes is a name; quoted sentences are handled in quoted.h.
    const bool is_one_word = std::none_of(quoted.begin(), quoted.end(), IsBlank);
    if (is_one_word) AddText(quoted, Quoting::kQuoted, mentions);
  }
  AddText(text, Quoting::kPlain, mentions);
  return mentions;
}

}  // namespace waymark::retrieval
