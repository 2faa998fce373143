#include "extract/narrowing.h"

#include <algorithm>
#include <string>
#include <utility>

#include <tree_sitter/api.h>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kTruth = "true";
constexpr int kMaxConditionDepth = 32;  // conditions in a condition
constexpr int kMaxTestedTypeDepth = 8;  // nesting of a tested type
constexpr std::size_t kMaxSubjectBytes = 128;
constexpr std::size_t kMaxTestsOfCondition = 8;
constexpr std::size_t kMaxBranches = 64;        // of one statement that are examined
constexpr std::uint64_t kMaxPassesOfUses = 16;  // over the nodes, to find uses

// The decisions of the nodes of one grammar.
class Deciding {
 public:
  Deciding(const TSLanguage* grammar, const TestRules& rules) : grammar_(grammar) {
    const std::uint32_t count = ts_language_symbol_count(grammar);
    decides_.assign(count, Decides::kNothing);
    for (SymbolNumber symbol = 0; symbol < count; ++symbol) {
      const std::string_view name = ts_language_symbol_name(grammar, symbol);
      if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
      for (const DecidingNode& row : rules.nodes) {
        if (row.node == name) decides_[symbol] = row.decides;
      }
    }
  }

  const TSLanguage* grammar() const { return grammar_; }

  Decides Of(SymbolNumber symbol) const {
    return symbol < decides_.size() ? decides_[symbol] : Decides::kNothing;
  }

 private:
  const TSLanguage* grammar_;
  std::vector<Decides> decides_;
};

const Deciding& DecidingOf(const TSLanguage* grammar, const TestRules& rules) {
  thread_local std::vector<Deciding> known;
  const auto found = std::find_if(known.begin(), known.end(),
                                  [&](const Deciding& one) { return one.grammar() == grammar; });
  return found != known.end() ? *found : known.emplace_back(grammar, rules);
}

bool IsPathCharacter(char c) {
  return IsWordCharacterOrDollar(c) || c == '.' || c == '@' || c == '#' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A path of members as plain text, whatever operators and blanks join it; empty if it is none.
std::string PathIn(std::string_view text) {
  std::string path;
  if (text.size() > kMaxSubjectBytes) return path;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool joins =
        (c == '?' || c == '&' || c == '!') && i + 1 < text.size() && text[i + 1] == '.';
    if (joins || IsSpace(c)) continue;
    if (!IsPathCharacter(c)) return {};
    path += c;
  }
  return path;
}

// Finds which uses depend on which tests.
class TestFinder {
 public:
  using Use = Narrowing::Use;

  TestFinder(const TestRules& rules, const TestTree& tree)
      : rules_(rules),
        tree_(tree),
        deciding_(DecidingOf(tree.rules().grammar(), rules)),
        budget_(kMaxPassesOfUses * tree.size()) {}

  void Run() {
    std::vector<NodeIndex> around;
    for (NodeIndex i = 0; i < tree_.size(); ++i) {
      while (!around.empty() && i >= tree_.End(around.back())) around.pop_back();
      if (!around.empty()) Visit(i, around.back());
      if (tree_.End(i) > i + 1) around.push_back(i);
    }
    std::stable_sort(uses.begin(), uses.end(),
                     [](const Use& a, const Use& b) { return a.node < b.node; });
  }

  std::vector<TypeTest> tests;
  std::vector<Use> uses;

 private:
  struct Assigned {
    NodeIndex node = 0;
    std::string path;
  };

  // A branch of a statement, and what its condition must be for it to run.
  struct Branch {
    NodeIndex condition = 0;
    NodeIndex body = 0;
    bool holds = true;
  };

  Decides DecidesAt(NodeIndex node) const { return deciding_.Of(tree_.node(node).symbol); }

