// Conditions of Ruby that tell the class of an object: `is_a?`, `case`, patterns.
#include "languages/ruby/ruby_language.h"
#include "syntax/type_tests.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr DecidingNode kRubyDecidingNodes[] = {
    {"if", Decides::kIf},
    {"elsif", Decides::kIf},
    {"unless", Decides::kUnless},
    {"if_modifier", Decides::kIf},
    {"unless_modifier", Decides::kUnless},
    {"conditional", Decides::kIf},
    {"while", Decides::kIf},
    {"until", Decides::kUnless},
    {"binary", Decides::kJunction},
    {"unary", Decides::kNot},
    {"parenthesized_statements", Decides::kGrouping},
    {"case", Decides::kCases},
    {"case_match", Decides::kCases},
    {"return", Decides::kLeaves},
    {"next", Decides::kLeaves},
    {"break", Decides::kLeaves},
    {"redo", Decides::kLeaves},
    {"program", Decides::kStatements},
    {"body_statement", Decides::kStatements},
    {"block_body", Decides::kStatements},
    {"then", Decides::kStatements},
    {"else", Decides::kStatements},
    {"begin", Decides::kStatements},
    {"do", Decides::kStatements},
};

constexpr std::string_view kClassTests[] = {"is_a?", "kind_of?", "instance_of?"};
constexpr std::string_view kRubyLeavingCalls[] = {"abort", "exit",  "exit!",
                                                  "fail",  "raise", "throw"};
constexpr std::string_view kClassMethod = "class";

bool NamesClass(const TestTree& tree, NodeIndex node) {
  return tree.KindOf(node) == "constant" || tree.KindOf(node) == "scope_resolution";
}

NodeIndex RubySubject(const TestTree& tree, NodeIndex value) {
  value = tree.Inside(value, "parenthesized_statements");
  return tree.KindOf(value) == "assignment" ? tree.Child(value, "left") : value;
}

// The classes of which a pattern takes instances; empty if it may take other objects.
std::vector<NodeIndex> ClassesIn(const TestTree& tree, NodeIndex pattern) {
  if (NamesClass(tree, pattern)) return {pattern};
  const std::string_view kind = tree.KindOf(pattern);
  if (kind == "pattern") {
    const std::vector<NodeIndex> parts = tree.ChildrenOf(pattern);
    return parts.size() == 1 ? ClassesIn(tree, parts.front()) : std::vector<NodeIndex>();
  }
  if (kind == "as_pattern") {
    const NodeIndex value = tree.Child(pattern, "value");
    return value == 0 ? std::vector<NodeIndex>() : ClassesIn(tree, value);
  }
  if (kind == "alternative_pattern") {
    std::vector<NodeIndex> classes;
    for (const NodeIndex part : tree.ChildrenOf(pattern)) {
      const std::vector<NodeIndex> one = ClassesIn(tree, part);
      if (one.empty()) return {};
      classes.insert(classes.end(), one.begin(), one.end());
    }
    return classes;
  }
  const NodeIndex named = tree.Child(pattern, "class");
  return named == 0 ? std::vector<NodeIndex>() : ClassesIn(tree, named);
}

void ReadRubyCall(const TestTree& tree, NodeIndex call, bool holds, std::vector<TypeTest>& tests) {
  const NodeIndex receiver = tree.Child(call, "receiver");
  const NodeIndex method = tree.Child(call, "method");
  const NodeIndex list = tree.Child(call, "arguments");
  if (receiver == 0 || method == 0 || list == 0) return;
  const std::vector<NodeIndex> arguments = tree.ChildrenOf(list);
  if (arguments.size() != 1 || !IsIn(kClassTests, tree.TextOf(method))) return;
  tests.push_back({RubySubject(tree, receiver), Asked::kType, holds, {arguments.front()}});
}

// `Job === x`   `x.class == Job`
void ReadRubyOperator(const TestTree& tree, NodeIndex node, bool holds,
                      std::vector<TypeTest>& tests) {
  const NodeIndex left = tree.Child(node, "left");
  const NodeIndex right = tree.Child(node, "right");
  if (left == 0 || right == 0) return;
  const std::string_view sign = tree.TextBetween(left, right);
  if (sign == "===") {
    if (NamesClass(tree, left)) tests.push_back({right, Asked::kType, holds, {left}});
    return;
  }
  const bool compares = sign == "==" || sign == "!=";
  if (!compares || tree.KindOf(left) != "call" || !NamesClass(tree, right)) return;
  const NodeIndex receiver = tree.Child(left, "receiver");
  const NodeIndex method = tree.Child(left, "method");
  if (receiver == 0 || method == 0 || tree.TextOf(method) != kClassMethod) return;
  tests.push_back({receiver, Asked::kType, holds == (sign == "=="), {right}});
}

