#include "extract/stored_functions.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/characters.h"
#include "text/sort_unique.h"

namespace waymark::indexer {
namespace {

constexpr std::uint32_t kMaxPlaces = 64;  // elements of a row that are counted
constexpr int kMaxTargetSteps = 16;       // nesting of an assigned expression

// A macro or a constant.
bool IsAllCapitals(std::string_view name) {
  return std::none_of(name.begin(), name.end(), IsLower);
}

class StoredFunctions {
 public:
  StoredFunctions(const RuleTable& rules, const SyntaxTree& tree, FactsDraft& draft)
      : rules_(rules), tree_(tree), draft_(draft) {}

  void Run(std::span<const ParameterPlace> parameters) {
    CollectFunctions();
    CollectNames();
    if (!values_.empty()) Walk();
    AddCalledParameters(parameters);
  }

 private:
  struct Open {
    NodeIndex node;
    const Rule* rule;
  };

  // A name that a reference looks up.
  struct Named {
    std::uint32_t byte = 0;
    std::uint32_t index = 0;  // of the reference, or of the expression of a callee

    bool operator<(const Named& other) const { return byte < other.byte; }
  };

  // A function and the place that holds it, as far as the way from its name outwards has shown.
  struct Stored {
    const Reference* reference = nullptr;
    Word place = 0;  // in its row: the name of a field, or a number
    bool is_placed = false;
    bool is_called = false;           // a call gets it
    ExpressionIndex type = kNoIndex;  // of its row
  };

  const SyntaxNode& At(NodeIndex index) const { return tree_.nodes[index]; }

  Role RoleOf(NodeIndex index) const { return rules_.RuleOf(At(index).symbol).role; }

  std::string_view TextOf(NodeIndex index) const {
    return draft_.bytes().substr(At(index).begin, At(index).end - At(index).begin);
  }

  ChildRole PartOf(const Open& parent, NodeIndex child) const {
    const std::optional<ChildRole> first = rules_.FirstPartOf(*parent.rule);
    if (child == parent.node + 1 && first.has_value()) return *first;
    return rules_.PartOf(*parent.rule, At(child).field, At(child).symbol);
  }

  // The names of the functions that the file defines, and those that it imports.
  void CollectFunctions() {
    for (const Definition& definition : draft_.facts().definitions) {
      const bool is_function =
          definition.kind == SymbolKind::kFunction || definition.kind == SymbolKind::kMethod;
      if (is_function) functions_.push_back(definition.name);
    }
    for (const Import& import : draft_.facts().imports) functions_.push_back(import.alias);
    SortUnique(functions_);
  }

  void CollectNames() {
    const std::vector<Reference>& references = draft_.facts().references;
    for (std::uint32_t i = 0; i < references.size(); ++i) {
      if (references[i].role == ReferenceRole::kCall) {
        const ExpressionIndex callee = CalleeOf(references[i]);
        if (callee != kNoIndex) callees_.push_back({draft_.expression_site(callee), callee});
        continue;
      }
      const bool is_value = references[i].role == ReferenceRole::kValue ||
                            references[i].role == ReferenceRole::kFieldAccess;
      const ExpressionIndex expression = references[i].expression;
      if (!is_value || draft_.IsType(expression)) continue;
      const Named named{draft_.expression_site(expression), i};
      names_.push_back(named);
      if (MayBeFunction(references[i])) values_.push_back(named);
    }
    std::stable_sort(callees_.begin(), callees_.end());
    std::stable_sort(names_.begin(), names_.end());
    std::stable_sort(values_.begin(), values_.end());
  }

  // The expression of the callee, without pointers to it: `apply` in (*apply)(x).
  ExpressionIndex CalleeOf(const Reference& reference) const {
    const Expression& call = draft_.expression(reference.expression);
    if (call.kind != ExpressionKind::kCall) return kNoIndex;
    ExpressionIndex callee = call.operand;
    for (int i = 0; i < kMaxTargetSteps && callee != kNoIndex; ++i) {
      if (draft_.expression(callee).kind != ExpressionKind::kPointer) return callee;
      callee = draft_.expression(callee).operand;
    }
    return kNoIndex;
  }

