// Documents: sections, their words, and the names in them that are written as code.
#include "documents/prose.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "extract/extract.h"

namespace waymark::indexer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

FileFacts FactsOf(Grammar grammar, std::string_view text) {
  absl::StatusOr<FileFacts> facts = Extractor().Extract(text, *FindGrammar(grammar));
  EXPECT_TRUE(facts.ok()) << facts.status();
  return facts.ok() ? *std::move(facts) : FileFacts();
}

FileFacts Markdown(std::string_view text) { return FactsOf(Grammar::kMarkdown, text); }

FileFacts Restructured(std::string_view text) { return FactsOf(Grammar::kRestructuredText, text); }

// "name first-last", by line.
std::vector<std::string> Sections(const FileFacts& facts) {
  std::vector<std::string> sections;
  for (std::size_t i = 1; i < facts.definitions.size(); ++i) {
    const Definition& section = facts.definitions[i];
    EXPECT_EQ(section.kind, SymbolKind::kResource);
    sections.push_back(fmt::format("{} {}-{}", facts.strings.at(section.name),
                                   section.range.begin.line, section.range.end.line));
  }
  return sections;
}

std::string PathOf(const FileFacts& facts, ExpressionIndex index) {
  const Expression& expression = facts.expressions[index];
  const std::string name(facts.strings.at(expression.name));
  return expression.operand == kNoIndex ? name : PathOf(facts, expression.operand) + "." + name;
}

// "path line:column", in order; a path with its parts joined by dots.
std::vector<std::string> Mentions(const FileFacts& facts) {
  std::vector<std::string> mentions;
  for (const Reference& reference : facts.references) {
    mentions.push_back(fmt::format("{} {}:{}", PathOf(facts, reference.expression),
                                   reference.site.line, reference.site.column));
  }
  return mentions;
}

std::vector<std::string> Names(const FileFacts& facts) {
  std::vector<std::string> names;
  for (const Reference& reference : facts.references) {
    names.push_back(PathOf(facts, reference.expression));
  }
  return names;
}

std::set<std::string> CommentWords(const FileFacts& facts, DefinitionIndex section) {
  std::set<std::string> words;
  for (const TermCount& term : facts.terms) {
    if (term.definition != section) continue;
    EXPECT_EQ(term.field, Field::kComments);
    words.emplace(facts.strings.at(term.word));
  }
  return words;
}

TEST(Prose, CutsMarkdownIntoSectionsAtItsHeadings) {
  const FileFacts facts = Markdown(
      "before\n\n# The *Guide* #\n\nFirst words.\n\n## Using `App.run()`\nSecond\n\nThird\n-----\n"
      "last\n");
  EXPECT_THAT(Sections(facts), ElementsAre("The Guide 3-5", "Using App.run() 7-8", "Third 10-12"));
  EXPECT_THAT(CommentWords(facts, 0), ElementsAre("before"));
  EXPECT_THAT(CommentWords(facts, 1), ElementsAre("First", "words"));
  EXPECT_THAT(CommentWords(facts, 3), ElementsAre("last"));
}

TEST(Prose, CutsRestructuredTextIntoSectionsAtItsUnderlines) {
  const FileFacts facts = Restructured(
      "=====\nTitle\n=====\n\nSome text\nof two lines\n------------\n\nAPI of :class:`Flask`\n"
      "~~~~~~~~~~~~~~~~~~~~~\nwords\n");
  EXPECT_THAT(Sections(facts), ElementsAre("Title 1-7", "API of Flask 9-11"));
}

TEST(Prose, KeepsTheSectionsOfEqualHeadingsApart) {
  const FileFacts facts = Markdown("# Fixes\n\n# Fixes\n");
  ASSERT_EQ(facts.definitions.size(), 3u);
  EXPECT_EQ(facts.definitions[1].ordinal, 0u);
  EXPECT_EQ(facts.definitions[2].ordinal, 1u);
}

TEST(Prose, TakesMarkedAndCompoundAndCalledNamesForMentions) {
  EXPECT_THAT(Mentions(Markdown("Set `timeout` on HttpServer, or\ncall serve() of max_age.\n")),
              ElementsAre("timeout 1:6", "HttpServer 1:18", "serve 2:6", "max_age 2:17"));
}

TEST(Prose, KeepsWhatIsWrittenInFrontOfAName) {
  EXPECT_THAT(Names(Markdown("`app.Flask.route()`, leveldb::DB::Open and Site#render\n")),
              ElementsAre("app.Flask.route", "leveldb.DB.Open", "Site.render"));
}