  void Visit(NodeIndex node, NodeIndex parent) {
    if (DecidesAt(parent) == Decides::kStatements) VisitStatement(node, parent);
    switch (DecidesAt(node)) {
      case Decides::kIf:
      case Decides::kUnless:
        return VisitIf(node, parent);
      case Decides::kConditional: {
        const std::vector<NodeIndex> parts = tree_.ChildrenOf(node);
        if (parts.size() != 3) return;
        Narrow(TestsIn(parts[1], true), parts[0]);
        Narrow(TestsIn(parts[1], false), parts[2]);
        return;
      }
      case Decides::kFilter: {
        const std::vector<NodeIndex> parts = tree_.ChildrenOf(node);
        if (parts.empty()) return;
        const std::vector<TypeTest> found = TestsIn(parts.front(), true);
        const NodeIndex body = tree_.Child(parent, "body");
        if (body != 0 && body < node) Narrow(found, body);
        Narrow(found, tree_.End(node), tree_.End(parent));
        return;
      }
      case Decides::kJunction: {
        const bool* const is_and = JunctionOf(node);
        if (is_and == nullptr) return;
        Narrow(TestsIn(tree_.Child(node, "left"), *is_and), tree_.Child(node, "right"));
        return;
      }
      case Decides::kAssertion: {
        const std::vector<NodeIndex> parts = tree_.ChildrenOf(node);
        if (!parts.empty()) NarrowRest(TestsIn(parts.front(), true), node, parent);
        return;
      }
      case Decides::kCases: {
        std::vector<TestedCase> cases;
        if (rules_.read_cases != nullptr) rules_.read_cases(tree_, node, cases);
        for (const TestedCase& one : cases) Narrow(one.tests, one.begin, one.end);
        return;
      }
      default:
        return;
    }
  }

  void VisitStatement(NodeIndex node, NodeIndex parent) {
    std::vector<TypeTest> found;
    if (rules_.read_statement != nullptr) rules_.read_statement(tree_, node, found);
    if (const NodeIndex condition = ConditionAsserted(node); condition != 0) {
      Collect(condition, true, 0, found);
    }
    const bool* const is_and = DecidesAt(node) == Decides::kJunction ? JunctionOf(node) : nullptr;
    if (is_and != nullptr && Leaves(tree_.Child(node, "right"))) {  // x or return
      Collect(tree_.Child(node, "left"), !*is_and, 0, found);
    }
    NarrowRest(found, node, parent);
  }

  // The first argument of `assert(x)`; 0 for other statements.
  NodeIndex ConditionAsserted(NodeIndex statement) const {
    if (!BeginsCallOf(statement, rules_.asserting_calls)) return 0;
    while (tree_.Child(statement, "arguments") == 0) {
      const std::vector<NodeIndex> parts = tree_.ChildrenOf(statement);
      if (parts.size() != 1) return 0;
      statement = parts.front();
    }
    const std::vector<NodeIndex> arguments = tree_.ChildrenOf(tree_.Child(statement, "arguments"));
    return arguments.empty() ? 0 : arguments.front();
  }

  Branch BranchOf(NodeIndex node) const {
    NodeIndex body = tree_.Child(node, "consequence");
    if (body == 0) body = tree_.Child(node, "body");
    return {tree_.Child(node, "condition"), body, DecidesAt(node) == Decides::kIf};
  }

  static bool IsWhole(const Branch& branch) { return branch.condition != 0 && branch.body != 0; }

  void VisitIf(NodeIndex node, NodeIndex parent) {
    const Branch branch = BranchOf(node);
    if (!IsWhole(branch)) return;
    Narrow(TestsIn(branch.condition, branch.holds), branch.body);
    const std::vector<TypeTest> otherwise = TestsIn(branch.condition, !branch.holds);
    for (NodeIndex child = tree_.End(branch.condition); child < tree_.End(node);
         child = tree_.End(child)) {
      if (tree_.IsIn(child, "alternative")) Narrow(otherwise, child);
    }
    if (tree_.IsIn(node, "alternative")) {  // later alternatives stand beside it
      for (NodeIndex next = tree_.End(node); next < tree_.End(parent); next = tree_.End(next)) {
        if (tree_.IsIn(next, "alternative")) Narrow(otherwise, next);
      }
      return;
    }
    if (DecidesAt(parent) == Decides::kStatements) NarrowRest(TestsBehind(node), node, parent);
  }

  // Adds the branches of a statement in their order; returns its last alternative without a
  // condition, 0 if it has none.
  NodeIndex BranchesIn(NodeIndex node, std::vector<Branch>& branches) const {
    while (branches.size() < kMaxBranches) {
      branches.push_back(BranchOf(node));
      NodeIndex last = 0;
      NodeIndex nested = 0;
      for (NodeIndex child = node + 1; child < tree_.End(node); child = tree_.End(child)) {
        if (!tree_.IsIn(child, "alternative")) continue;
        const std::vector<NodeIndex> inner = tree_.ChildrenOf(child);
        const bool is_if = DecidesAt(child) == Decides::kIf;
        const bool holds_if = inner.size() == 1 && DecidesAt(inner.front()) == Decides::kIf;
        if (is_if && tree_.Child(child, "alternative") == 0) {
          branches.push_back(BranchOf(child));
        } else if (is_if || holds_if) {
          nested = is_if ? child : inner.front();
        } else {
          last = child;
        }
      }
      if (nested == 0) return last;
      node = nested;
    }
    return 0;
  }

