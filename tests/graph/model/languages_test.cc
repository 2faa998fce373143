#include "graph/languages.h"

#include <gtest/gtest.h>

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

TEST(Languages, EveryRowIsComplete) {
  for (const Language language : AllLanguages()) {
    const LanguageTraits& traits = TraitsOf(language);
    EXPECT_NE(traits.names, NameGroup::kNone) << Name(language);
    EXPECT_FALSE(traits.separator.empty()) << Name(language);
    EXPECT_EQ(traits.instance_separator.empty(), traits.static_separator.empty()) << Name(language);
    EXPECT_EQ(traits.is_code, traits.names != NameGroup::kProse) << Name(language);
  }
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