  // For each parameter that is called: the parameter's place.
  void AddCalledParameters(std::span<const ParameterPlace> parameters) {
    std::vector<ParameterPlace> called;
    for (const Reference& reference : draft_.facts().references) {
      if (reference.role != ReferenceRole::kCall || parameters.empty()) continue;
      const ExpressionIndex callee = CalleeOf(reference);
      if (callee == kNoIndex || draft_.expression(callee).kind != ExpressionKind::kName) continue;
      const Word name = draft_.expression(callee).name;
      called.push_back({draft_.BindingScope(reference.scope, name), name, 0});
    }
    SortUnique(called);
    for (const ParameterPlace& parameter : parameters) {
      const ParameterPlace wanted{parameter.scope, parameter.name, 0};
      if (!std::binary_search(called.begin(), called.end(), wanted)) continue;
      const ExpressionIndex place = draft_.AddExpression(
          {ExpressionKind::kParameter, parameter.position, 0, kNoIndex, kNoIndex}, 0);
      draft_.facts().bindings.push_back(
          {parameter.scope, parameter.name, BindingKind::kStored, place, parameter.scope});
    }
  }

  bool MayBeFunction(const Reference& reference) const {
    const Expression& named = draft_.expression(reference.expression);
    if (named.kind == ExpressionKind::kMember) return named.name != 0;
    if (named.kind != ExpressionKind::kName) return false;
    if (IsAllCapitals(draft_.words().Text(named.name))) return false;
    const ScopeIndex bound = draft_.BindingScope(reference.scope, named.name);
    return bound == kNoIndex || !draft_.IsLocal(bound);
  }

  void Walk() {
    std::vector<Open> open = {{0, &rules_.RuleOf(At(0).symbol)}};
    std::size_t next = 0;
    for (NodeIndex i = 1; i < At(0).next && next < values_.size(); ++i) {
      while (i >= At(open.back().node).next) open.pop_back();
      while (next < values_.size() && values_[next].byte < At(i).begin) ++next;
      if (!tree_.IsLeaf(i)) {
        open.push_back({i, &rules_.RuleOf(At(i).symbol)});
      } else if (next < values_.size() && values_[next].byte == At(i).begin) {
        Visit(i, open, values_[next++]);
      }
    }
  }

  // From a name outwards, until it is known what holds the value.
  void Visit(NodeIndex leaf, const std::vector<Open>& open, const Named& named) {
    const Reference reference = draft_.facts().references[named.index];
    Stored stored;
    stored.reference = &reference;
    NodeIndex child = leaf;
    for (std::size_t i = open.size(); i-- > 0; child = open[i].node) {
      const Open& at = open[i];
      const ChildRole part = PartOf(at, child);
      if (IsAssigned(at, child)) {
        // In an initialiser the target is a key.
        if (i == 0 || open[i - 1].rule->role != Role::kFields) return StoreAt(at.node + 1, stored);
        PlaceByKey(at, child, part, stored);
        continue;
      }
      switch (at.rule->role) {
        case Role::kTransparent:
        case Role::kPass:
        case Role::kPointer:
        case Role::kPath:
        case Role::kUnion:
        case Role::kChoice:
        case Role::kTypeUnion:
        case Role::kKeyword:
        case Role::kSpread:
        case Role::kComposite:
          if (at.rule->role == Role::kComposite && !EnterComposite(at, part, stored)) return;
          continue;
        case Role::kValues:
          if (At(at.node + 1).next < At(at.node).next) PlaceByNumber(at, child, stored);
          continue;
        case Role::kCast:
          if (part == ChildRole::kOperand || part == ChildRole::kType) return;
          continue;
        case Role::kMember:
          if (part == ChildRole::kOperand) return;
          continue;
        case Role::kList:
        case Role::kFields:
        case Role::kTuple:
        case Role::kContainerLiteral:
        case Role::kObject:
          PlaceByNumber(at, child, stored);
          continue;
        case Role::kPair:
        case Role::kField:
        case Role::kKeyed:
          if (!PlaceByKey(at, child, part, stored)) return;
          continue;
        case Role::kScope:
        case Role::kSequence:
          // Only the last gives the value, or each branch of a condition.
          if (At(child).next != At(at.node).next && RoleOf(child) != Role::kScope) return;
          continue;
        case Role::kCall:
        case Role::kNew:
        case Role::kMethodCall:
          if (at.rule->role == Role::kNew && RoleOf(child) == Role::kFields) continue;
          if (part != ChildRole::kArguments) return;
          StorePassed(at, std::span(open).subspan(i + 1), leaf, stored);
          if (EnterCall(at, stored)) return;
          continue;
        case Role::kAssignment:
        case Role::kLet:
          if (part == ChildRole::kValue) StoreInTarget(at, stored);
          return;
        case Role::kDeclarator:
        case Role::kDeclaration:
        case Role::kDefinition:
          if (at.rule->wrap != Wrap::kNothing) return;
          StoreInVariable(at, stored);
          return;
        case Role::kReturn:
          return StoreAsResult(stored);
        default:
          return;
      }
    }
  }