  // The tests that hold behind a statement because all other branches leave.
  std::vector<TypeTest> TestsBehind(NodeIndex node) const {
    std::vector<Branch> branches;
    const NodeIndex last = BranchesIn(node, branches);
    std::vector<TypeTest> found;
    if (!std::all_of(branches.begin(), branches.end(), IsWhole)) return found;
    const auto stays = [this](const Branch& branch) { return !Leaves(branch.body); };
    const auto staying = std::count_if(branches.begin(), branches.end(), stays);
    const bool falls_through = last == 0 || !Leaves(last);
    if (staying > 1 || (staying == 1) == falls_through) return found;
    for (const Branch& branch : branches) {
      const bool is_behind = stays(branch);
      Collect(branch.condition, branch.holds == is_behind, 0, found);
      if (!is_behind) continue;
      std::erase_if(found, [&](const TypeTest& test) {
        return FirstAssigned(PathIn(tree_.TextOf(test.subject)), branch.body,
                             tree_.End(branch.body)) != 0;
      });
      break;
    }
    return found;
  }

  // Whether a statement always leaves the block around it.
  bool Leaves(NodeIndex statement) const {
    for (int depth = 0; depth < kMaxConditionDepth; ++depth) {
      if (DecidesAt(statement) == Decides::kLeaves ||
          BeginsCallOf(statement, rules_.leaving_calls)) {
        return true;
      }
      const std::vector<NodeIndex> parts = tree_.ChildrenOf(statement);
      const bool holds_statements = DecidesAt(statement) == Decides::kStatements;
      if (parts.empty() || (!holds_statements && parts.size() != 1)) return false;
      statement = parts.back();
    }
    return false;
  }

  // raise "no job"   sys.exit(1)
  bool BeginsCallOf(NodeIndex statement, std::span<const std::string_view> functions) const {
    if (functions.empty()) return false;
    const std::string_view text = tree_.TextOf(statement);
    std::size_t end = 0;
    while (end < text.size() && (IsWordCharacter(text[end]) || text[end] == '.')) ++end;
    const bool is_whole = end == text.size() || text[end] == '(' || text[end] == ' ';
    return is_whole && IsIn(functions, text.substr(0, end));
  }

  // Null if the operator is another one.
  const bool* JunctionOf(NodeIndex node) const {
    static constexpr bool kAnd = true;
    static constexpr bool kOr = false;
    const NodeIndex left = tree_.Child(node, "left");
    const NodeIndex right = tree_.Child(node, "right");
    if (left == 0 || right == 0) return nullptr;
    const std::string_view between = tree_.TextBetween(left, right);
    if (between == "&&" || between == "and") return &kAnd;
    return between == "||" || between == "or" ? &kOr : nullptr;
  }

  std::vector<TypeTest> TestsIn(NodeIndex condition, bool holds) const {
    std::vector<TypeTest> found;
    Collect(condition, holds, 0, found);
    return found;
  }

  void Collect(NodeIndex node, bool holds, int depth, std::vector<TypeTest>& found) const {
    if (node == 0 || depth > kMaxConditionDepth || found.size() >= kMaxTestsOfCondition) return;
    switch (DecidesAt(node)) {
      case Decides::kGrouping: {
        const std::vector<NodeIndex> parts = tree_.ChildrenOf(node);
        if (parts.size() == 1) Collect(parts.front(), holds, depth + 1, found);
        return;
      }
      case Decides::kNot: {
        const std::string_view text = tree_.TextOf(node);
        const std::vector<NodeIndex> parts = tree_.ChildrenOf(node);
        const bool negates = text.starts_with('!') || text.starts_with("not");
        if (negates && !parts.empty()) Collect(parts.back(), !holds, depth + 1, found);
        return;
      }
      case Decides::kJunction: {
        const bool* const is_and = JunctionOf(node);
        if (is_and == nullptr) return rules_.read_test(tree_, node, holds, found);
        const NodeIndex left = tree_.Child(node, "left");
        const NodeIndex right = tree_.Child(node, "right");
        if (holds == *is_and) {  // both sides hold, or both do not
          Collect(left, holds, depth + 1, found);
          Collect(right, holds, depth + 1, found);
          return;
        }
        std::vector<TypeTest> one;
        std::vector<TypeTest> other;
        Collect(left, holds, depth + 1, one);
        Collect(right, holds, depth + 1, other);
        AddEither(one, other, found);
        return;
      }
      default:
        return rules_.read_test(tree_, node, holds, found);
    }
  }

