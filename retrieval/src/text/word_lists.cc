// Source: the retrieval study's two lists. They apply to questions only; the index keeps every
// word.
#include "text/word_lists.h"

#include <algorithm>
#include <iterator>

namespace waymark::retrieval {
namespace {

// In byte order, for the binary search.
constexpr std::string_view kHardWords[] = {
    "a",    "all",   "an",   "and",   "any",   "are",   "as",   "at",   "be",     "been",
    "but",  "by",    "can",  "could", "did",   "do",    "does", "each", "for",    "from",
    "had",  "has",   "have", "how",   "i",     "if",    "in",   "into", "is",     "it",
    "its",  "my",    "no",   "not",   "of",    "on",    "or",   "our",  "should", "so",
    "some", "such",  "than", "that",  "the",   "their", "them", "then", "these",  "they",
    "this", "those", "to",   "was",   "we",    "were",  "what", "when", "where",  "which",
    "who",  "why",   "will", "with",  "would", "you",   "your",
};

constexpr std::string_view kWeakWords[] = {
    "about",        "across",     "add",         "added",     "adding",
    "adds",         "after",      "again",       "against",   "allow",
    "allowing",     "allows",     "also",        "based",     "before",
    "being",        "between",    "both",        "bug",       "bugs",
    "cannot",       "change",     "changes",     "changing",  "code",
    "correctly",    "create",     "created",     "creates",   "creating",
    "custom",       "debug",      "describe",    "doing",     "done",
    "down",         "during",     "ensure",      "ensures",   "etc",
    "existing",     "explain",    "feature",     "few",       "find",
    "fix",          "fixed",      "fixes",       "fixing",    "further",
    "get",          "having",     "he",          "implement", "implementation",
    "implementing", "implements", "incorrectly", "instead",   "issue",
    "issues",       "just",       "let",         "lets",      "like",
    "make",         "makes",      "making",      "may",       "me",
    "might",        "more",       "most",        "must",      "need",
    "needed",       "needs",      "new",         "nor",       "off",
    "once",         "only",       "onto",        "other",     "out",
    "over",         "own",        "per",         "problem",   "properly",
    "same",         "shall",      "she",         "support",   "supported",
    "supporting",   "supports",   "there",       "through",   "too",
    "trace",        "under",      "understand",  "up",        "update",
    "updates",      "updating",   "use",         "used",      "uses",
    "using",        "very",       "via",         "vs",        "walk",
    "want",         "way",        "while",       "whom",      "within",
    "without",      "work",       "working",     "works",     "wrong",
};

// Further weak words: adverbs and conjunctions that the study's list lacks. Code has them only in
// comments, so they would look rare and significant.
constexpr std::string_view kEmptyWords[] = {
    "actually",     "already",   "although", "always",    "another", "anyway",    "because",
    "besides",      "currently", "even",     "ever",      "every",   "happen",    "happened",
    "happening",    "happens",   "here",     "however",   "many",    "much",      "never",
    "nevertheless", "now",       "often",    "otherwise", "rather",  "seem",      "seems",
    "several",      "simply",    "since",    "sometimes", "still",   "therefore", "though",
    "thus",         "until",     "upon",     "whether",   "yet",
};

constexpr std::string_view kTestWords[] = {
    "benchmark", "benchmarks", "fixture", "fixtures", "mock",  "mocked",   "mocking",
    "mocks",     "pytest",     "test",    "testing",  "tests", "unittest", "unittests",
};

template <std::size_t kSize>
bool Contains(const std::string_view (&words)[kSize], std::string_view word) {
  return std::binary_search(std::begin(words), std::end(words), word);
}

}  // namespace

WordClass ClassOf(std::string_view lower_case_word) {
  if (Contains(kHardWords, lower_case_word)) return WordClass::kHard;
  const bool is_weak =
      Contains(kWeakWords, lower_case_word) || Contains(kEmptyWords, lower_case_word);
  return is_weak ? WordClass::kWeak : WordClass::kPlain;
}

bool IsTestWord(std::string_view lower_case_word) { return Contains(kTestWords, lower_case_word); }

}  // namespace waymark::retrieval
