// What values have although their types do not declare it, and what may have a member of ours.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {
namespace {

constexpr int kMaxForwards = 8;  // values behind a value that forwards to them

}  // namespace

// What an instance has although its type does not declare it.
Resolution Evaluator::DynamicMember(const Entity& instance, ScopeRef from, Name name,
                                    LookupKind wanted) {
  const ResolutionRules& rules = RulesOfFile(instance.symbol.file);
  if (!rules.forward_method.empty()) return ForwardedMember(instance, from, name, wanted);
  if (rules.missing_method.empty() || name == Name::kUnknown) return {};
  const std::string_view text = program_.names.Text(name);
  if (text == rules.type_member) {
    return ResolutionOf({EntityKind::kSymbol, instance.rule, instance.symbol});
  }
  // Those that the language calls are looked for in the type alone.
  return text.starts_with("__") ? Resolution() : ResultOfMethod(instance, rules.missing_method);
}

// What `*x` has, `x` has as well, as often as that leads on. Where nothing tells what it leads to,
// or whether the type has such a method by an attribute, that may be one of ours.
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

// What stands in the place of a value whose type says so: Deref.
Resolution Evaluator::ForwardedTo(const Entity& instance) {
  return ResultOfMethod(instance, RulesOfFile(instance.symbol.file).forward_method);
}

// The member of a type whose members are those of its instances.
bool Evaluator::IsPrototype(ScopeRef from, Name name) const {
  const std::string_view prototype = RulesOfFile(from.file).prototype;
  return !prototype.empty() && name != Name::kUnknown && program_.names.Text(name) == prototype;
}

bool Evaluator::IsCopyMember(ScopeRef from, Name name) const {
  const std::string_view copy = RulesOfFile(from.file).copy_member;
  return !copy.empty() && name != Name::kUnknown && program_.names.Text(name) == copy;
}

bool Evaluator::GivesItself(ScopeRef from, Name name) const {
  const std::vector<Name>& members = program_.KnownNamesOf(from.file).same_members;
  return std::binary_search(members.begin(), members.end(), name);
}

// What is known of a member that neither the type nor what is known of its bases declares.
Resolution Evaluator::NotDeclaredIn(SymbolRef type) const {
  const std::uint8_t flags = program_.TypeFlags(type);
  Resolution out;
  out.external = (flags & kTypeExternalBase) != 0 || RulesOfFile(type.file).has_foreign_root;
  out.dynamic = (flags & kTypeUnknownBase) != 0;
  return out;
}

// Whether something foreign may have a member of ours: what no file declares, a macro may; and
// types of others may be given members outside of them.
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