TEST(Prose, LeavesOrdinaryWordsAlone) {
  EXPECT_THAT(Names(Markdown("Flask runs. See e.g. README, docs/getting_started or --max_age and "
                             "user_name@example.com; `run` is short.\n")),
              IsEmpty());
}

TEST(Prose, PassesOverAddressesTagsAndImages) {
  const FileFacts facts = Markdown(
      "See [the guide](https://example.org/loadConfig_it) ![drawMe](drawMe.png)\n"
      "<a href=\"useMe\">here</a> https://example.org/someName\n\n[ref]: http://other.org/aName\n");
  EXPECT_THAT(Names(facts), IsEmpty());
  EXPECT_THAT(CommentWords(facts, 0), ElementsAre("See", "guide", "here", "ref", "the"));
}

TEST(Prose, PassesOverFrontMatterAndComments) {
  const FileFacts facts =
      Markdown("---\ntitle: someTitle\n---\nText <!-- hidden_name\n# No heading\n--> end\n# One\n");
  EXPECT_THAT(Sections(facts), ElementsAre("One 7-7"));
  EXPECT_THAT(Names(facts), IsEmpty());
  EXPECT_THAT(CommentWords(facts, 0), ElementsAre("Text", "end"));
}

TEST(Prose, TakesNamesButNoWordsFromBlocksOfCode) {
  const FileFacts facts =
      Markdown("Words\n```python\n# no heading\napp = make_app(name)\nvalue\n```\nafter\n");
  EXPECT_THAT(Sections(facts), IsEmpty());
  EXPECT_THAT(Names(facts), ElementsAre("make_app"));
  EXPECT_THAT(CommentWords(facts, 0), ElementsAre("Words", "after"));
}

TEST(Prose, ReadsRolesAndDirectivesOfRestructuredText) {
  const FileFacts facts = Restructured(
      "Use :meth:`~flask.Flask.route` or ``teardown`` of `the docs <https://x.org/a_b>`_.\n\n"
      ".. autofunction:: render\n   :members: some_name\n\n.. code-block:: python\n\n"
      "    url_for(plain)\n\n.. a comment of secret_name\n\n.. _target_name: http://x.org\n\n"
      "For example::\n\n    g.after_this()\n\nEnd\n");
  EXPECT_THAT(Names(facts),
              ElementsAre("flask.Flask.route", "teardown", "render", "url_for", "g.after_this"));
  EXPECT_THAT(CommentWords(facts, 0), Not(Contains("meth")));
  EXPECT_THAT(CommentWords(facts, 0), Contains("End"));
}

TEST(Prose, BoundsSectionsAndMentionsAndSaysSo) {
  std::string headings;
  for (std::uint32_t i = 0; i <= kMaxProseSections; ++i) headings += "# more\n";
  const FileFacts cut = Markdown(headings);
  EXPECT_EQ(cut.definitions.size(), kMaxProseSections + 1);
  EXPECT_TRUE(cut.truncated);

  std::string names;
  for (std::uint32_t i = 0; i <= kMaxProseMentions; ++i) names += "a_name\n";
  const FileFacts many = Markdown(names);
  EXPECT_EQ(many.references.size(), kMaxProseMentions);
  EXPECT_TRUE(many.truncated);
}

TEST(Prose, TakesAnyBytes) {
  const std::vector<std::string> pieces = {
      "`",  "``", "```", "\n", "# ",  "---", "===",  "<!--", "-->",  "[", "](", ")",
      "<a", ">",  ".. ", "::", "a_b", ".",   "\xff", "\r\n", ":x:`", "~", "  ", "<"};
  std::uint64_t state = 1;
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 24; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += pieces[(state >> 33) % pieces.size()];
    }
    for (const Grammar grammar : {Grammar::kMarkdown, Grammar::kRestructuredText}) {
      const FileFacts facts = FactsOf(grammar, text);
      ASSERT_FALSE(facts.definitions.empty());
    }
  }
}

TEST(Prose, TakesLongLinesOfMarksInLinearTime) {
  for (const char* piece : {"`", "[", "![", "](", "<", "<!--", "``x", ":a"}) {
    std::string text;
    while (text.size() < (1u << 18)) text += piece;
    FactsOf(Grammar::kMarkdown, text);
    FactsOf(Grammar::kRestructuredText, text);
  }
}

}  // namespace
}  // namespace waymark::indexer
