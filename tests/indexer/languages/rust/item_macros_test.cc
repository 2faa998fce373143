#include "languages/rust/item_macros.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "indexer/language.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"

namespace waymark::indexer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The texts of the children of the root that are definitions, by their lines' begins.
class ItemMacros : public ::testing::Test {
 protected:
  std::vector<std::string> Definitions(const std::string& source) {
    const RuleTable& rules = RulesOf(Grammar::kRust);
    EXPECT_TRUE(parser_.Parse(rules.grammar(), source, rules.kept(), tree_).ok());
    std::string buffer;
    std::string_view bytes = source;
    EXPECT_TRUE(ExpandItemMacros(parser_, rules, buffer, bytes, tree_).ok());
    EXPECT_EQ(tree_.nodes[0].next, tree_.nodes.size());
    std::vector<std::string> found;
    for (NodeIndex i = 1; i < tree_.nodes[0].next; i = tree_.nodes[i].next) {
      if (rules.RuleOf(tree_.nodes[i].symbol).role != Role::kDefinition) continue;
      const std::string text = source.substr(tree_.nodes[i].begin, 40);
      found.push_back(text.substr(0, text.find_first_of("({:;")));
    }
    return found;
  }

  // Every subtree ends where its parent's does or before.
  void ExpectNesting(NodeIndex parent = 0) const {
    for (NodeIndex i = parent + 1; i < tree_.nodes[parent].next; i = tree_.nodes[i].next) {
      ASSERT_GT(tree_.nodes[i].next, i);
      ASSERT_LE(tree_.nodes[i].next, tree_.nodes[parent].next);
      ExpectNesting(i);
    }
  }

  Parser parser_;
  SyntaxTree tree_;
};

TEST_F(ItemMacros, GiveTheirDefinitionsToWhatStandsAround) {
  EXPECT_THAT(
      Definitions("fn a() {}\nany! { /// One.\n struct B { x: u8 }\n fn c() {} }\nfn d() {}"),
      ElementsAre("fn a", "struct B ", "fn c", "fn d"));
  ExpectNesting();
}

TEST_F(ItemMacros, MayStandInEachOther) {
  EXPECT_THAT(Definitions("one! { two::three! { fn a() {} } fn b() {} }"),
              ElementsAre("fn a", "fn b"));
  ExpectNesting();
}

TEST_F(ItemMacros, HaveThoseOfEachBranch) {
  EXPECT_THAT(Definitions("cfg_if! { if #[cfg(a)] { fn a() {} } else if #[cfg(b)] { fn b() {} } "
                          "else { compile_error!(\"neither\"); } }"),
              ElementsAre("fn a", "fn b"));
  ExpectNesting();
}

TEST_F(ItemMacros, MayMakeValuesLazily) {
  EXPECT_THAT(Definitions("lazy_static! { static ref A: u8 = 1; }\n"
                          "thread_local! { static B: u8 = 1 }"),
              ElementsAre("static ref A", "static B"));
}

TEST_F(ItemMacros, MayMakeFlags) {
  EXPECT_THAT(Definitions("flags! { #[derive(Clone)] pub struct F: u8 { /// One; {\n const A = 1;\n"
                          "const B = 1 << 1; const _ = !0; } struct G: ::core::u16 { } }"),
              ElementsAre("pub struct F", "struct G"));
  ExpectNesting();
  EXPECT_THAT(Definitions("any! { struct F: u8 }"), IsEmpty());
}

TEST_F(ItemMacros, KeepTheirTokensWhereTheTextIsMoreThanDefinitions) {
  EXPECT_THAT(Definitions("any! { fn a() {} = 1 }"), IsEmpty());
  EXPECT_THAT(Definitions("any! { fn a() {} println!(\"x\"); let b = 1; }"), IsEmpty());
  EXPECT_THAT(Definitions("any! {}\nany! { // nothing\n }"), IsEmpty());
  EXPECT_THAT(Definitions("any!(fn a() {});"), IsEmpty());
}

TEST_F(ItemMacros, InsideOfFunctionsAreValues) {
  EXPECT_THAT(Definitions("fn a() { quote! { fn b() {} } }"), ElementsAre("fn a"));
  EXPECT_THAT(Definitions("const A: X = quote! { fn b() {} };"), ElementsAre("const A"));
}

TEST_F(ItemMacros, AreFollowedToABound) {
  std::string source = "fn a() {}";
  for (int i = 0; i <= kMaxItemMacroNesting; ++i) source = "any! { " + source + " }";
  EXPECT_THAT(Definitions(source), IsEmpty());
  ExpectNesting();
}

}  // namespace
}  // namespace waymark::indexer
