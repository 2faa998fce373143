// Conditions of Python that tell the type of a value: `isinstance`, the class of an object,
// `match`.
#include "languages/python/python_language.h"
#include "syntax/type_tests.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr DecidingNode kPythonDecidingNodes[] = {
    {"if_statement", Decides::kIf},
    {"elif_clause", Decides::kIf},
    {"while_statement", Decides::kIf},
    {"conditional_expression", Decides::kConditional},
    {"if_clause", Decides::kFilter},
    {"boolean_operator", Decides::kJunction},
    {"not_operator", Decides::kNot},
    {"parenthesized_expression", Decides::kGrouping},
    {"assert_statement", Decides::kAssertion},
    {"match_statement", Decides::kCases},
    {"return_statement", Decides::kLeaves},
    {"raise_statement", Decides::kLeaves},
    {"break_statement", Decides::kLeaves},
    {"continue_statement", Decides::kLeaves},
    {"block", Decides::kStatements},
    {"module", Decides::kStatements},
};

constexpr std::string_view kPythonLeavingCalls[] = {
    "exit", "os._exit", "os.abort", "quit", "pytest.fail", "pytest.skip", "sys.exit"};
constexpr std::string_view kInstanceTest = "isinstance";
constexpr std::string_view kSubtypeTest = "issubclass";
constexpr std::string_view kMemberTest = "hasattr";
constexpr std::string_view kTypeFunction = "type";
constexpr std::string_view kTypeMember = "__class__";
constexpr std::string_view kInstanceAssertion = "assertIsInstance";

// The variable of `(job := find())`.
NodeIndex SubjectIn(const TestTree& tree, NodeIndex value) {
  value = tree.Inside(value, "parenthesized_expression");
  return tree.KindOf(value) == "named_expression" ? tree.Child(value, "name") : value;
}

std::vector<NodeIndex> PythonArgumentsOf(const TestTree& tree, NodeIndex call) {
  const NodeIndex list = tree.Child(call, "arguments");
  return list == 0 ? std::vector<NodeIndex>() : tree.ChildrenOf(list);
}

// The object of `type(x)` and `x.__class__`; 0 for anything else.
NodeIndex ObjectOfType(const TestTree& tree, NodeIndex value) {
  if (tree.KindOf(value) == "call") {
    const std::vector<NodeIndex> arguments = PythonArgumentsOf(tree, value);
    const bool is_type = tree.TextOf(tree.Child(value, "function")) == kTypeFunction;
    return is_type && arguments.size() == 1 ? arguments.front() : 0;
  }
  if (tree.KindOf(value) != "attribute") return 0;
  const NodeIndex member = tree.Child(value, "attribute");
  return member != 0 && tree.TextOf(member) == kTypeMember ? tree.Child(value, "object") : 0;
}

void ReadComparison(const TestTree& tree, NodeIndex node, bool holds,
                    std::vector<TypeTest>& tests) {
  const std::vector<NodeIndex> sides = tree.ChildrenOf(node);
  if (sides.size() != 2) return;
  const std::string_view sign = tree.TextBetween(sides[0], sides[1]);
  const bool is_equal = sign == "is" || sign == "==";
  if (!is_equal && sign != "is not" && sign != "!=") return;
  const NodeIndex object = ObjectOfType(tree, sides[0]);
  if (object == 0) return;
  tests.push_back({SubjectIn(tree, object), Asked::kType, holds == is_equal, {sides[1]}});
}

void ReadPythonTest(const TestTree& tree, NodeIndex node, bool holds,
                    std::vector<TypeTest>& tests) {
  const std::string_view kind = tree.KindOf(node);
  if (kind == "comparison_operator") return ReadComparison(tree, node, holds, tests);
  if (kind != "call") return;
  const NodeIndex function = tree.Child(node, "function");
  const std::vector<NodeIndex> arguments = PythonArgumentsOf(tree, node);
  if (function == 0 || arguments.empty()) return;
  const std::string_view name = tree.TextOf(function);
  const NodeIndex subject = SubjectIn(tree, arguments.front());
  const bool is_subtype = name == kSubtypeTest;
  if (name == kInstanceTest || is_subtype) {
    if (arguments.size() != 2) return;
    const Asked asked = is_subtype ? Asked::kSubtype : Asked::kType;
    tests.push_back({subject, asked, holds, {arguments[1]}});
  } else if (name == kMemberTest) {
    const bool names_member = arguments.size() == 2 && tree.KindOf(arguments[1]) == "string";
    if (names_member) tests.push_back({subject, Asked::kMember, holds, {}, arguments[1]});
  } else {
    tests.push_back({subject, Asked::kGuard, holds, {function}});
  }
}

