// Dynamic members: members that a value has although its type does not declare them.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxForwards = 8;  // length of a chain of forwarding values

}  // namespace

// Finds a member that an instance has although its type does not declare it.
Resolution Evaluator::DynamicMember(const Entity& instance, ScopeRef from, Name name,
                                    LookupKind wanted) {
  const ResolutionRules& rules = RulesOfFile(instance.symbol.file);
  if (!rules.forward_method.empty()) return ForwardedMember(instance, from, name, wanted);
  const auto& methods = rules.missing_methods;
  const auto method = std::find_if(methods.begin(), methods.end(),
                                   [](const MissingMethod& known) { return known.gives_member; });
  if (method == methods.end() || name == Name::kUnknown) return {};
  const std::string_view text = program_.names.Text(name);
  if (text == rules.type_member) {
    return ResolutionOf({EntityKind::kSymbol, instance.rule, instance.symbol});
  }
  // Methods that the language calls implicitly are looked up in the type alone.
  return text.starts_with("__") ? Resolution() : ResultOfMethod(instance, method->name);
}

// Follows Deref: `x` has the members of `*x`, repeatedly. If the target type is unknown, or an
// attribute may derive the method, the result stays uncertain.
Resolution Evaluator::ForwardedMember(const Entity& instance, ScopeRef from, Name name,
                                      LookupKind wanted) {
  Resolution out;
  Resolution at = ResolutionOf(instance);
  if (IsOneOf(RulesOfFile(instance.symbol.file).derived_methods, name)) {
    out.escaped = !ForwardedTo(instance).empty();
    return out;
  }
  for (int i = 0; i < kMaxForwards && out.empty() && !at.empty(); ++i) {
    Resolution next;
    for (const Entity& value : at.entities()) {
      if (value.kind == EntityKind::kInstance) next.AddAll(ForwardedTo(value));
    }
    for (const Entity& value : next.entities()) {
      out.AddAll(value.kind == EntityKind::kInstance
                     ? WithSubstitution(MemberOfType(value.symbol, name, wanted, value.rule, 0),
                                        value.substitution)
                     : MemberOf(value, from, name, wanted));
    }
    out.AddNotes(next);
    out.escaped = out.escaped || (next.empty() && next.dynamic && !next.external);
    at = next;
  }
  return out;
}

// The value that stands in for a value whose type implements Deref.
Resolution Evaluator::ForwardedTo(const Entity& instance) {
  return ResultOfMethod(instance, RulesOfFile(instance.symbol.file).forward_method);
}

// Whether the name is the `prototype` of a type, whose members are those of its instances.
bool Evaluator::IsPrototype(ScopeRef from, Name name) const {
  const std::string_view prototype = RulesOfFile(from.file).prototype;
  return !prototype.empty() && name != Name::kUnknown && program_.names.Text(name) == prototype;
}

bool Evaluator::IsCopyMember(ScopeRef from, Name name) const {
  const std::string_view copy = RulesOfFile(from.file).copy_member;
  return !copy.empty() && name != Name::kUnknown && program_.names.Text(name) == copy;
}

bool Evaluator::GivesItself(ScopeRef from, Name name) const {
  return program_.KnownNamesOf(from.file).IsMember(MemberUse::kItself, name);
}

// The result for a member that neither the type nor its known bases declare.
Resolution Evaluator::NotDeclaredIn(SymbolRef type) const {
  const std::uint8_t flags = program_.TypeFlags(type);
  Resolution out;
  out.external = (flags & kTypeExternalBase) != 0 || RulesOfFile(type.file).has_foreign_root;
  out.dynamic = (flags & kTypeUnknownBase) != 0;
  return out;
}

// Whether a foreign object may have a member of this repository: an undeclared name may come from a
// macro, and foreign types may be given members from outside.
bool Evaluator::MayHaveOurs(ScopeRef place, const ModelExpression& member,
                            const Resolution& foreign) {
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (rules.may_add_to_foreign != nullptr) {
    return rules.may_add_to_foreign(program_, program_.files[place.file], member.name);
  }
  if (!rules.has_textual_includes || foreign.external || !foreign.undeclared) return false;
  if (ExpressionAt(place.file, member.operand).kind != ExpressionKind::kName) return false;
  const Resolution named = Bind(place, member.operand, {});
  return named.empty() && !named.declared;
}

}  // namespace waymark::indexer
