// The flat copy of a tree says what a cursor over the tree says.
#include "syntax/syntax.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <tree_sitter/api.h>

#include "indexer/language.h"
#include "syntax/rule_table.h"

namespace waymark::indexer {
namespace {

namespace fs = std::filesystem;

// One line a node: depth, symbol, field, bytes.
std::vector<std::string> WalkWithCursor(const TSLanguage* grammar, const std::string& source) {
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, grammar);
  TSTree* tree = ts_parser_parse_string(parser, nullptr, source.data(),
                                        static_cast<std::uint32_t>(source.size()));
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  std::vector<std::string> lines;
  bool more = true;
  while (more) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    // The copy leaves out errors that have no children.
    if (ts_node_symbol(node) != kErrorSymbol || ts_node_child_count(node) > 0) {
      lines.push_back(fmt::format("{} {} {} {} {}", ts_tree_cursor_current_depth(&cursor),
                                  ts_node_symbol(node), ts_tree_cursor_current_field_id(&cursor),
                                  ts_node_start_byte(node), ts_node_end_byte(node)));
    }
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
    }
  }
  ts_tree_cursor_delete(&cursor);
  ts_tree_delete(tree);
  ts_parser_delete(parser);
  return lines;
}

std::vector<std::string> WalkCopy(const TSLanguage* grammar, const std::string& source) {
  const std::vector<std::uint8_t> kept(ts_language_symbol_count(grammar), 1);
  Parser parser;
  SyntaxTree tree;
  EXPECT_TRUE(parser.Parse(grammar, source, kept, tree).ok());
  std::vector<std::string> lines;
  std::vector<NodeIndex> ends;
  for (NodeIndex index = 0; index < tree.nodes.size(); ++index) {
    while (!ends.empty() && ends.back() <= index) ends.pop_back();
    const SyntaxNode& node = tree.nodes[index];
    lines.push_back(
        fmt::format("{} {} {} {} {}", ends.size(), node.symbol, node.field, node.begin, node.end));
    ends.push_back(node.next);
  }
  return lines;
}

TEST(SyntaxTree, IsWhatACursorSees) {
  const fs::path fixtures = fs::path(WM_SOURCE_DIR) / "tests/fixtures/extract";
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fixtures)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string source{std::istreambuf_iterator<char>(stream), {}};
    const GrammarRow* row = DetectGrammar(entry.path().string(), source);
    ASSERT_NE(row, nullptr) << entry.path();
    const TSLanguage* grammar = RulesOf(row->grammar).grammar();
    EXPECT_EQ(WalkCopy(grammar, source), WalkWithCursor(grammar, source)) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 5);
}

TEST(SyntaxTree, LeavesOutTokensThatNoRuleMentions) {
  const RuleTable& rules = RulesOf(Grammar::kPython);
  Parser parser;
  SyntaxTree tree;

  ASSERT_TRUE(parser.Parse(rules.grammar(), "f(a, b)\n", rules.kept(), tree).ok());

  for (const SyntaxNode& node : tree.nodes) {
    EXPECT_EQ(ts_language_symbol_type(rules.grammar(), node.symbol), TSSymbolTypeRegular);
  }
}

TEST(SyntaxTree, CountsErrors) {
  const RuleTable& rules = RulesOf(Grammar::kPython);
  Parser parser;
  SyntaxTree tree;

  ASSERT_TRUE(parser.Parse(rules.grammar(), "def f(:\n  pass\n", rules.kept(), tree).ok());
  EXPECT_GT(tree.error_count, 0u);
  ASSERT_TRUE(parser.Parse(rules.grammar(), "def f():\n  pass\n", rules.kept(), tree).ok());
  EXPECT_EQ(tree.error_count, 0u);
}

}  // namespace
}  // namespace waymark::indexer
