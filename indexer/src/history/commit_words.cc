#include "history/commit_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <unordered_set>

#include "graph/history.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

// Beginnings of the subjects of housekeeping commits.
constexpr std::array<std::string_view, 6> kHousekeeping = {"bump",    "release", "merge",
                                                           "version", "revert",  "update dep"};

// Ends of trailer keys: Signed-off-by, Change-Id.
constexpr std::array<std::string_view, 4> kTrailerEnds = {"-by", "-Id", "-id", "-RevId"};

constexpr std::size_t kLeastHashDigits = 7;

bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }

bool StartsWithoutCase(std::string_view text, std::string_view prefix) {
  if (text.size() < prefix.size()) return false;
  return std::equal(prefix.begin(), prefix.end(), text.begin(), [](char a, char b) {
    return a == static_cast<char>(std::tolower(static_cast<unsigned char>(b)));
  });
}

bool IsTrailer(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || line[0] < 'A' || line[0] > 'Z') return false;
  const std::string_view key = line.substr(0, colon);
  return std::any_of(kTrailerEnds.begin(), kTrailerEnds.end(),
                     [key](std::string_view end) { return key.ends_with(end); });
}

// Ids, addresses and versions identify a commit or release, and say nothing about its topic.
bool IsReference(std::string_view word) {
  if (word.find("://") != std::string_view::npos) return true;
  while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.back())) != 0) {
    word.remove_suffix(1);
  }
  while (!word.empty() && std::ispunct(static_cast<unsigned char>(word.front())) != 0) {
    word.remove_prefix(1);
  }
  const bool has_digit = std::any_of(word.begin(), word.end(), IsDigit);
  if (!has_digit) return false;
  if (word.size() >= kLeastHashDigits && std::all_of(word.begin(), word.end(), IsHexDigit)) {
    return true;
  }
  if (word.front() == 'v') word.remove_prefix(1);
  return std::all_of(word.begin(), word.end(), [](char c) { return IsDigit(c) || c == '.'; });
}

template <typename Visitor>
void ForEachPart(std::string_view text, const Visitor& visitor) {
  for (std::size_t i = 0; i < text.size();) {
    while (i < text.size() && IsBlank(text[i])) ++i;
    const std::size_t begin = i;
    while (i < text.size() && !IsBlank(text[i])) ++i;
    if (i > begin) visitor(text.substr(begin, i - begin));
  }
}

}  // namespace

std::vector<std::string> CommitWords(std::string_view message, graph::Tokenizer& tokenizer) {
  std::vector<std::string> words;
  while (!message.empty() && IsBlank(message.front())) message.remove_prefix(1);
  const auto begins = [message](std::string_view start) {
    return StartsWithoutCase(message, start);
  };
  if (std::any_of(kHousekeeping.begin(), kHousekeeping.end(), begins)) return words;
  std::unordered_set<std::string> seen;
  while (!message.empty() && words.size() < graph::kMaxCommitTerms) {
    const std::string_view line = message.substr(0, message.find('\n'));
    message.remove_prefix(std::min(line.size() + 1, message.size()));
    if (line.empty() || IsTrailer(line)) continue;
    ForEachPart(line, [&](std::string_view part) {
      if (IsReference(part)) return;
      tokenizer.Visit(part, [&](std::string_view token) {
        if (words.size() < graph::kMaxCommitTerms && seen.emplace(token).second) {
          words.emplace_back(token);
        }
      });
    });
  }
  return words;
}

}  // namespace waymark::indexer
