// Which lines a pattern matches, in which files, and what is kept of them.
#include "indexer/search/text_search.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/matching_lines.h"
#include "testing/git_repository.h"
#include "testing/status_matchers.h"
#include "testing/temp_dir.h"

namespace waymark::indexer {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::StatusIs;
using testing::TempDir;

// Files in memory, by path.
class HeldFiles final : public SourceReader {
 public:
  explicit HeldFiles(std::map<std::string, std::string> texts) : texts_(std::move(texts)) {}

  absl::StatusOr<std::string> Read(const std::string& path,
                                   std::uint64_t max_bytes) const override {
    const auto found = texts_.find(path);
    if (found == texts_.end()) return absl::NotFoundError(path);
    if (found->second == kUnreadableText) return absl::PermissionDeniedError(path);
    if (found->second.size() > max_bytes) return absl::ResourceExhaustedError(path);
    return found->second;
  }

  std::vector<SearchableFile> All() const {
    std::vector<SearchableFile> files;
    for (const auto& [path, text] : texts_) files.push_back({path, text.size()});
    return files;
  }

  static constexpr std::string_view kUnreadableText = "may not be read";

 private:
  const std::map<std::string, std::string> texts_;
};

TextSearchOptions OptionsFor(TextPattern pattern) {
  return {.pattern = std::move(pattern), .limit = 1000, .max_bytes = 1 << 20, .threads = 2};
}

absl::StatusOr<TextSearchResult> SearchIn(std::map<std::string, std::string> texts,
                                          const TextSearchOptions& options) {
  const HeldFiles files(std::move(texts));
  return SearchText(files.All(), files, options);
}

// "path:line:column: text" of each line, "path-line- text" of context.
std::vector<std::string> LinesOf(const absl::StatusOr<TextSearchResult>& result) {
  if (!result.ok()) return {std::string(result.status().message())};
  std::vector<std::string> lines;
  for (const FoundFile& file : result->files) {
    for (const FoundLine& line : file.lines) {
      lines.push_back(line.column == 0 ? fmt::format("{}-{}- {}", file.path, line.line, line.text)
                                       : fmt::format("{}:{}:{}: {}", file.path, line.line,
                                                     line.column, line.text));
    }
  }
  return lines;
}

// The numbers of the lines of `text` that match.
std::vector<std::uint32_t> LinesThatMatch(const TextPattern& pattern, const std::string& text) {
  const absl::StatusOr<TextSearchResult> result = SearchIn({{"f", text}}, OptionsFor(pattern));
  EXPECT_EQ(result.status(), absl::OkStatus());
  std::vector<std::uint32_t> numbers;
  if (!result.ok()) return numbers;
  for (const FoundFile& file : result->files) {
    for (const FoundLine& line : file.lines) numbers.push_back(line.line);
  }
  return numbers;
}

TEST(TextSearch, LinesComeByPathAndNumberWithTheColumnOfTheFirstMatch) {
  EXPECT_THAT(LinesOf(SearchIn({{"b.py", "x = one\n\ty = one + one"}, {"a.txt", "one\r\ntwo\n"}},
                               OptionsFor({"one"}))),
              ElementsAre("a.txt:1:1: one", "b.py:1:5: x = one", "b.py:2:6: \ty = one + one"));
}

struct Expectation {
  TextPattern pattern;
  std::string text;
  std::vector<std::uint32_t> lines;
};

TEST(TextSearch, AMatchLiesInOneLine) {
  const Expectation expectations[] = {
      {{"a\\s+b"}, "a\nb\na b\n", {3}},
      {{"a[^x]b"}, "a\nb\nacb\n", {3}},
      {{"a\\W*$"}, "a\n\n;\nba;\n", {1, 4}},
      {{"foo\\W"}, "foo\nfoo bar\n", {2}},
      // What follows the line does not count for assertions and for what is matched once for all.
      {{"foo(?!\\s)"}, "foo\nfoo bar\n", {1}},
      {{"foo(?>\\s*)$"}, "foo\nbar\n", {1}},
      {{"foo\\s*+$"}, "foo\nbar\n", {1}},
      {{"foo\\z"}, "foo\nfoo\n", {1, 2}},
      {{"(?s)foo.*bar"}, "foo\nbar\nfoobar", {3}},
  };
  for (const Expectation& expected : expectations) {
    EXPECT_EQ(LinesThatMatch(expected.pattern, expected.text), expected.lines)
        << expected.pattern.text;
  }
}

TEST(TextSearch, AnchorsAreTheEndsOfLines) {
  const Expectation expectations[] = {
      {{"^b"}, "ab\nb\n", {2}},    {{"b$"}, "ab\nbc\nb", {1, 3}}, {{"^$"}, "a\n\nb\n", {2}},
      {{""}, "a\n\nb", {1, 2, 3}}, {{"$"}, "a\nb\n", {1, 2}},     {{"x*"}, "", {}},
      {{"^"}, "\n", {1}},
  };
  for (const Expectation& expected : expectations) {
    EXPECT_EQ(LinesThatMatch(expected.pattern, expected.text), expected.lines)
        << expected.pattern.text;
  }
}

TEST(TextSearch, WordsAndLettersAreThoseOfAllScripts) {
  const Expectation expectations[] = {
      {{.text = "caf", .whole_words = true}, "café\ncaf\n", {2}},
      {{.text = "\\bcaf\\b"}, "café\ncaf\n", {2}},
      {{.text = "STRASSE|ÜBER", .ignores_case = true}, "straße\nüber\n", {2}},
      {{.text = "^\\w+$"}, "größe\ngrö ße\n名前\n", {1, 3}},
      {{.text = "[à-ü]"}, "naive\nnaïve\n", {2}},
      {{.text = "\\p{Lu}\\d"}, "Ä1\nä1\n", {1}},
      {{.text = "-x", .whole_words = true}, "a -x\na-x\n-xy\n", {1}},
  };
  for (const Expectation& expected : expectations) {
    EXPECT_EQ(LinesThatMatch(expected.pattern, expected.text), expected.lines)
        << expected.pattern.text;
  }
}

TEST(TextSearch, ALiteralPatternMeansItself) {
  const std::string special = R"(a.b*[c](d)\e{2}^$|?+ #é)";

  EXPECT_THAT(LinesThatMatch({.text = special, .is_literal = true}, "a.b\n" + special + "\n"),
              ElementsAre(2));
  EXPECT_THAT(LinesThatMatch({.text = ".", .is_literal = true, .whole_words = true}, "a.b\n . \n"),
              ElementsAre(2));
}

// Texts that are longer than what is searched at once.
TEST(TextSearch, FindsTheSameInLongTextsAsLineByLine) {
  std::string text;
  std::vector<std::uint32_t> with_seven;
  for (std::uint32_t line = 1; text.size() < 5 * kSearchedAtOnce; ++line) {
    text += fmt::format("line {} {}\n", line, std::string(line % 97, 'x'));
    if (fmt::format("{}", line).find('7') != std::string::npos) with_seven.push_back(line);
  }

  EXPECT_EQ(LinesThatMatch({"7"}, text), with_seven);
  EXPECT_EQ(LinesThatMatch({"(?=7)"}, text), with_seven);
  EXPECT_EQ(LinesThatMatch({"7[^y]*x?$"}, text), with_seven);
}

TEST(TextSearch, LinesAroundAMatchAreKeptOnce) {
  TextSearchOptions options = OptionsFor({"hit"});
  options.lines_before = 2;
  options.lines_after = 1;

  EXPECT_THAT(LinesOf(SearchIn({{"f", "1\n2\n\nhit 4\n5\nhit 6\n7\n8"}}, options)),
              ElementsAre("f-2- 2", "f-3- ", "f:4:1: hit 4", "f-5- 5", "f:6:1: hit 6", "f-7- 7"));
  EXPECT_THAT(LinesOf(SearchIn({{"f", "\nhit"}}, options)), ElementsAre("f-1- ", "f:2:1: hit"));
}

TEST(TextSearch, WhatExceedsTheLimitIsCounted) {
  TextSearchOptions options = OptionsFor({"x"});
  options.limit = 3;
  options.lines_after = 1;
  const std::map<std::string, std::string> texts = {
      {"a", "x\nx\n"}, {"b", "x\nno\nx\nx\n"}, {"c", "x\n"}};

  WM_ASSERT_OK_AND_ASSIGN(const TextSearchResult result, SearchIn(texts, options));

  EXPECT_THAT(LinesOf(result), ElementsAre("a:1:1: x", "a:2:1: x", "b:1:1: x"));
  EXPECT_EQ(result.matching_lines, 6U);
  EXPECT_EQ(result.matching_files, 3U);
  options.limit = 1000;
  options.max_bytes = 3;
  EXPECT_THAT(LinesOf(SearchIn(texts, options)), ElementsAre("a:1:1: x", "a:2:1: x", "b:1:1: x"));
}

TEST(TextSearch, CountsAndFilesNeedNoLines) {
  const std::map<std::string, std::string> texts = {{"a", "x\nx\n"}, {"b", "y\n"}, {"c", "x\n"}};
  TextSearchOptions options = OptionsFor({"x"});
  options.kept = KeptMatches::kCounts;

  WM_ASSERT_OK_AND_ASSIGN(const TextSearchResult counts, SearchIn(texts, options));

  ASSERT_THAT(counts.files, SizeIs(2));
  EXPECT_EQ(counts.files[0].matching_lines, 2U);
  EXPECT_THAT(counts.files[0].lines, IsEmpty());
  options.kept = KeptMatches::kFiles;
  options.limit = 1;
  WM_ASSERT_OK_AND_ASSIGN(const TextSearchResult files, SearchIn(texts, options));
  ASSERT_THAT(files.files, SizeIs(1));
  EXPECT_EQ(files.files[0].path, "a");
  EXPECT_EQ(files.matching_files, 2U);
}

TEST(TextSearch, TheResultDoesNotDependOnTheNumberOfThreads) {
  std::map<std::string, std::string> texts;
  for (int i = 0; i < 500; ++i) {
    texts[fmt::format("{:03}.txt", i)] = fmt::format("{}\nx{}\n", i, i % 7);
  }
  TextSearchOptions options = OptionsFor({"x3"});
  options.limit = 40;
  options.threads = 1;
  const std::vector<std::string> one = LinesOf(SearchIn(texts, options));
  options.threads = 8;

  EXPECT_THAT(one, SizeIs(40));
  EXPECT_EQ(LinesOf(SearchIn(texts, options)), one);
}

TEST(TextSearch, BinaryFilesAreLeftOutAndOtherEncodingsAreRead) {
  const std::string wide(
      "\xFF\xFE"
      "w\0i\0d\0e\0",
      10);
  const HeldFiles files({{"binary", std::string("wide\0", 5)},
                         {"latin", "wide caf\xE9\n"},
                         {"unreadable", std::string(HeldFiles::kUnreadableText)},
                         {"utf16", wide}});

  WM_ASSERT_OK_AND_ASSIGN(const TextSearchResult result,
                          SearchText(files.All(), files, OptionsFor({"^wide"})));

  EXPECT_THAT(LinesOf(result), ElementsAre("latin:1:1: wide café", "utf16:1:1: wide"));
  EXPECT_EQ(result.files_searched, 2U);
  ASSERT_THAT(result.skipped, SizeIs(1));
  EXPECT_EQ(result.skipped[0].path, "unreadable");
  EXPECT_EQ(result.skipped[0].reason, SkipReason::kUnreadable);
}

TEST(TextSearch, ALongLineIsShownAroundItsMatchInWholeCharacters) {
  std::string line;
  while (line.size() < 4 * kMaxShownLineBytes) line += "é";
  const std::size_t at = line.size();
  line += "needle" + line;

  WM_ASSERT_OK_AND_ASSIGN(const TextSearchResult result,
                          SearchIn({{"f", line}}, OptionsFor({"needle"})));

  const FoundLine& found = result.files[0].lines[0];
  EXPECT_EQ(found.column, at + 1);
  EXPECT_LE(found.text.size(), kMaxShownLineBytes);
  EXPECT_EQ(found.text.substr(found.column - found.from_column, 6), "needle");
  EXPECT_TRUE(found.is_cut);
  EXPECT_TRUE(found.text.starts_with("é"));
  EXPECT_TRUE(found.text.ends_with("é"));
}

TEST(TextSearch, AWrongPatternIsRefusedWithItsPlace) {
  EXPECT_THAT(CheckPattern({"a(é"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("missing closing parenthesis, at byte 5:\n  a(é\n     ^")));
  EXPECT_THAT(CheckPattern({"a\nb"}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(CheckPattern({std::string(kMaxPatternBytes + 1, 'a')}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the limit is 4096")));
  EXPECT_THAT(CheckPattern({"\xFF"}), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_THAT(CheckPattern({.text = "(?x) a # comment", .whole_words = true}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("put \\b around words")));
  EXPECT_EQ(CheckPattern({.text = "\\Qa(", .whole_words = true}), absl::OkStatus());
}

TEST(TextSearch, AHostilePatternEndsWithTheFileAndTheLine) {
  const std::string text = "short\n" + std::string(2000, 'a') + "\n";
  for (const char* pattern : {"(a+)+[XY]", "(a|aa)+[XY]", "(a*)*\\1[XY]", "a*a*a*a*a*[XY]"}) {
    EXPECT_THAT(SearchIn({{"a.txt", "b"}, {"b.txt", text}}, OptionsFor({pattern})).status(),
                StatusIs(absl::StatusCode::kResourceExhausted,
                         AllOf(HasSubstr("search b.txt, from line "), HasSubstr("at one place"))))
        << pattern;
  }
}

TEST(TextSearch, ACancelledSearchEnds) {
  const std::atomic<bool> cancelled{true};
  TextSearchOptions options = OptionsFor({"x"});
  options.cancelled = &cancelled;

  EXPECT_THAT(SearchIn({{"a", "x"}}, options).status(), StatusIs(absl::StatusCode::kCancelled));
}

class FilesToSearchTest : public ::testing::Test {
 protected:
  std::vector<std::string> Paths(std::vector<std::string> paths, std::vector<std::string> globs,
                                 std::vector<UnsavedBuffer> buffers = {}) {
    SearchScope scope;
    scope.root = std::filesystem::canonical(directory_.path());
    scope.paths = std::move(paths);
    scope.globs = std::move(globs);
    const absl::StatusOr<SearchableFiles> found = FilesToSearch(scope, buffers, nullptr);
    if (!found.ok()) return {std::string(found.status().message())};
    std::vector<std::string> listed;
    for (const SearchableFile& file : found->files) listed.push_back(file.path);
    return listed;
  }

  TempDir directory_;
};

TEST_F(FilesToSearchTest, AreThoseThatIgnoreRulesLeaveWhateverTheirLanguage) {
  for (const char* path : {"a.py", "LICENSE", "docs/x.rst", "out/b.py", "x/secret.txt"}) {
    directory_.WriteFile(path, "x");
  }
  directory_.WriteFile(".gitignore", "out/\n");
  directory_.WriteFile(".waymarkignore", "secret.*\n");

  EXPECT_THAT(Paths({}, {}),
              ElementsAre(".gitignore", ".waymarkignore", "LICENSE", "a.py", "docs/x.rst"));
  EXPECT_THAT(Paths({"out/b.py"}, {}), ElementsAre(HasSubstr("ignored files")));
}

TEST_F(FilesToSearchTest, PathsAndGlobsChooseAmongThem) {
  for (const char* path : {"a.py", "src/b.py", "src/b.txt", "src/deep/c.py", "tests/d.py"}) {
    directory_.WriteFile(path, "x");
  }

  EXPECT_THAT(Paths({"src/", "a.py"}, {}),
              ElementsAre("a.py", "src/b.py", "src/b.txt", "src/deep/c.py"));
  EXPECT_THAT(Paths({"."}, {"*.txt"}), ElementsAre("src/b.txt"));
  EXPECT_THAT(Paths({}, {"*.py", "!tests/"}), ElementsAre("a.py", "src/b.py", "src/deep/c.py"));
  EXPECT_THAT(Paths({}, {"!*.py"}), ElementsAre("src/b.txt"));
  EXPECT_THAT(Paths({}, {"src/deep"}), ElementsAre("src/deep/c.py"));
  EXPECT_THAT(Paths({}, {"/*.py"}), ElementsAre("a.py"));
  EXPECT_THAT(Paths({"sr"}, {}), ElementsAre(HasSubstr("no file to search at 'sr'")));
}

TEST_F(FilesToSearchTest, BuffersAddFiles) {
  directory_.WriteFile("a.py", "x");

  EXPECT_THAT(Paths({}, {"*.py"}, {{"b.py", "x"}, {"a.py", "y"}, {"c.txt", ""}}),
              ElementsAre("a.py", "b.py"));
}

TEST(FindMatches, AreAllMatchesOfALineThatAreNotEmpty) {
  const std::string_view lines[] = {"a1 b22", "none", "", "é1é2"};
  WM_ASSERT_OK_AND_ASSIGN(const auto matches, FindMatches({.text = "\\d*"}, lines));

  const auto spans = [](const std::vector<TextMatch>& found) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const TextMatch& match : found) pairs.emplace_back(match.begin, match.end);
    return pairs;
  };
  ASSERT_THAT(matches, SizeIs(4));
  EXPECT_THAT(spans(matches[0]), ElementsAre(std::pair(1, 2), std::pair(4, 6)));
  EXPECT_THAT(matches[1], IsEmpty());
  EXPECT_THAT(matches[2], IsEmpty());
  EXPECT_THAT(spans(matches[3]), ElementsAre(std::pair(2, 3), std::pair(5, 6)));
  EXPECT_THAT(FindMatches({.text = "("}, lines).status(),
              StatusIs(absl::StatusCode::kInvalidArgument));
}

TEST(FindMatches, ALineThatIsTooHardHasNone) {
  const std::string hard = std::string(2000, 'a') + "b";
  const std::string_view lines[] = {hard, "aX"};
  WM_ASSERT_OK_AND_ASSIGN(const auto matches, FindMatches({.text = "(a+)+[XY]"}, lines));

  EXPECT_THAT(matches[0], IsEmpty());
  EXPECT_THAT(matches[1], SizeIs(1));
}

TEST(HasCode, IsDecidedByTheNamesOfFiles) {
  const std::vector<SearchableFile> documents = {{.path = "README.md"}, {.path = "a.yaml"}};
  const std::vector<SearchableFile> code = {{.path = "a.yaml"}, {.path = "src/a.py"}};

  EXPECT_FALSE(HasCode(documents));
  EXPECT_TRUE(HasCode(code));
}

}  // namespace
}  // namespace waymark::indexer