  // target = value, where the grammar has no statement of its own for it.
  bool IsAssigned(const Open& whole, NodeIndex child) const {
    const Role role = whole.rule->role;
    if (role != Role::kOperation && role != Role::kPass && role != Role::kTransparent) {
      return false;
    }
    const NodeIndex target = whole.node + 1;
    if (child == target || At(child).next != At(whole.node).next) return false;
    const std::uint32_t begin = At(target).end;
    return TrimmedSpace(draft_.bytes().substr(begin, At(child).begin - begin)) == "=";
  }

  bool EnterComposite(const Open& composite, ChildRole part, Stored& stored) {
    if (part == ChildRole::kType) return false;
    for (NodeIndex at = composite.node + 1; at < At(composite.node).next; at = At(at).next) {
      if (PartOf(composite, at) == ChildRole::kType) TakeType(at, stored);
    }
    return true;
  }

  // The name of a type, if it is no longer than that.
  void TakeType(NodeIndex type, Stored& stored) {
    if (stored.type != kNoIndex) return;
    NodeIndex named = type;
    for (int i = 0; i < kMaxTargetSteps && !tree_.IsLeaf(named); ++i) {
      const Role role = RoleOf(named);
      if (role != Role::kContainer && role != Role::kPass && role != Role::kPointer) return;
      NodeIndex last = named + 1;
      while (At(last).next < At(named).next) last = At(last).next;
      named = last;
    }
    if (!tree_.IsLeaf(named) || RoleOf(named) != Role::kIdentifier) return;
    const std::string_view text = TextOf(named);
    if (text.empty() || text.size() > kMaxNameBytes) return;
    stored.type = draft_.AddExpression(
        {ExpressionKind::kName, 0, draft_.words().Intern(text), kNoIndex, kNoIndex},
        At(named).begin);
  }

  void PlaceByNumber(const Open& row, NodeIndex child, Stored& stored) {
    if (std::exchange(stored.is_placed, true)) return;
    std::uint32_t before = 0;
    for (NodeIndex at = row.node + 1; at < child && before < kMaxPlaces; at = At(at).next) {
      if (RoleOf(at) != Role::kComment) ++before;
    }
    if (before < kMaxPlaces) stored.place = draft_.words().Intern(std::to_string(before));
  }

  // False: the name is part of the key.
  bool PlaceByKey(const Open& pair, NodeIndex child, ChildRole part, Stored& stored) {
    const NodeIndex key = pair.node + 1;
    if (child == key && At(key).next < At(pair.node).next) return false;
    if (part == ChildRole::kMemberName && child != key) return false;
    if (std::exchange(stored.is_placed, true)) return true;
    std::string_view text = TextOf(key);
    if (!text.empty() && text.front() == '.') text.remove_prefix(1);
    const bool is_quoted = text.size() > 2 && (text.front() == '"' || text.front() == '\'') &&
                           text.back() == text.front();
    if (is_quoted) text = text.substr(1, text.size() - 2);
    const bool is_name = !text.empty() && text.size() <= kMaxNameBytes && !IsDigit(text.front()) &&
                         std::all_of(text.begin(), text.end(), IsWordCharacter);
    if (is_name && child != key) stored.place = draft_.words().Intern(text);
    return true;
  }

