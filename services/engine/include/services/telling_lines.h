// The lines of a symbol's source that tell most about a task, where there is no room for all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "retrieval/context.h"

namespace waymark::services {

// A word of a task.
struct TaskWord {
  std::string text;  // in lower case: the word, or its stem
  float weight = 1;  // how much it says, greater than 0
};

struct TellingQuestion {
  std::vector<TaskWord> words = {};
  // The last parts of the names of other symbols that are shown: "dispatch_request". A mark that
  // ends a name of Ruby is not sought: "valid?" is found as "valid".
  std::vector<std::string> names = {};
};

// The words of a question, and no names.
TellingQuestion TellingWordsOf(const retrieval::Question& question);

// The number of lines at the beginning of `source` that `signature` repeats, blanks aside: 0 for an
// empty signature, and 1 if the source does not have it.
std::uint32_t HeadLines(std::string_view source, std::string_view signature);

// How much each line of `source` tells:
//   4    that it calls one of the names: the name and "(" behind it; 2 if it only mentions it
//   0-3  the words that parts of its identifiers begin with, by their share of the weight of all
//        words; words of one or two letters must be the whole part
//   2    that it ends the function with a value or an error: return, yield, raise, throw; 1 if no
//        name or number stands behind it
// Cost: linear in the bytes of the source times the number of words and names.
std::vector<double> LineWorths(std::string_view source, const TellingQuestion& question);

// The lines with a worth, counted from 0: the most telling first, among equals the earlier. A line
// that only holds a comment or a text tells half of its worth. `worths` are those of LineWorths;
// `path` tells the language, for comments and texts. Cost: that of indexer::SyntaxTokens.
std::vector<std::uint32_t> LinesByWorth(std::string_view path, std::string_view source,
                                        std::vector<double> worths);

// Both in one.
std::vector<std::uint32_t> TellingLines(std::string_view path, std::string_view source,
                                        const TellingQuestion& question);

}  // namespace waymark::services
