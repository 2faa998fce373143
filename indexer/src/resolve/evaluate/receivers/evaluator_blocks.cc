// Receivers of blocks (instance_eval). `state :root do rule ... end` sends `rule` to the object for
// which the called method runs the block: by `instance_eval(&block)` in its body, in a method that
// it passes the block to, or in one that reads the block from a field.
#include <string_view>
#include <utility>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {

// Looks a name up in the receivers of the blocks around a place, innermost first. The result is
// empty and escaped if one of the receivers may be unknown.
Resolution Evaluator::MemberWhereRun(ScopeRef place, Name name, LookupKind wanted) {
  const FileModel& model = program_.files[place.file].model();
  Resolution notes;
  bool in_method = false;  // inside the block: of the object, if that is an instance
  for (ScopeIndex i = place.scope; i != kNoIndex; i = model.scopes[i].parent) {
    const Scope& scope = model.scopes[i];
    const bool function = scope.kind == ScopeKind::kFunction;
    if (!function && scope.kind != ScopeKind::kBlock) break;
    if (function && scope.definition != kNoIndex) {
      const bool in_block =
          scope.parent != kNoIndex && model.scopes[scope.parent].kind == ScopeKind::kBlock;
      if (!in_block) break;
      in_method = true;
      continue;
    }
    const Resolution objects = ObjectOfBlock({place.file, i});
    notes.escaped = notes.escaped || objects.escaped || function;
    for (const Entity& object : objects.entities()) {
      if (in_method && object.kind != EntityKind::kInstance) continue;
      Resolution found = MemberOf(object, place, name, wanted);
      if (found.empty()) continue;
      found.WeakenTo(EdgeRule::kReturnedReceiver);
      return found;
    }
  }
  return notes;
}

// Runs as a question with its own steps. Otherwise each level of nested blocks would double the
// cost of the question inside them. If too many receivers depend on each other, the whole question
// is cut.
Resolution Evaluator::ObjectOfBlock(ScopeRef block) {
  const MemoKey key{MemoKind::kBlockOf, {block.file, block.scope}, {}};
  if (!Step()) return {};
  if (const auto known = memory_.find(key); known != memory_.end()) return known->second.answer;
  if (blocks_deep_ == kMaxBlocksDeep || ++blocks_asked_ > kMaxBlocksAsked) {
    cut_ = true;
    return {};
  }
  const std::uint32_t before = std::exchange(steps_, 0);
  ++blocks_deep_;
  Resolution out = Remember(key, [&] { return ObjectTaken(block); });
  --blocks_deep_;
  const bool too_long = cut_ && steps_ > kMaxSteps;
  steps_ = before;
  if (!too_long) return cut_ ? Resolution() : out;
  cut_ = false;
  Resolution unknown;
  unknown.escaped = true;
  if (in_progress_.empty()) memory_.emplace(key, MemoValue{unknown});
  return unknown;
}

Resolution Evaluator::ObjectTaken(ScopeRef block) {
  const FileModel& model = program_.files[block.file].model();
  const Name mark = program_.names.Find(std::string_view(&kBlockMark, 1));
  Resolution out;
  for (const ScopeEntry& entry : model.Find(block.scope, mark)) {
    if (entry.kind() != EntryKind::kBinding) continue;
    const ModelBinding& taken = model.bindings[entry.index()];
    const ScopeRef around{block.file, taken.value_scope};
    const ModelExpression& taker = ExpressionAt(block.file, taken.value);
    out.AddAll(taker.kind == ExpressionKind::kParameter ? ObjectOfValue(around, taker.operand)
                                                        : ObjectOfTaker(around, taken.value));
  }
  return out;
}

Resolution Evaluator::ObjectOfValue(ScopeRef place, ExpressionIndex object) {
  Resolution out = Value(place, object);
  const bool made = ExpressionAt(place.file, object).kind == ExpressionKind::kNew;
  out.escaped = out.escaped || (out.empty() && !made);
  return out;
}

// Whether Ruby's own method of that name only calls its block, without another receiver.
bool Evaluator::OnlyCalls(ScopeRef place, const ModelExpression& taker) const {
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (IsOneOf(rules.identity_methods, taker.name)) return false;
  const bool bare = taker.kind == ExpressionKind::kName;
  return bare ? program_.IsPredeclared(place.file, taker.name)
              : program_.IsForeignMember(place.file, taker.name);
}