  // One of two tests of the same value holds.
  void AddEither(const std::vector<TypeTest>& one, const std::vector<TypeTest>& other,
                 std::vector<TypeTest>& found) const {
    if (one.size() != 1 || other.size() != 1) return;
    const TypeTest& a = one.front();
    const TypeTest& b = other.front();
    const bool is_alternative = a.asked == b.asked && a.holds && b.holds && a.member == b.member &&
                                (a.asked == Asked::kType || a.asked == Asked::kSubtype) &&
                                PathIn(tree_.TextOf(a.subject)) == PathIn(tree_.TextOf(b.subject));
    if (!is_alternative) return;
    found.push_back(a);
    found.back().types.insert(found.back().types.end(), b.types.begin(), b.types.end());
  }

  void NarrowRest(const std::vector<TypeTest>& found, NodeIndex node, NodeIndex parent) {
    if (DecidesAt(parent) != Decides::kStatements) return;
    Narrow(found, tree_.End(node), tree_.End(parent));
  }

  void Narrow(const std::vector<TypeTest>& found, NodeIndex code) {
    if (code != 0) Narrow(found, code, tree_.End(code));
  }

  // Lists the uses in siblings, from the node `begin` to `end`.
  void Narrow(const std::vector<TypeTest>& found, NodeIndex begin, NodeIndex end) {
    for (const TypeTest& test : found) {
      if (tests.size() >= kMaxTypeTests || begin >= end) return;
      const std::string path = PathIn(tree_.TextOf(test.subject));
      if (path.empty()) continue;
      const NodeIndex first = FirstAssigned(path, begin, end);
      const NodeIndex until = first == 0 ? end : StatementWith(first, begin, end);
      if (ListUses(path, begin, until)) tests.push_back(test);
    }
  }

  // The sibling that contains a node.
  NodeIndex StatementWith(NodeIndex node, NodeIndex begin, NodeIndex end) const {
    if (tree_.End(begin) == end && DecidesAt(begin) == Decides::kStatements) ++begin;
    while (tree_.End(begin) <= node && tree_.End(begin) < end) begin = tree_.End(begin);
    return begin;
  }

  bool ListUses(const std::string& path, NodeIndex begin, NodeIndex end) {
    const std::string_view root = std::string_view(path).substr(0, path.find('.'));
    bool found = false;
    for (NodeIndex i = begin; i < end; ++i) {
      if (budget_ == 0) return found;
      --budget_;
      const Role role = tree_.rules().RuleOf(tree_.node(i).symbol).role;
      const bool is_function =
          role == Role::kDefinition || role == Role::kLambda || role == Role::kBlock;
      if (is_function && HasParameter(i, root)) {
        i = tree_.End(i) - 1;
        continue;
      }
      if (!IsPath(role) || !Names(i, path)) continue;
      uses.push_back({i, static_cast<std::uint32_t>(tests.size())});
      found = true;
    }
    return found;
  }

  static bool IsPath(Role role) {
    return role == Role::kIdentifier || role == Role::kMember || role == Role::kOwnField ||
           role == Role::kMethodCall;
  }

  bool Names(NodeIndex node, std::string_view path) const {
    const std::string_view text = tree_.TextOf(node);
    if (text.empty() || text.front() != path.front() || text.size() < path.size()) return false;
    if (text == path) return true;
    return text.size() <= 2 * path.size() && text.find('.') != text.npos && PathIn(text) == path;
  }

  // Whether a function has the name among its parameters, or binds it in its head.
  bool HasParameter(NodeIndex function, std::string_view name) const {
    const Rule& rule = tree_.rules().RuleOf(tree_.node(function).symbol);
    for (NodeIndex child = function + 1; child < tree_.End(function); child = tree_.End(child)) {
      const SyntaxNode& at = tree_.node(child);
      const ChildRole part = tree_.rules().PartOf(rule, at.field, at.symbol);
      if (part != ChildRole::kParameters && part != ChildRole::kParameterName) continue;
      for (NodeIndex i = child; i < tree_.End(child); ++i) {
        const bool is_name = tree_.rules().RuleOf(tree_.node(i).symbol).role == Role::kIdentifier;
        if (is_name && tree_.TextOf(i) == name) return true;
      }
    }
    return false;
  }