  // The last name of the callee.
  NodeIndex NameOfCallee(NodeIndex call) const {
    NodeIndex name = kNoIndex;
    const Open at{call, &rules_.RuleOf(At(call).symbol)};
    for (NodeIndex child = call + 1; child < At(call).next; child = At(child).next) {
      const ChildRole part = PartOf(at, child);
      if (part == ChildRole::kArguments || part == ChildRole::kBody) break;
      if (part != ChildRole::kOperand && part != ChildRole::kMemberName &&
          part != ChildRole::kType) {
        continue;
      }
      for (NodeIndex leaf = child; leaf < At(child).next; ++leaf) {
        if (tree_.IsLeaf(leaf) && RoleOf(leaf) == Role::kIdentifier) name = leaf;
      }
    }
    return name;
  }

  // True: the call has stored it.
  bool EnterCall(const Open& call, Stored& stored) {
    const NodeIndex callee = NameOfCallee(call.node);
    const std::string_view name = callee == kNoIndex ? std::string_view() : TextOf(callee);
    const bool is_bare = callee == call.node + 1;
    if (!is_bare && AddsToObject(call, callee, name, stored)) return true;
    const bool makes = call.rule->role == Role::kNew ||
                       (is_bare && BeginsWithCapital(name) && !IsAllCapitals(name));
    if (makes && callee != kNoIndex) {
      TakeType(callee, stored);
    } else {
      stored.place = 0;
      stored.is_placed = true;
    }
    stored.is_called = true;
    return false;
  }

  // kPassedMark and the number or the keyword of an argument; empty if the name is only a part of
  // the argument. `inside` are the nodes from the arguments to the name.
  std::string PlaceOfArgument(std::span<const Open> inside, NodeIndex leaf) const {
    for (const Open& around : inside.subspan(1)) {
      if (PartOf(around, around.node + 1) == ChildRole::kWord) {
        return kPassedMark + std::string(TextOf(around.node + 1).substr(0, kMaxNameBytes));
      }
      switch (around.rule->role) {
        case Role::kPass:
        case Role::kTransparent:
        case Role::kPointer:
        case Role::kPath:
        case Role::kMember:
          break;
        default:
          return {};
      }
    }
    const NodeIndex argument = inside.size() > 1 ? inside[1].node : leaf;
    std::uint32_t before = 0;
    for (NodeIndex at = inside.front().node + 1; at < argument; at = At(at).next) {
      if (RoleOf(at) != Role::kComment) ++before;
    }
    return kPassedMark + std::to_string(before);
  }

  // A function that is an argument itself: `inside` are the nodes from the arguments inwards.
  void StorePassed(const Open& call, std::span<const Open> inside, NodeIndex leaf,
                   const Stored& stored) {
    const Expression& named = draft_.expression(stored.reference->expression);
    if (!std::binary_search(functions_.begin(), functions_.end(), named.name)) return;
    const NodeIndex name = NameOfCallee(call.node);
    if (name == kNoIndex || inside.empty()) return;
    const Named wanted{At(name).begin, 0};
    const auto callee = std::lower_bound(callees_.begin(), callees_.end(), wanted);
    if (callee == callees_.end() || callee->byte != wanted.byte) return;
    const std::string place = PlaceOfArgument(inside, leaf);
    if (place.empty()) return;
    Stored passed = stored;
    passed.place = draft_.words().Intern(place);
    AddFor(draft_.words().Intern(TextOf(name)), callee->index, passed, 0);
  }

  bool AddsToObject(const Open& call, NodeIndex callee, std::string_view name, Stored& stored) {
    const auto adders = rules_.language().element_adders;
    const bool adds = std::any_of(adders.begin(), adders.end(),
                                  [&](const ElementAdder& row) { return row.name == name; });
    if (!adds) return false;
    stored.place = 0;
    const NodeIndex object = ObjectOf(call.node, callee);
    return object != kNoIndex && Store(object, stored);
  }

