#include "graph/languages.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "graph/ascii.h"

namespace waymark {
namespace {

TEST(Languages, NamesRoundTripInOrderOfNumbers) {
  std::size_t number = 0;
  for (const Language language : AllLanguages()) {
    EXPECT_EQ(static_cast<std::size_t>(language), ++number);
    EXPECT_EQ(LanguageFromName(Name(language)), language);
  }
  EXPECT_EQ(number + 1, kLanguageBound);
}

constexpr std::string_view LanguageTraits::*kWordLists[] = {
    &LanguageTraits::documentation_marks, &LanguageTraits::unit_extensions,
    &LanguageTraits::constructors,        &LanguageTraits::implicit_names,
    &LanguageTraits::test_bases,
};

TEST(Languages, EveryRowIsComplete) {
  for (const Language language : AllLanguages()) {
    const LanguageTraits& traits = TraitsOf(language);
    EXPECT_NE(traits.name_group, NameGroup::kNone) << Name(language);
    EXPECT_FALSE(traits.separator.empty()) << Name(language);
    EXPECT_EQ(traits.instance_separator.empty(), traits.static_separator.empty()) << Name(language);
    EXPECT_EQ(traits.is_code, traits.name_group != NameGroup::kProse) << Name(language);
    EXPECT_EQ(traits.is_code, !traits.line_comment.empty()) << Name(language);
    EXPECT_EQ(traits.is_code, !traits.quotes.empty()) << Name(language);
    EXPECT_EQ(traits.is_code, !traits.import_begins[0].empty()) << Name(language);
  }
}

TEST(Languages, EveryNameGroupHasALanguage) {
  std::set<NameGroup> groups;
  for (const Language language : AllLanguages()) groups.insert(NameGroupOf(language));
  EXPECT_EQ(groups.size() + 1, kNameGroupCount);
}

TEST(Languages, ListsHoldEachWordOnce) {
  for (const Language language : AllLanguages()) {
    for (const auto list : kWordLists) {
      const std::string_view words = TraitsOf(language).*list;
      std::vector<std::string_view> all;
      VisitWords(words, [&](std::string_view word) { all.push_back(word); });
      const std::set<std::string_view> distinct(all.begin(), all.end());
      EXPECT_EQ(distinct.size(), all.size()) << words;
      EXPECT_EQ(distinct.count(""), 0u) << words;
      EXPECT_FALSE(words.ends_with(' ')) << words;
    }
  }
}

TEST(Languages, QuotesAgreeWithEachOther) {
  for (const Language language : AllLanguages()) {
    const LanguageTraits& traits = TraitsOf(language);
    const auto is_quote = [&](char c) { return traits.quotes.find(c) != std::string_view::npos; };
    EXPECT_TRUE(
        std::all_of(traits.multiline_quotes.begin(), traits.multiline_quotes.end(), is_quote))
        << Name(language);
    EXPECT_FALSE(is_quote(traits.lone_quote)) << Name(language);
    EXPECT_TRUE(traits.digit_separator == '\0' || is_quote(traits.digit_separator))
        << Name(language);
  }
}

TEST(Languages, MarksOfTextsHaveEnds) {
  for (const Language language : AllLanguages()) {
    for (const TextMarks& marks : TraitsOf(language).head_texts) {
      EXPECT_EQ(marks.begin.empty(), marks.end.empty()) << Name(language);
    }
  }
}

TEST(Languages, ImportsNamePackagesDirectoriesOrFiles) {
  EXPECT_TRUE(ImportsPackages(Language::kJava));
  EXPECT_FALSE(ImportsDirectories(Language::kJava));
  EXPECT_TRUE(ImportsDirectories(Language::kGo));
  EXPECT_TRUE(ImportsDirectories(Language::kCSharp));
  EXPECT_FALSE(ImportsPackages(Language::kPython));
}

TEST(Languages, NumbersOutsideTheListHaveTheTraitsOfNone) {
  EXPECT_EQ(NameGroupOf(Language::kNone), NameGroup::kNone);
  EXPECT_EQ(&TraitsOf(static_cast<Language>(200)), &TraitsOf(Language::kNone));
}

TEST(Languages, SeparatorsFollowTheLanguage) {
  EXPECT_EQ(Separator(Language::kPython), ".");
  EXPECT_EQ(Separator(Language::kCpp), "::");
}

TEST(Languages, MethodsCanHaveSeparatorsOfTheirOwn) {
  EXPECT_EQ(Separator(Language::kRuby, SymbolKind::kMethod, false), "#");
  EXPECT_EQ(Separator(Language::kRuby, SymbolKind::kMethod, true), ".");
  EXPECT_EQ(Separator(Language::kRuby, SymbolKind::kClass, false), "::");
  EXPECT_EQ(Separator(Language::kJava, SymbolKind::kMethod, true), ".");
}

TEST(Languages, NamesAreSharedWithinAGroup) {
  EXPECT_EQ(NameGroupOf(Language::kC), NameGroupOf(Language::kCpp));
  EXPECT_EQ(NameGroupOf(Language::kTypeScript), NameGroupOf(Language::kJavaScript));
  EXPECT_NE(NameGroupOf(Language::kJava), NameGroupOf(Language::kCSharp));
}

}  // namespace
}  // namespace waymark
