// Conditions of TypeScript and JavaScript that tell the type of a value: `instanceof`, `in`,
// members with literal types, functions that return a type predicate.
#include <algorithm>
#include <iterator>

#include "languages/script/script_language.h"
#include "syntax/type_tests.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr DecidingNode kScriptDecidingNodes[] = {
    {"if_statement", Decides::kIf},
    {"while_statement", Decides::kIf},
    {"for_statement", Decides::kIf},
    {"ternary_expression", Decides::kIf},
    {"binary_expression", Decides::kJunction},
    {"unary_expression", Decides::kNot},
    {"parenthesized_expression", Decides::kGrouping},
    {"switch_statement", Decides::kCases},
    {"return_statement", Decides::kLeaves},
    {"throw_statement", Decides::kLeaves},
    {"break_statement", Decides::kLeaves},
    {"continue_statement", Decides::kLeaves},
    {"statement_block", Decides::kStatements},
    {"program", Decides::kStatements},
    {"switch_case", Decides::kStatements},
    {"switch_default", Decides::kStatements},
};

constexpr std::string_view kLiteralKinds[] = {"string", "number", "true",
                                              "false",  "null",   "undefined"};
constexpr std::string_view kScriptLeavingCalls[] = {"process.exit", "fail"};
constexpr std::string_view kAssertingCalls[] = {"assert", "assert.ok", "console.assert",
                                                "invariant"};
constexpr std::string_view kAssertingWords[] = {"assert", "check",   "ensure",   "expect",
                                                "must",   "require", "validate", "verify"};
constexpr std::string_view kTypeOfObject = "constructor";

// The variable of `(job = find())`.
NodeIndex AssignedIn(const TestTree& tree, NodeIndex value) {
  value = tree.Inside(value, "parenthesized_expression");
  if (tree.KindOf(value) == "non_null_expression" && value + 1 < tree.End(value)) return value + 1;
  return tree.KindOf(value) == "assignment_expression" ? tree.Child(value, "left") : value;
}

bool IsMember(const TestTree& tree, NodeIndex node) {
  return tree.KindOf(node) == "member_expression" && tree.Child(node, "property") != 0;
}

// `shape.kind === "round"`, and a member that is no literal: `job.constructor === Job`.
void ReadEquality(const TestTree& tree, NodeIndex member, NodeIndex value, bool holds,
                  std::vector<TypeTest>& tests) {
  if (!IsMember(tree, member)) return;
  const NodeIndex object = AssignedIn(tree, tree.Child(member, "object"));
  const NodeIndex property = tree.Child(member, "property");
  if (IsIn(kLiteralKinds, tree.KindOf(value))) {
    tests.push_back({object, Asked::kConstant, holds, {value}, property});
  } else if (tree.TextOf(property) == kTypeOfObject) {
    tests.push_back({object, Asked::kType, holds, {value}});
  }
}

void ReadOperator(const TestTree& tree, NodeIndex node, bool holds, std::vector<TypeTest>& tests) {
  const NodeIndex left = tree.Child(node, "left");
  const NodeIndex right = tree.Child(node, "right");
  if (left == 0 || right == 0) return;
  const std::string_view sign = tree.TextBetween(left, right);
  if (sign == "instanceof") {
    tests.push_back({AssignedIn(tree, left), Asked::kType, holds, {right}});
  } else if (sign == "in") {
    if (tree.KindOf(left) == "string") {
      tests.push_back({AssignedIn(tree, right), Asked::kMember, holds, {}, left});
    }
  } else if (sign == "===" || sign == "==" || sign == "!==" || sign == "!=") {
    const bool is_equal = sign.front() == '=';
    ReadEquality(tree, left, right, holds == is_equal, tests);
    ReadEquality(tree, right, left, holds == is_equal, tests);
  }
}

// Adds the test of a call of its first argument, or of its object if it has no argument.
void ReadCall(const TestTree& tree, NodeIndex call, Asked asked, bool holds,
              std::vector<TypeTest>& tests) {
  const NodeIndex function = tree.Child(call, "function");
  const NodeIndex list = tree.Child(call, "arguments");
  if (function == 0 || list == 0) return;
  const std::vector<NodeIndex> arguments = tree.ChildrenOf(list);
  if (!arguments.empty()) {
    tests.push_back({AssignedIn(tree, arguments.front()), asked, holds, {function}});
  } else if (IsMember(tree, function)) {
    tests.push_back({tree.Child(function, "object"), asked, holds, {function}});
  }
}

void ReadScriptTest(const TestTree& tree, NodeIndex node, bool holds,
                    std::vector<TypeTest>& tests) {
  const std::string_view kind = tree.KindOf(node);
  if (kind == "binary_expression") ReadOperator(tree, node, holds, tests);
  if (kind == "call_expression") ReadCall(tree, node, Asked::kGuard, holds, tests);
}

