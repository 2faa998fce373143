#include "resolve/evaluate/top_types.h"

#include <string_view>

#include "text/characters.h"

namespace waymark::indexer {
void ResolveTopType(const NameTable& names, const ResolutionRules& rules, Resolution& instances) {
  const Name name = instances.foreign_type;
  if (!instances.empty() || name == Name::kEmpty || name == Name::kUnknown) return;
  const std::string_view text = names.Text(name);
  const Satisfaction* const satisfaction = rules.satisfaction;
  const bool lists_methods = satisfaction != nullptr && !satisfaction->unnamed.empty() &&
                             text.starts_with(satisfaction->unnamed);
  if (lists_methods) {
    instances = Resolution();
    instances.dynamic = true;
    instances.method_set = name;
  } else if (IsIn(rules.top_types, text)) {
    instances = Resolution();
    instances.dynamic = true;
  } else if (IsIn(rules.top_errors, text)) {
    instances.escaped = true;
  }
}

Resolution OneOf(const NameTable& names, const ResolutionRules& rules, Resolution first,
                 const Resolution& second) {
  const auto is_open = [&](const Resolution& one) {
    if (one.dynamic) return true;
    const bool is_known = one.foreign_type != Name::kEmpty && one.foreign_type != Name::kUnknown;
    return is_known && !rules.unnamed_type.empty() &&
           names.Text(one.foreign_type) == rules.unnamed_type;
  };
  const bool may_be_ours = is_open(first) || is_open(second);
  // A type without a name lists the methods of the other type as well.
  const Name listed = first.dynamic ? first.method_set : Name::kEmpty;
  first.AddAll(second);
  if (listed != Name::kEmpty) first.method_set = listed;
  first.escaped = first.escaped || may_be_ours;
  return first;
}

void NameForeign(const Program& program, const ModelExpression& callee, Resolution& made) {
  const bool is_named =
      callee.kind == ExpressionKind::kName || callee.kind == ExpressionKind::kMember;
  if (!is_named || callee.name == Name::kEmpty || callee.name == Name::kUnknown) return;
  if (!made.empty() || !made.IsForeign() || made.dynamic) return;
  if (BeginsWithCapital(program.names.Text(callee.name))) made.foreign_type = callee.name;
}

}  // namespace waymark::indexer