void ReadRubyTest(const TestTree& tree, NodeIndex node, bool holds, std::vector<TypeTest>& tests) {
  const std::string_view kind = tree.KindOf(node);
  if (kind == "call") return ReadRubyCall(tree, node, holds, tests);
  if (kind == "binary") return ReadRubyOperator(tree, node, holds, tests);
  if (kind != "test_pattern") return;  // x in Job
  const NodeIndex value = tree.Child(node, "value");
  const NodeIndex pattern = tree.Child(node, "pattern");
  if (value == 0 || pattern == 0) return;
  std::vector<NodeIndex> classes = ClassesIn(tree, pattern);
  if (!classes.empty()) tests.push_back({value, Asked::kType, holds, std::move(classes)});
}

// Whether a clause takes all instances of the classes that it names.
bool TakesAll(const TestTree& tree, NodeIndex clause) {
  if (tree.Child(clause, "guard") != 0) return false;
  for (NodeIndex part = clause + 1; part < tree.End(clause); part = tree.End(part)) {
    if (!tree.IsIn(part, "pattern")) continue;
    for (NodeIndex i = part; i < tree.End(part); ++i) {
      const std::string_view kind = tree.KindOf(i);
      if (kind == "array_pattern" || kind == "find_pattern" || kind == "hash_pattern") return false;
    }
  }
  return true;
}

// The classes of all patterns of a clause; empty if one of them may take other objects.
std::vector<NodeIndex> ClassesOf(const TestTree& tree, NodeIndex clause) {
  std::vector<NodeIndex> classes;
  for (NodeIndex part = clause + 1; part < tree.End(clause); part = tree.End(part)) {
    if (!tree.IsIn(part, "pattern")) continue;
    const std::vector<NodeIndex> one = ClassesIn(tree, part);
    if (one.empty()) return {};
    classes.insert(classes.end(), one.begin(), one.end());
  }
  return classes;
}

// `case` without a value: each `when` has a condition.
void ReadConditions(const TestTree& tree, NodeIndex node, std::vector<TestedCase>& cases) {
  for (const NodeIndex clause : tree.ChildrenOf(node)) {
    const NodeIndex pattern = tree.Child(clause, "pattern");
    const NodeIndex body = tree.Child(clause, "body");
    if (pattern == 0 || body == 0) continue;
    const std::vector<NodeIndex> conditions = tree.ChildrenOf(pattern);
    TestedCase one{{}, body, tree.End(clause)};
    if (conditions.size() == 1) ReadRubyTest(tree, conditions.front(), true, one.tests);
    if (!one.tests.empty()) cases.push_back(std::move(one));
  }
}

void ReadRubyCases(const TestTree& tree, NodeIndex node, std::vector<TestedCase>& cases) {
  const NodeIndex value = tree.Child(node, "value");
  if (value == 0) return ReadConditions(tree, node, cases);
  const NodeIndex subject = RubySubject(tree, value);
  std::vector<TypeTest> before;
  for (NodeIndex clause = tree.End(value); clause < tree.End(node); clause = tree.End(clause)) {
    const NodeIndex pattern = tree.Child(clause, "pattern");
    TestedCase one{before, pattern == 0 ? clause : tree.End(pattern), tree.End(clause)};
    std::vector<NodeIndex> classes = ClassesOf(tree, clause);
    if (!classes.empty()) {
      one.tests.push_back({subject, Asked::kType, true, classes});
      if (TakesAll(tree, clause)) before.push_back({subject, Asked::kType, false, classes});
    }
    if (!one.tests.empty()) cases.push_back(std::move(one));
  }
}

}  // namespace

const TestRules kRubyTests = {.nodes = kRubyDecidingNodes,
                              .read_test = ReadRubyTest,
                              .read_cases = ReadRubyCases,
                              .leaving_calls = kRubyLeavingCalls};

}  // namespace waymark::indexer