  // The first assignment to the path, or to what it begins with, among the nodes; 0 if there is
  // none.
  NodeIndex FirstAssigned(const std::string& path, NodeIndex begin, NodeIndex end) const {
    if (!has_assigned_) ListAssigned();
    auto at = std::lower_bound(assigned_.begin(), assigned_.end(), begin,
                               [](const Assigned& one, NodeIndex node) { return one.node < node; });
    for (; at != assigned_.end() && at->node < end; ++at) {
      if (budget_ == 0) return begin;
      --budget_;
      const bool is_outer = path.size() > at->path.size() && path.starts_with(at->path) &&
                            path[at->path.size()] == '.';
      if (at->path == path || is_outer) return at->node;
    }
    return 0;
  }

  void ListAssigned() const {
    has_assigned_ = true;
    for (NodeIndex i = 0; i < tree_.size(); ++i) {
      const Rule& rule = tree_.rules().RuleOf(tree_.node(i).symbol);
      if (rule.role != Role::kAssignment && rule.role != Role::kPattern) continue;
      for (NodeIndex child = i + 1; child < tree_.End(i); child = tree_.End(child)) {
        const SyntaxNode& at = tree_.node(child);
        const ChildRole part = tree_.rules().PartOf(rule, at.field, at.symbol);
        if (part == ChildRole::kTarget || rule.role == Role::kPattern) ListTargets(child);
      }
    }
    std::stable_sort(assigned_.begin(), assigned_.end(),
                     [](const Assigned& a, const Assigned& b) { return a.node < b.node; });
  }

  void ListTargets(NodeIndex target) const {
    for (NodeIndex i = target; i < tree_.End(target); ++i) {
      const Role role = tree_.rules().RuleOf(tree_.node(i).symbol).role;
      if (role == Role::kIndex) i = tree_.End(i) - 1;
      if (!IsPath(role)) continue;
      std::string path = PathIn(tree_.TextOf(i));
      if (!path.empty()) assigned_.push_back({i, std::move(path)});
      i = tree_.End(i) - 1;
    }
  }

  const TestRules& rules_;
  const TestTree& tree_;
  const Deciding& deciding_;
  mutable std::uint64_t budget_;  // of nodes and assignments that are examined
  mutable bool has_assigned_ = false;
  mutable std::vector<Assigned> assigned_;  // by node
};

constexpr std::uint8_t ShapeOf(Asked asked) {
  switch (asked) {
    case Asked::kType:
      return kTestedType;
    case Asked::kSubtype:
      return kTestedSubtype;
    case Asked::kGuard:
      return kTestedByGuard;
    case Asked::kAssertion:
      return kTestedByAssertion;
    case Asked::kMember:
      return kTestedMember;
    case Asked::kConstant:
      return kTestedConstant;
  }
  return kTestedType;
}

std::string_view WithoutQuotes(std::string_view text) {
  const bool is_quoted = text.size() >= 2 && text.front() == text.back() &&
                         (text.front() == '"' || text.front() == '\'' || text.front() == '`');
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

Narrowing::Narrowing(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
    : rules_(rules), tree_(rules, tree, draft.bytes()), draft_(draft) {
  const TestRules* const tests = rules.language().hooks.tests;
  if (tests == nullptr) return;
  TestFinder finder(*tests, tree_);
  finder.Run();
  tests_ = std::move(finder.tests);
  uses_ = std::move(finder.uses);
}

ExpressionIndex Narrowing::Apply(NodeIndex node, ExpressionIndex expression, bool is_called) {
  if (uses_.empty() || expression == kNoIndex) return expression;
  auto use = std::lower_bound(uses_.begin(), uses_.end(), node,
                              [](const Use& one, NodeIndex at) { return one.node < at; });
  const std::uint32_t byte = draft_.expression_site(expression);
  for (std::size_t count = 0; use != uses_.end() && use->node == node; ++use) {
    if (is_called && tests_[use->test].asked != Asked::kSubtype) continue;
    if (++count > kMaxTestsOfUse) break;
    expression = ApplyTest(tests_[use->test], expression, byte);
  }
  return expression;
}

ExpressionIndex Narrowing::ApplyTest(const TypeTest& test, ExpressionIndex expression,
                                     std::uint32_t byte) {
  Expression tested{ExpressionKind::kTypeOf, ShapeOf(test.asked), 0, expression};
  if (!test.holds) tested.count |= kTestFails;
  if (test.member != 0) {
    tested.name = draft_.words().Intern(WithoutQuotes(tree_.TextOf(test.member)));
  }
  if (test.asked != Asked::kMember) {
    const bool is_truth = test.asked == Asked::kConstant && test.types.empty();
    tested.second = is_truth
                        ? draft_.AddExpression(
                              {ExpressionKind::kLiteral, 0, draft_.words().Intern(kTruth)}, byte)
                        : TypesOf(test);
    if (tested.second == kNoIndex) return expression;
  }
  return draft_.AddExpression(tested, byte);
}

ExpressionIndex Narrowing::TypesOf(const TypeTest& test) {
  ExpressionIndex all = kNoIndex;
  for (const NodeIndex type : test.types) {
    const ExpressionIndex one = test.asked == Asked::kConstant ? ReadLiteral(type) : ReadType(type);
    if (one == kNoIndex) return kNoIndex;
    all = AddUnion(draft_, all, one);
  }
  return all;
}

// The text of a literal, as literal types have it.
ExpressionIndex Narrowing::ReadLiteral(NodeIndex literal) {
  const std::string text = WholeLiteral(tree_.TextOf(literal));
  return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(text)},
                              tree_.node(literal).begin);
}