  // The node before the last name of a callee.
  NodeIndex ObjectOf(NodeIndex call, NodeIndex callee) const {
    NodeIndex object = kNoIndex;
    for (NodeIndex at = call + 1; at < callee; ++at) {
      if (tree_.IsLeaf(at) && RoleOf(at) == Role::kIdentifier) object = at;
    }
    return object;
  }

  // The name in an assigned expression that holds the value: `table` in table[key], `run` in
  // object.run.
  NodeIndex HolderIn(NodeIndex target) const {
    for (int i = 0; i < kMaxTargetSteps; ++i) {
      if (tree_.IsLeaf(target)) return RoleOf(target) == Role::kIdentifier ? target : kNoIndex;
      const Open at{target, &rules_.RuleOf(At(target).symbol)};
      NodeIndex inner = kNoIndex;
      switch (at.rule->role) {
        case Role::kIndex:
        case Role::kPointer:
        case Role::kPass:
        case Role::kTransparent:
          inner = target + 1;
          break;
        case Role::kList:
        case Role::kValues:
        case Role::kDeclarator:
          if (At(target + 1).next == At(target).next || at.rule->role == Role::kDeclarator) {
            inner = target + 1;
          }
          break;
        case Role::kMember:
          for (NodeIndex child = target + 1; child < At(target).next; child = At(child).next) {
            if (PartOf(at, child) == ChildRole::kMemberName) inner = child;
          }
          break;
        default:
          break;
      }
      if (inner == kNoIndex) return kNoIndex;
      target = inner;
    }
    return kNoIndex;
  }

  void StoreInTarget(const Open& statement, const Stored& stored) {
    for (NodeIndex at = statement.node + 1; at < At(statement.node).next; at = At(at).next) {
      const ChildRole part = PartOf(statement, at);
      const bool is_target = part == ChildRole::kTarget || part == ChildRole::kParameterName ||
                             part == ChildRole::kName;
      if (!is_target) continue;
      return StoreAt(at, stored);
    }
  }

  void StoreAt(NodeIndex target, const Stored& stored) {
    const NodeIndex holder = HolderIn(target);
    if (holder == kNoIndex) return;
    Store(holder, stored);
    // shop.sell = sell: the object has it under that name.
    const NodeIndex object = target + 1;
    const bool is_member = RoleOf(target) == Role::kMember && tree_.IsLeaf(object) &&
                           RoleOf(object) == Role::kIdentifier && object != holder;
    if (!is_member) return;
    Stored of_object = stored;
    of_object.place = draft_.words().Intern(TextOf(holder).substr(0, kMaxNameBytes));
    Store(object, of_object);
  }

  // The variable whose declaration holds the value.
  void StoreInVariable(const Open& declaration, const Stored& stored) {
    const DefinitionIndex owner = stored.reference->owner;
    const Definition& definition = draft_.facts().definitions[owner];
    const bool is_variable = definition.kind == SymbolKind::kVar ||
                             definition.kind == SymbolKind::kConst ||
                             definition.kind == SymbolKind::kField;
    if (owner != 0 && is_variable) {
      Stored row = stored;
      if (row.type == kNoIndex) row.type = NamedType(definition.declared_type);
      return Add(definition.name, AddName(definition.name, *stored.reference), row);
    }
    if (declaration.rule->role == Role::kDefinition) return;
    for (NodeIndex at = declaration.node + 1; at < At(declaration.node).next; at = At(at).next) {
      const ChildRole part = PartOf(declaration, at);
      if (part != ChildRole::kDeclarator && part != ChildRole::kName) continue;
      for (NodeIndex leaf = at; leaf < At(at).next; ++leaf) {
        if (tree_.IsLeaf(leaf) && RoleOf(leaf) == Role::kIdentifier) {
          Store(leaf, stored);
          return;
        }
      }
    }
  }