// self.assertIsInstance(x, Job)
void ReadPythonStatement(const TestTree& tree, NodeIndex statement, std::vector<TypeTest>& tests) {
  if (tree.KindOf(statement) != "expression_statement") return;
  const std::vector<NodeIndex> parts = tree.ChildrenOf(statement);
  if (parts.size() != 1 || tree.KindOf(parts.front()) != "call") return;
  const NodeIndex function = tree.Child(parts.front(), "function");
  if (function == 0 || !tree.TextOf(function).ends_with(kInstanceAssertion)) return;
  const std::vector<NodeIndex> arguments = PythonArgumentsOf(tree, parts.front());
  if (arguments.size() < 2) return;
  tests.push_back({arguments[0], Asked::kType, true, {arguments[1]}});
}

// The types that a pattern asks for, each a class pattern; empty if it may match other values.
std::vector<NodeIndex> TypesIn(const TestTree& tree, NodeIndex pattern) {
  while (tree.KindOf(pattern) == "case_pattern" || tree.KindOf(pattern) == "as_pattern" ||
         tree.KindOf(pattern) == "complex_pattern") {
    if (tree.rules().RuleOf(tree.node(pattern).symbol).role == Role::kAssignment &&
        tree.KindOf(pattern) != "complex_pattern") {
      break;
    }
    const std::vector<NodeIndex> parts = tree.ChildrenOf(pattern);
    if (parts.empty()) return {};
    pattern = parts.front();
  }
  if (tree.KindOf(pattern) == "class_pattern") {
    const std::vector<NodeIndex> parts = tree.ChildrenOf(pattern);
    return parts.empty() ? std::vector<NodeIndex>() : std::vector<NodeIndex>{parts.front()};
  }
  std::vector<NodeIndex> types;
  if (tree.KindOf(pattern) != "union_pattern") return types;
  for (const NodeIndex part : tree.ChildrenOf(pattern)) {
    const std::vector<NodeIndex> one = TypesIn(tree, part);
    if (one.empty()) return {};
    types.insert(types.end(), one.begin(), one.end());
  }
  return types;
}

// Adds the tests of `pattern` on the parts of `subject`, which may be a tuple.
void ReadPythonPattern(const TestTree& tree, NodeIndex subject, NodeIndex pattern,
                       std::vector<TypeTest>& tests) {
  while (tree.KindOf(pattern) == "case_pattern") {
    const std::vector<NodeIndex> parts = tree.ChildrenOf(pattern);
    if (parts.size() != 1) return;
    pattern = parts.front();
  }
  const bool is_list =
      tree.KindOf(pattern) == "tuple_pattern" || tree.KindOf(pattern) == "list_pattern";
  if (is_list && tree.KindOf(subject) == "tuple") {
    const std::vector<NodeIndex> values = tree.ChildrenOf(subject);
    const std::vector<NodeIndex> parts = tree.ChildrenOf(pattern);
    if (values.size() != parts.size()) return;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::vector<NodeIndex> types = TypesIn(tree, parts[i]);
      if (!types.empty()) tests.push_back({values[i], Asked::kType, true, std::move(types)});
    }
    return;
  }
  std::vector<NodeIndex> types = TypesIn(tree, pattern);
  if (!types.empty()) {
    tests.push_back({SubjectIn(tree, subject), Asked::kType, true, std::move(types)});
  }
}

// A pattern that matches every value of its types.
bool IsComplete(const TestTree& tree, NodeIndex pattern) {
  return tree.TextOf(pattern).ends_with("()");
}

void ReadPythonCases(const TestTree& tree, NodeIndex node, std::vector<TestedCase>& cases) {
  const NodeIndex subject = tree.Child(node, "subject");
  const NodeIndex body = tree.Child(node, "body");
  if (subject == 0 || body == 0) return;
  std::vector<TypeTest> before;
  for (const NodeIndex clause : tree.ChildrenOf(body)) {
    if (tree.KindOf(clause) != "case_clause") continue;
    const NodeIndex pattern = clause + 1;
    if (pattern >= tree.End(clause)) continue;
    TestedCase one{before, tree.End(pattern), tree.End(clause)};
    ReadPythonPattern(tree, subject, pattern, one.tests);
    const bool is_only = tree.Child(clause, "guard") == 0 && IsComplete(tree, pattern);
    if (is_only && one.tests.size() == before.size() + 1) {
      before.push_back(one.tests.back());
      before.back().holds = false;
    }
    cases.push_back(std::move(one));
  }
}

}  // namespace

const TestRules kPythonTests = {.nodes = kPythonDecidingNodes,
                                .read_test = ReadPythonTest,
                                .read_cases = ReadPythonCases,
                                .read_statement = ReadPythonStatement,
                                .leaving_calls = kPythonLeavingCalls};

}  // namespace waymark::indexer
