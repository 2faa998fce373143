#include "languages/php/php_narrowing.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "languages/php/php_symbols.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t kMaxNarrowedDepth =
    48;  // local scopes in each other; behind it nothing is narrowed
constexpr int kMaxNestedConditions = 32;  // conditions in a condition
constexpr std::size_t kMaxTests = 8;      // of one condition

// A function that returns only if its argument has a type.
constexpr std::string_view kAsserted = "assertInstanceOf";

class PhpNarrowing {
 public:
  PhpNarrowing(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : nodes_(rules.grammar(), tree, draft.bytes()), symbols_(nodes_.symbols()), draft_(draft) {}

  void Run() {
    std::vector<NodeIndex> around;
    for (NodeIndex i = 0; i < nodes_.size(); ++i) {
      while (!around.empty() && i >= End(around.back())) around.pop_back();
      if (!around.empty()) Visit(i, around.back());
      if (End(i) > i + 1) around.push_back(i);
    }
  }

 private:
  // Whether `variable` has the type that is written at `type`.
  struct Test {
    NodeIndex variable = 0;
    NodeIndex type = 0;
  };

  struct Known {
    Word name = 0;
    ExpressionIndex type = kNoIndex;
  };

  // A reference, or a binding whose value is an expression of the file.
  struct Use {
    std::uint32_t byte = 0;
    std::uint32_t index = 0;
    bool is_binding = false;
  };

  void Visit(NodeIndex index, NodeIndex parent) {
    switch (KindOf(index)) {
      case PhpNode::kIf:
        VisitIf(index, parent);
        break;
      case PhpNode::kConditional:
        Narrow(TestsIn(Child(index, symbols_.condition), true), Child(index, symbols_.body));
        Narrow(TestsIn(Child(index, symbols_.condition), false),
               Child(index, symbols_.alternative));
        break;
      case PhpNode::kBinary: {
        const Junction junction = JunctionOf(index);
        if (junction == Junction::kNone) break;
        Narrow(TestsIn(Left(index), junction == Junction::kAnd), Right(index));
        break;
      }
      case PhpNode::kMatchArm: {
        const NodeIndex conditions = Child(index, symbols_.conditions);
        const bool is_single = conditions != kNoIndex && Left(conditions) != kNoIndex &&
                               End(Left(conditions)) == End(conditions);
        if (is_single) Narrow(TestsIn(Left(conditions), true), Child(index, symbols_.result));
        break;
      }
      case PhpNode::kExpressionStatement:
        Narrow(Asserted(Left(index)), nodes_[index].end, nodes_[parent].end);
        break;
      default:
        break;
    }
  }

  // The condition holds in the body. It does not hold in the other branches, nor in the following
  // statements if the body leaves.
  void VisitIf(NodeIndex index, NodeIndex parent) {
    const NodeIndex condition = Child(index, symbols_.condition);
    const NodeIndex body = Child(index, symbols_.body);
    if (condition == kNoIndex || body == kNoIndex) return;
    Narrow(TestsIn(condition, true), body);
    const std::vector<Test> otherwise = TestsIn(condition, false);
    if (otherwise.empty()) return;
    bool has_other = KindOf(parent) == PhpNode::kIf;
    for (NodeIndex child = End(body); child < End(index); child = End(child)) {
      if (nodes_[child].field != symbols_.alternative) continue;
      Narrow(otherwise, child);
      has_other = true;
    }
    if (!has_other && Leaves(body)) Narrow(otherwise, nodes_[index].end, nodes_[parent].end);
  }

  // Whether a statement always leaves its block.
  bool Leaves(NodeIndex statement) const {
    for (int depth = 0; depth < kMaxNestedConditions && statement != kNoIndex; ++depth) {
      const PhpNode kind = KindOf(statement);
      if (kind == PhpNode::kLeaves || kind == PhpNode::kThrow) return true;
      if (kind != PhpNode::kBlock && kind != PhpNode::kExpressionStatement) return false;
      statement = Right(statement);
    }
    return false;
  }

  // The types of variables if the condition holds, or if it does not.
  std::vector<Test> TestsIn(NodeIndex condition, bool holds) const {
    std::vector<Test> tests;
    Collect(condition, holds, 0, tests);
    return tests;
  }

  void Collect(NodeIndex node, bool holds, int depth, std::vector<Test>& tests) const {
    if (node == kNoIndex || depth > kMaxNestedConditions || tests.size() >= kMaxTests) return;
    switch (KindOf(node)) {
      case PhpNode::kParenthesized:
        return Collect(Left(node), holds, depth + 1, tests);
      case PhpNode::kUnary:
        if (TextOf(node).starts_with('!')) Collect(Left(node), !holds, depth + 1, tests);
        return;
      case PhpNode::kBinary: {
        const Junction junction = JunctionOf(node);
        if (junction == Junction::kNone) return;
        if (holds == (junction == Junction::kAnd)) {  // both sides hold, or both do not
          Collect(Left(node), holds, depth + 1, tests);
          Collect(Right(node), holds, depth + 1, tests);
          return;
        }
        std::vector<Test> left;
        std::vector<Test> right;
        Collect(Left(node), holds, depth + 1, left);
        Collect(Right(node), holds, depth + 1, right);
        AddCommon(left, right, tests);
        AddCommon(right, left, tests);
        return;
      }
      case PhpNode::kRelativeScope: {  // $x instanceof Type, ($x = f()) instanceof Type
        NodeIndex variable = Left(node);
        while (variable != kNoIndex && (KindOf(variable) == PhpNode::kParenthesized ||
                                        KindOf(variable) == PhpNode::kAssignment)) {
          variable = Left(variable);
        }
        const NodeIndex type = Right(node);
        if (holds && variable != kNoIndex && KindOf(variable) == PhpNode::kVariableName) {
          AddTest(variable, type, tests);
        }
        return;
      }
      default:
        return;
    }
  }

  // The types that both sides give a variable, since either side may hold.
  void AddCommon(const std::vector<Test>& from, const std::vector<Test>& others,
                 std::vector<Test>& tests) const {
    for (const Test& test : from) {
      const bool is_common = std::any_of(others.begin(), others.end(), [&](const Test& other) {
        return TextOf(other.variable) == TextOf(test.variable);
      });
      if (is_common) tests.push_back(test);
    }
  }

  void AddTest(NodeIndex variable, NodeIndex type, std::vector<Test>& tests) const {
    if (IsPhpName(KindOf(type))) tests.push_back({variable, type});
  }

  // assert($x instanceof Type);  $this->assertInstanceOf(Type::class, $x);
  std::vector<Test> Asserted(NodeIndex call) const {
    if (call == kNoIndex) return {};
    const PhpNode kind = KindOf(call);
    const bool is_function = kind == PhpNode::kFunctionCall && TextOf(Left(call)) == "assert";
    const bool is_method = kind == PhpNode::kMemberCall || kind == PhpNode::kScopedCall;
    const NodeIndex name = is_method ? Child(call, symbols_.name_field) : kNoIndex;
    if (!is_function && (name == kNoIndex || TextOf(name) != kAsserted)) return {};
    const NodeIndex arguments = Right(call);
    if (arguments == kNoIndex || KindOf(arguments) != PhpNode::kArguments) return {};
    std::vector<NodeIndex> values;
    for (NodeIndex child = arguments + 1; child < End(arguments); child = End(child)) {
      if (KindOf(child) == PhpNode::kArgument) values.push_back(Left(child));
    }
    if (is_function) return values.empty() ? std::vector<Test>() : TestsIn(values[0], true);
    std::vector<Test> tests;
    const bool are_there = values.size() >= 2 && values[0] != kNoIndex && values[1] != kNoIndex &&
                           KindOf(values[0]) == PhpNode::kParenthesized &&
                           Left(values[0]) != kNoIndex &&
                           KindOf(values[1]) == PhpNode::kVariableName;
    if (are_there) AddTest(values[1], Left(values[0]), tests);
    return tests;
  }

  void Narrow(const std::vector<Test>& tests, NodeIndex code) {
    if (code != kNoIndex) Narrow(tests, nodes_[code].begin, nodes_[code].end);
  }

  // Binds the variables in the bytes from `begin` to `end`.
  void Narrow(const std::vector<Test>& tests, std::uint32_t begin, std::uint32_t end) {
    if (tests.empty()) return;
    if (uses_.empty()) ListUses();
    ScopeIndex scope = kNoIndex;
    std::vector<Known> known;
    for (const Test& test : tests) {
      const Reference* const type = ReferenceAt(nodes_[test.type].begin);
      if (type == nullptr) continue;
      const Word name = draft_.words().Intern(TextOf(test.variable));
      if (scope == kNoIndex) scope = type->scope;
      if (type->scope != scope || draft_.DepthOf(scope) > kMaxNarrowedDepth) continue;
      if (!IsAssigned(name, begin, end)) known.push_back({name, type->expression});
    }
    if (!known.empty()) MoveInto(scope, known, begin, end);
  }

  void ListUses() {
    const FileFacts& facts = draft_.facts();
    for (std::uint32_t i = 0; i < facts.references.size(); ++i) {
      const ExpressionIndex expression = facts.references[i].expression;
      if (expression != kNoIndex) uses_.push_back({draft_.expression_site(expression), i, false});
    }
    for (std::uint32_t i = 0; i < facts.bindings.size(); ++i) {
      const ExpressionIndex value = facts.bindings[i].value;
      if (value != kNoIndex) uses_.push_back({draft_.expression_site(value), i, true});
    }
    std::stable_sort(uses_.begin(), uses_.end(),
                     [](const Use& a, const Use& b) { return a.byte < b.byte; });
  }

  std::vector<Use>::const_iterator FirstUse(std::uint32_t byte) const {
    return std::lower_bound(uses_.begin(), uses_.end(), byte,
                            [](const Use& use, std::uint32_t at) { return use.byte < at; });
  }

  const Reference* ReferenceAt(std::uint32_t byte) const {
    for (auto use = FirstUse(byte); use != uses_.end() && use->byte == byte; ++use) {
      if (!use->is_binding) return &draft_.facts().references[use->index];
    }
    return nullptr;
  }

  bool IsAssigned(Word name, std::uint32_t begin, std::uint32_t end) const {
    for (auto use = FirstUse(begin); use != uses_.end() && use->byte < end; ++use) {
      if (use->is_binding && draft_.facts().bindings[use->index].name == name) return true;
    }
    return false;
  }

  // References and bindings of the surrounding scope move into a new scope inside it. A closure
  // stays where it is, because scopes precede the scopes inside them; it gets the types itself.
  void MoveInto(ScopeIndex around, const std::vector<Known>& known, std::uint32_t begin,
                std::uint32_t end) {
    FileFacts& facts = draft_.facts();
    const ScopeIndex inner = draft_.AddScope(around, ScopeKind::kBlock, kNoIndex);
    Bind(known, inner, around);
    ScopeIndex last = kNoIndex;
    for (auto use = FirstUse(begin); use != uses_.end() && use->byte < end; ++use) {
      ScopeIndex& scope = use->is_binding ? facts.bindings[use->index].value_scope
                                          : facts.references[use->index].scope;
      if (scope == around) {
        scope = inner;
        continue;
      }
      ScopeIndex outermost = scope;
      for (std::uint32_t i = 0; i < kMaxScopeDepth && outermost != kNoIndex; ++i) {
        if (facts.scopes[outermost].parent == around) break;
        outermost = facts.scopes[outermost].parent;
      }
      const bool is_inside = outermost != kNoIndex && facts.scopes[outermost].parent == around;
      if (!is_inside || outermost == last || !draft_.IsLocal(outermost)) continue;
      last = outermost;
      Bind(known, outermost, around);
    }
  }

  // The variable has one of several types.
  void Bind(const std::vector<Known>& known, ScopeIndex scope, ScopeIndex around) {
    std::vector<Known> unbound;
    std::copy_if(known.begin(), known.end(), std::back_inserter(unbound),
                 [this, scope](const Known& variable) {
                   return draft_.LastBinding(scope, variable.name) == nullptr;
                 });
    for (const Known& variable : unbound) {
      draft_.AddBinding({scope, variable.name, BindingKind::kAnnotated, variable.type, around});
    }
  }

  enum class Junction : std::uint8_t { kNone, kAnd, kOr };

  // How the operator joins two conditions.
  Junction JunctionOf(NodeIndex binary) const {
    const NodeIndex left = Left(binary);
    const NodeIndex right = Right(binary);
    if (left == kNoIndex || left == right) return Junction::kNone;
    const std::string_view between = nodes_.TextBetween(left, right);
    const auto is_word = [between](std::string_view word) {
      return EqualsIgnoringCase(between.substr(0, word.size()), word);
    };
    if (is_word("&&") || is_word("and")) return Junction::kAnd;
    return is_word("||") || is_word("or") ? Junction::kOr : Junction::kNone;
  }

  // The first child, and the last.
  NodeIndex Left(NodeIndex node) const {
    for (NodeIndex child = node + 1; child < End(node); child = End(child)) {
      if (KindOf(child) != PhpNode::kComment) return child;
    }
    return kNoIndex;
  }

  NodeIndex Right(NodeIndex node) const {
    NodeIndex last = kNoIndex;
    for (NodeIndex child = node + 1; child < End(node); child = End(child)) {
      if (KindOf(child) != PhpNode::kComment) last = child;
    }
    return last;
  }

  NodeIndex Child(NodeIndex node, FieldNumber field) const {
    for (NodeIndex child = node + 1; child < End(node); child = End(child)) {
      if (nodes_[child].field == field) return child;
    }
    return kNoIndex;
  }

  NodeIndex End(NodeIndex node) const { return nodes_.End(node); }

  PhpNode KindOf(NodeIndex node) const { return nodes_.KindOf(node); }

  std::string_view TextOf(NodeIndex node) const { return nodes_.TextOf(node); }

  const PhpNodes nodes_;
  const PhpSymbols& symbols_;
  FactsDraft& draft_;
  std::vector<Use> uses_;  // by byte
};

}  // namespace

void NarrowPhpTypes(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft) {
  PhpNarrowing(rules, tree, draft).Run();
}

}  // namespace waymark::indexer