// The receivers that all possible callees give to the block.
Resolution Evaluator::ObjectOfTaker(ScopeRef place, ExpressionIndex taker) {
  const ModelExpression& call = ExpressionAt(place.file, taker);
  Resolution out;
  const auto add = [&](const Resolution& methods) {
    for (const Entity& method : methods.entities()) out.AddAll(ObjectFor(method));
    out.escaped = out.escaped || methods.empty() || methods.more;
  };
  LookupKind message;
  message.arity = 1;  // a block is never passed to a variable
  if (call.kind != ExpressionKind::kNew) {
    const Resolution methods = Bind(place, taker, message);
    if (!methods.empty() || !OnlyCalls(place, call)) add(methods);
    return out;
  }
  const Name makes = program_.names.Find(RulesOfFile(place.file).constructor_method);
  const Resolution made = Bind(place, call.operand, {});
  out.escaped = made.empty();
  for (const Entity& type : made.entities()) {
    if (type.kind != EntityKind::kSymbol || !IsTypeLike(type.symbol)) continue;
    const Resolution own = MemberOf(type, place, makes, message);  // a type may define `new` itself
    add(own.empty() ? ConstructorsOf(type) : own);
  }
  return out;
}

Resolution Evaluator::ObjectFor(const Entity& method) {
  if (method.kind != EntityKind::kSymbol) return {};
  const ModelDefinition& taker = program_.Definition(method.symbol);
  const bool runs = taker.IsCallable() && taker.declared_type != kNoIndex &&
                    taker.inner_scope != kNoIndex &&
                    RulesOfFile(method.symbol.file).members_are_calls;
  if (!runs) return {};
  return Remember({MemoKind::kRunFor, method.symbol, method.receiver}, [&] {
    return ObjectOfRun({method.symbol.file, taker.inner_scope}, taker.declared_type,
                       method.receiver);
  });
}

Resolution Evaluator::ObjectOfRun(ScopeRef place, ExpressionIndex run, SymbolRef receiver) {
  if (!Step()) return {};
  const ModelExpression& expression = ExpressionAt(place.file, run);
  switch (expression.kind) {
    case ExpressionKind::kUnion: {
      Resolution out = ObjectOfRun(place, expression.operand, receiver);
      out.AddAll(ObjectOfRun(place, expression.second, receiver));
      return out;
    }
    case ExpressionKind::kParameter:
      return ObjectOfTaker(place, expression.operand);
    case ExpressionKind::kMember:
      if (program_.names.Text(expression.name).ends_with(kBlockMark)) {
        return ObjectOfField(place, expression.name);
      }
      return ObjectOfValue(place, run);
    case ExpressionKind::kSelf: {
      Resolution out = SelfAt(place);
      if (!receiver.exists()) return out;
      for (Entity& self : out.entities()) self.symbol = receiver;
      return out;
    }
    case ExpressionKind::kNew: {  // the body of define_method runs for instances of the own type
      const bool of_self =
          expression.operand != kNoIndex &&
          ExpressionAt(place.file, expression.operand).kind == ExpressionKind::kSelf;
      if (!of_self) return ObjectOfValue(place, run);
      Resolution out = ObjectOfRun(place, expression.operand, receiver);
      for (Entity& made : out.entities()) made.kind = EntityKind::kInstance;
      return out;
    }
    default:
      return ObjectOfValue(place, run);
  }
}

// The receivers that methods of the enclosing type give to a block that is kept in a field.
Resolution Evaluator::ObjectOfField(ScopeRef place, Name field) {
  Resolution out;
  const SymbolRef type = EnclosingType(place);
  if (!type.exists()) return out;
  for (const SymbolRef opening : program_.PartialDefinitionsOf(type)) {
    const FileModel& model = program_.files[opening.file].model();
    const ScopeIndex members = model.definitions[opening.definition].inner_scope;
    if (members == kNoIndex) continue;
    for (const ScopeEntry& entry : model.Find(members, field)) {
      if (entry.kind() != EntryKind::kBinding) continue;
      const ModelBinding& kept = model.bindings[entry.index()];
      out.AddAll(ObjectOfRun({opening.file, kept.value_scope}, kept.value, {}));
    }
  }
  out.escaped = out.escaped || out.empty();
  return out;
}

}  // namespace waymark::indexer