ExpressionIndex Narrowing::AddName(NodeIndex name) {
  const std::string_view text = tree_.TextOf(name).substr(0, kMaxNameBytes);
  const bool is_constant = rules_.language().capitals_are_constants && BeginsWithCapital(text);
  return draft_.AddExpression(
      {ExpressionKind::kName, is_constant ? kOfConstant : kOfVariable, draft_.words().Intern(text)},
      tree_.node(name).begin);
}

// A type in the position of a value; several are alternatives.
ExpressionIndex Narrowing::ReadType(NodeIndex type, int depth) {
  if (depth > kMaxTestedTypeDepth) return kNoIndex;
  const Rule& rule = rules_.RuleOf(tree_.node(type).symbol);
  const std::uint32_t byte = tree_.node(type).begin;
  const std::vector<NodeIndex> parts = tree_.ChildrenOf(type);
  switch (rule.role) {
    case Role::kIdentifier:
      return AddName(type);
    case Role::kSelf:
      return draft_.AddExpression({ExpressionKind::kSelf}, byte);
    case Role::kMember:
    case Role::kPath:
    case Role::kDotted: {
      if (parts.empty()) return kNoIndex;
      if (parts.size() == 1) {  // ::Job, or a name without a path
        const ExpressionIndex named = ReadType(parts.front(), depth + 1);
        const bool is_rooted = rule.role == Role::kPath && tree_.TextOf(type).starts_with("::");
        if (named != kNoIndex && is_rooted) draft_.facts().expressions[named].count = kFromTop;
        return named;
      }
      ExpressionIndex path = ReadType(parts.front(), depth + 1);
      for (std::size_t i = 1; i < parts.size() && path != kNoIndex; ++i) {
        const Word name = draft_.words().Intern(tree_.TextOf(parts[i]).substr(0, kMaxNameBytes));
        path = draft_.AddExpression({ExpressionKind::kMember, kOfAny, name, path},
                                    tree_.node(parts[i]).begin);
      }
      return path;
    }
    case Role::kIndex:
      return parts.empty() ? kNoIndex : ReadType(parts.front(), depth + 1);
    case Role::kLiteral:
      if (!parts.empty() || rule.text.empty()) return kNoIndex;
      return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(rule.text)},
                                  byte);
    default:
      break;
  }
  const bool is_list = rule.role == Role::kContainerLiteral || rule.role == Role::kUnion ||
                       rule.role == Role::kTypeUnion || parts.size() == 1;
  if (!is_list) return kNoIndex;
  ExpressionIndex all = kNoIndex;
  for (const NodeIndex part : parts) {
    const ExpressionIndex one = ReadType(part, depth + 1);
    if (one == kNoIndex) return kNoIndex;
    all = AddUnion(draft_, all, one);
  }
  return all;
}

ExpressionIndex Untested(const FactsDraft& draft, ExpressionIndex expression) {
  while (expression != kNoIndex && draft.expression(expression).kind == ExpressionKind::kTypeOf &&
         draft.expression(expression).count != 0) {
    expression = draft.expression(expression).operand;
  }
  return expression;
}

std::string WholeLiteral(std::string_view text) {
  const std::string_view plain = WithoutQuotes(text);
  return plain.size() == text.size() ? std::string(text)
                                     : kTextKey + std::string(plain.substr(0, kMaxNameBytes));
}

}  // namespace waymark::indexer
