// Words of a question that say little about code, and words that ask about tests.
#pragma once

#include <string_view>

namespace waymark::retrieval {

enum class WordClass { kPlain, kWeak, kHard };

// Class of a lower-case word or part of an identifier, before stemming.
WordClass ClassOf(std::string_view lower_case_word);

// Whether a whole lower-case word ("tests", never "latest") asks for test code.
bool IsTestWord(std::string_view lower_case_word);

}  // namespace waymark::retrieval
