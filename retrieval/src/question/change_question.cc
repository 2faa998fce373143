#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "retrieval/related_commits.h"

namespace waymark::retrieval {
namespace {

// Whether the word behind a question word makes a question about change of it.
using IsAboutChange = bool (*)(std::string_view next);

constexpr std::string_view kPastAuxiliaries[] = {"did", "had", "has", "have", "was", "were"};
// Past forms without the ending of regular verbs, of verbs for work on code.
constexpr std::string_view kIrregularPasts[] = {"broke", "built", "chose", "cut",  "did",
                                                "made",  "put",   "split", "took", "wrote"};

template <std::size_t kCount>
bool IsAmong(const std::string_view (&words)[kCount], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool IsAuxiliary(std::string_view next) { return IsAmong(kPastAuxiliaries, next); }

// "who wrote", "what changed", "who has removed"
bool IsPast(std::string_view next) {
  constexpr std::size_t kLeastLetters = 4;
  const bool is_regular = next.size() >= kLeastLetters && next.ends_with("ed");
  return is_regular || IsAmong(kIrregularPasts, next) || next == "has";
}

struct QuestionWord {
  std::string_view word;
  IsAboutChange is_about_change;
};

// "when" is mostly no question word: "what happens when a file is missing".
constexpr QuestionWord kQuestionWords[] = {
    {"why", [](std::string_view) { return true; }},
    {"since", [](std::string_view next) { return next == "when"; }},
    {"when", IsAuxiliary},
    {"who", IsPast},
    {"what", [](std::string_view next) { return next == "changed"; }},
};

// The words of a task in lower case; a mark between two of them is a word of its own.
std::vector<std::string> LowerWords(std::string_view task) {
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char c : task) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isspace(byte) != 0) {
      is_inside = false;
      continue;
    }
    const bool is_letter = std::isalnum(byte) != 0 || c == '_' || c == '\'' || byte >= 0x80;
    if (!is_letter || !is_inside) words.emplace_back();
    words.back() += static_cast<char>(std::tolower(byte));
    is_inside = is_letter;
  }
  return words;
}

}  // namespace

bool AsksAboutChange(std::string_view task) {
  const std::vector<std::string> words = LowerWords(task);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view next = i + 1 < words.size() ? words[i + 1] : std::string_view();
    for (const QuestionWord& row : kQuestionWords) {
      if (words[i] == row.word && row.is_about_change(next)) return true;
    }
  }
  return false;
}

}  // namespace waymark::retrieval