// As above, and `if (result.ok)`, which tells apart types with `ok: true` and `ok: false`.
void ReadTypeScriptTest(const TestTree& tree, NodeIndex node, bool holds,
                        std::vector<TypeTest>& tests) {
  if (!IsMember(tree, node)) return ReadScriptTest(tree, node, holds, tests);
  const NodeIndex object = tree.Child(node, "object");
  if (tree.KindOf(object) != "identifier") return;
  tests.push_back({object, Asked::kConstant, holds, {}, tree.Child(node, "property")});
}

// A call of a function that may be declared as `asserts x is Type`, by its name. Without this limit
// the uses of every argument would depend on a test.
void ReadScriptStatement(const TestTree& tree, NodeIndex statement, std::vector<TypeTest>& tests) {
  if (tree.KindOf(statement) != "expression_statement") return;
  const std::vector<NodeIndex> parts = tree.ChildrenOf(statement);
  if (parts.size() != 1 || tree.KindOf(parts.front()) != "call_expression") return;
  const NodeIndex function = tree.Child(parts.front(), "function");
  if (function == 0) return;
  const std::string_view path = tree.TextOf(function);
  const std::string_view name = path.substr(path.rfind('.') + 1);
  const bool may_assert =
      std::any_of(std::begin(kAssertingWords), std::end(kAssertingWords),
                  [name](std::string_view word) { return name.starts_with(word); });
  if (!may_assert) return;
  ReadCall(tree, parts.front(), Asked::kAssertion, true, tests);
}

// Whether control goes on from this case to the next one.
bool FallsThrough(const TestTree& tree, NodeIndex label) {
  std::vector<NodeIndex> parts = tree.ChildrenOf(label);
  while (!parts.empty() && tree.KindOf(parts.back()) == "statement_block") {
    parts = tree.ChildrenOf(parts.back());
  }
  if (parts.empty()) return true;
  const std::string_view last = tree.KindOf(parts.back());
  return !last.ends_with("_statement") || last == "expression_statement" || last == "if_statement";
}

void ReadScriptCases(const TestTree& tree, NodeIndex node, std::vector<TestedCase>& cases) {
  const NodeIndex value = tree.Child(node, "value");
  const NodeIndex body = tree.Child(node, "body");
  if (value == 0 || body == 0) return;
  const NodeIndex switched = tree.Inside(value, "parenthesized_expression");
  const bool is_true = tree.KindOf(switched) == "true";
  std::vector<TypeTest> before;   // of the labels above that have no code of their own
  std::vector<TypeTest> against;  // of all labels so far
  bool is_open = false;           // the code above goes on here
  for (const NodeIndex label : tree.ChildrenOf(body)) {
    std::vector<TypeTest> tests;
    const NodeIndex constant = tree.Child(label, "value");
    const NodeIndex code = constant == 0 ? label + 1 : tree.End(constant);
    if (is_true && constant != 0) {
      ReadScriptTest(tree, constant, true, tests);
    } else if (constant != 0) {
      ReadEquality(tree, switched, constant, true, tests);
    }
    if (tests.size() == 1) {
      against.push_back(tests.front());
      against.back().holds = !against.back().holds;
    }
    const bool is_empty = code >= tree.End(label);
    if (before.size() == 1 && tests.size() == 1 && before[0].asked == tests[0].asked) {
      auto& types = tests[0].types;
      types.insert(types.end(), before[0].types.begin(), before[0].types.end());
    } else if (!before.empty()) {
      tests.clear();
    }
    if (is_empty) {
      before = tests;
      is_open = is_open || tests.empty();
      continue;
    }
    if (constant == 0) tests = against;
    if (!is_open) cases.push_back({tests, code, tree.End(label)});
    before.clear();
    is_open = FallsThrough(tree, label);
  }
}

}  // namespace

const TestRules kJavaScriptTests = {.nodes = kScriptDecidingNodes,
                                    .read_test = ReadScriptTest,
                                    .read_cases = ReadScriptCases,
                                    .read_statement = ReadScriptStatement,
                                    .leaving_calls = kScriptLeavingCalls,
                                    .asserting_calls = kAssertingCalls};

const TestRules kTypeScriptTests = {.nodes = kScriptDecidingNodes,
                                    .read_test = ReadTypeScriptTest,
                                    .read_cases = ReadScriptCases,
                                    .read_statement = ReadScriptStatement,
                                    .leaving_calls = kScriptLeavingCalls,
                                    .asserting_calls = kAssertingCalls};

}  // namespace waymark::indexer
