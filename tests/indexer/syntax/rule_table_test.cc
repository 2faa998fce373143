// Rules fit their grammars, and those that do not are refused.
#include "syntax/rule_table.h"

#include <gtest/gtest.h>

#include "indexer/language.h"

namespace waymark::indexer {
namespace {

absl::Status CompileOne(const Rule& rule) {
  const Rule rules[] = {rule};
  LanguageRules language;
  language.rules[0] = rules;
  return RuleTable::Compile(RulesOf(Grammar::kPython).grammar(), language).status();
}

TEST(RuleTable, RefusesAnUnknownNodeKind) {
  EXPECT_EQ(CompileOne({.node = "no_such_node", .role = Role::kSkip}).code(),
            absl::StatusCode::kInternal);
}

TEST(RuleTable, RefusesAnUnknownField) {
  EXPECT_EQ(CompileOne({.node = "call",
                        .role = Role::kCall,
                        .parts = {{{"no_such_field", ChildRole::kOperand}}}})
                .code(),
            absl::StatusCode::kInternal);
}

TEST(RuleTable, RefusesAnUnknownKindOfChild) {
  EXPECT_EQ(CompileOne({.node = "call",
                        .role = Role::kCall,
                        .parts = {{{"<no_such_node>", ChildRole::kOperand}}}})
                .code(),
            absl::StatusCode::kInternal);
}

TEST(RuleTable, RefusesTwoRulesForOneKind) {
  const Rule rules[] = {{.node = "call", .role = Role::kCall},
                        {.node = "call", .role = Role::kSkip}};
  LanguageRules language;
  language.rules[0] = rules;

  const absl::Status status =
      RuleTable::Compile(RulesOf(Grammar::kPython).grammar(), language).status();

  EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
}

// "lambda" names the expression; the token of the same name needs quotes.
TEST(RuleTable, TellsTokensFromNodes) {
  EXPECT_TRUE(CompileOne({.node = "lambda", .role = Role::kSkip}).ok());
  EXPECT_TRUE(CompileOne({.node = "'lambda'", .role = Role::kSkip}).ok());
  EXPECT_FALSE(CompileOne({.node = "'no_such_token'", .role = Role::kSkip}).ok());
}

}  // namespace
}  // namespace waymark::indexer