  // The name at the end of a written type, without containers and pointers.
  ExpressionIndex NamedType(ExpressionIndex type) const {
    for (int i = 0; i < kMaxTargetSteps && type != kNoIndex; ++i) {
      const Expression& at = draft_.expression(type);
      if (at.kind == ExpressionKind::kName || at.kind == ExpressionKind::kMember) return type;
      if (at.kind == ExpressionKind::kPointer) {
        type = at.operand;
      } else if (at.kind == ExpressionKind::kIndex) {
        type = at.second;
      } else {
        return kNoIndex;
      }
    }
    return kNoIndex;
  }

  void StoreAsResult(const Stored& stored) {
    const Definition& function = draft_.facts().definitions[stored.reference->owner];
    const bool is_function =
        function.kind == SymbolKind::kFunction || function.kind == SymbolKind::kMethod;
    if (!is_function || stored.is_called) return;
    Add(function.name, AddName(function.name, *stored.reference), stored);
  }

  ExpressionIndex AddName(Word name, const Reference& reference) {
    return draft_.AddExpression({ExpressionKind::kName, 0, name, kNoIndex, kNoIndex},
                                draft_.expression_site(reference.expression));
  }

  // False: the holder has no name.
  bool Store(NodeIndex holder, const Stored& stored) {
    const std::string_view text = TextOf(holder);
    if (text.empty() || text.size() > kMaxNameBytes) return false;
    const Word name = draft_.words().Intern(text);
    const Named wanted{At(holder).begin, 0};
    const auto known = std::lower_bound(names_.begin(), names_.end(), wanted);
    ExpressionIndex expression = kNoIndex;
    if (known != names_.end() && known->byte == wanted.byte) {
      expression = draft_.facts().references[known->index].expression;
    }
    const bool is_same = expression != kNoIndex && draft_.expression(expression).name == name;
    Add(name, is_same ? expression : AddName(name, *stored.reference), stored);
    return true;
  }

  void Add(Word name, ExpressionIndex holder, const Stored& stored) {
    AddFor(name, holder, stored, ScopeOf(holder, *stored.reference));
    if (stored.type == kNoIndex || stored.place == 0) return;
    AddFor(draft_.expression(stored.type).name, stored.type, stored, 0);
  }

  // The scope of a local variable; else that of the file.
  ScopeIndex ScopeOf(ExpressionIndex holder, const Reference& reference) const {
    const Expression& named = draft_.expression(holder);
    if (named.kind != ExpressionKind::kName) return 0;
    const ScopeIndex bound = draft_.BindingScope(reference.scope, named.name);
    return bound != kNoIndex && draft_.IsLocal(bound) ? bound : 0;
  }

  void AddFor(Word name, ExpressionIndex holder, const Stored& stored, ScopeIndex scope) {
    std::uint32_t& count = counts_[{scope, name}];
    if (name == 0 || count >= kMaxStored) return;
    ++count;
    const ExpressionIndex function = stored.reference->expression;
    const std::uint32_t byte = draft_.expression_site(function);
    const std::uint8_t shape = stored.is_called ? kAllElementsOf : kOneElement;
    const ExpressionIndex given = draft_.AddExpression(
        {ExpressionKind::kArguments, shape, stored.place, function, kNoIndex}, byte);
    const ExpressionIndex pair =
        draft_.AddExpression({ExpressionKind::kCall, 0, 0, holder, given}, byte);
    draft_.facts().bindings.push_back(
        {scope, name, BindingKind::kStored, pair, stored.reference->scope});
  }

  const RuleTable& rules_;
  const SyntaxTree& tree_;
  FactsDraft& draft_;
  std::vector<Word> functions_;  // ordered
  std::vector<Named> callees_;   // likewise
  std::vector<Named> names_;     // likewise
  std::vector<Named> values_;    // likewise, those that may be functions
  std::map<std::pair<ScopeIndex, Word>, std::uint32_t> counts_;
};

}  // namespace

void AddStoredFunctions(const RuleTable& rules, const SyntaxTree& tree,
                        std::span<const ParameterPlace> parameters, FactsDraft& draft) {
  StoredFunctions(rules, tree, draft).Run(parameters);
}

}  // namespace waymark::indexer
