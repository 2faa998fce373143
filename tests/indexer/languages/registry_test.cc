// Every language that is listed is complete, and no two claim the same files.
#include "languages/registry.h"

#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/languages.h"
#include "scan/file_kinds.h"

namespace waymark::indexer {
namespace {

TEST(Registry, ListsEveryLanguageOfTheCatalogueOnce) {
  std::set<Language> listed;
  for (const LanguageDescriptor* descriptor : AllLanguages()) {
    std::set<Language> own;
    for (const GrammarDescriptor& grammar : descriptor->grammars) own.insert(grammar.row.language);
    EXPECT_FALSE(own.empty());
    for (const Language language : own) EXPECT_TRUE(listed.insert(language).second);
  }
  for (std::size_t number = 1; number < kLanguageBound; ++number) {
    EXPECT_EQ(listed.count(static_cast<Language>(number)), 1U) << number;
  }
  EXPECT_EQ(listed.size(), kLanguageBound - 1);
}

TEST(Registry, EveryDescriptorIsComplete) {
  for (const LanguageDescriptor* descriptor : AllLanguages()) {
    ASSERT_NE(descriptor->resolution, nullptr);
    const ModuleRule* modules = descriptor->resolution->modules;
    ASSERT_NE(modules, nullptr);
    EXPECT_NE(modules->prepare, nullptr);
    EXPECT_NE(modules->link, nullptr);
    for (const GrammarDescriptor& grammar : descriptor->grammars) {
      const Language language = grammar.row.language;
      EXPECT_GT(grammar.row.extractor_version, 0);
      EXPECT_EQ(&RulesOf(language), descriptor->resolution);
      EXPECT_EQ(grammar.rules != nullptr, IsCode(language));
    }
  }
}

TEST(Registry, EveryRuleTableCompiles) {
  for (const LanguageDescriptor* descriptor : AllLanguages()) {
    for (const GrammarDescriptor& grammar : descriptor->grammars) {
      if (grammar.rules == nullptr) continue;
      const RuleTable& rules = grammar.rules();
      EXPECT_TRUE(RuleTable::Compile(rules.grammar(), rules.language()).ok());
    }
  }
}

// A language that resolves names says so by its steps, or sends messages.
TEST(Registry, CodeIsResolved) {
  for (const LanguageDescriptor* descriptor : AllLanguages()) {
    const ResolutionRules& rules = *descriptor->resolution;
    const bool is_code = IsCode(descriptor->grammars.front().row.language);
    EXPECT_EQ(!rules.steps.empty() || rules.members_are_calls, is_code);
    EXPECT_EQ(!rules.predeclared.empty() && !rules.foreign_members.empty(), is_code);
  }
}

TEST(Registry, NoTwoGrammarsClaimTheSameFiles) {
  std::set<std::string_view> extensions;
  std::set<std::string_view> interpreters;
  std::set<std::string_view> file_names;
  for (const GrammarRow& row : AllGrammars()) {
    for (const std::string_view extension : row.extensions) {
      EXPECT_TRUE(extension.starts_with('.')) << extension;
      EXPECT_TRUE(extensions.insert(extension).second) << extension;
    }
    for (const std::string_view program : row.interpreters) {
      EXPECT_TRUE(interpreters.insert(program).second) << program;
    }
    for (const std::string_view name : row.file_names) {
      EXPECT_TRUE(file_names.insert(name).second) << name;
    }
  }
}

TEST(Registry, NoIndexedFileIsOfAnUnindexedKind) {
  for (const GrammarRow& row : AllGrammars()) {
    if (row.grammar == Grammar::kUnindexedSource || row.grammar == Grammar::kTemplate) continue;
    for (const std::string_view extension : row.extensions) {
      EXPECT_EQ(UnindexedKindOf(fmt::format("a{}", extension)), "") << extension;
    }
    for (const std::string_view name : row.file_names) EXPECT_EQ(UnindexedKindOf(name), "") << name;
  }
}

TEST(Registry, GrammarsAreInOrderOfTheirNumbers) {
  Grammar before = Grammar::kNone;
  for (const GrammarRow& row : AllGrammars()) {
    EXPECT_LT(before, row.grammar);
    EXPECT_EQ(FindGrammar(row.grammar), &row);
    before = row.grammar;
  }
}

}  // namespace
}  // namespace waymark::indexer
