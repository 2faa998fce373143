// Type arguments of generic types, also in bases, calls and constructor calls.
#include <algorithm>
#include <limits>

#include "extract/extraction.h"

namespace waymark::indexer {

// Whether the elements of a list are type arguments, which are all kept.
bool Extraction::HoldsTypeArguments(const Frame& list) const {
  if (!language().keeps_type_arguments || list.rule->role != Role::kList) return false;
  const Role around = frames_[IndexOf(list) - 1].rule->role;
  if (list.part == ChildRole::kArguments) return around == Role::kIndex;
  if (list.part != ChildRole::kType) return false;
  return around == Role::kNew || around == Role::kCall ||
         (around == Role::kList && frames_[IndexOf(list) - 1].part == ChildRole::kBases);
}

// The generic that the arguments belong to: the type around them, or before them the constructed
// type, the called function, or the last base.
void Extraction::TakeTypeArguments(const Frame& list, Frame& parent) {
  Frame all = list;
  if (HoldsTypeArguments(list) && list.count > 1) {
    all.second = kNoIndex;
    for (std::size_t i = values_.size(); i-- > list.values_begin;) {
      all.second = draft_.AddExpression(
          {ExpressionKind::kArguments, kTypeArgument, 0, values_[i], all.second},
          node(list.node).begin);
    }
  }
  std::vector<Base>& bases = draft_.facts().bases;
  if (parent.rule->role == Role::kIndex) {
    parent.count = all.count;
    parent.second = all.second;
    parent.value = all.value;
    parent.is_generic = true;
  } else if (parent.rule->role != Role::kList) {
    // this.<User>get(): the name follows.
    const bool is_callee = FindChild(parent.node, *parent.rule, ChildRole::kMemberName) == kNoIndex;
    if (parent.operand == kNoIndex) return;
    (is_callee ? parent.operand : parent.type) = Apply(parent.operand, all);
  } else if (!bases.empty() &&
             draft_.expression_site(bases.back().type) >= node(parent.node).begin) {
    bases.back().type = Apply(bases.back().type, all);
  }
}

// A generic type with the collected arguments. A map keeps only the type of its values.
ExpressionIndex Extraction::Apply(ExpressionIndex type, const Frame& arguments) {
  const auto& keyed = language().keyed_types;
  const bool is_keyed = arguments.value != kNoIndex && !keyed.empty() &&
                        std::find(keyed.begin(), keyed.end(), LastName(type)) != keyed.end();
  const ExpressionIndex argument = is_keyed ? arguments.value : arguments.second;
  constexpr std::uint32_t kMax = std::numeric_limits<std::uint8_t>::max();
  const auto count = static_cast<std::uint8_t>(std::clamp(arguments.count, 1u, kMax));
  return draft_.AddExpression({ExpressionKind::kIndex, count, 0, type, argument},
                              draft_.expression_site(type));
}

}  // namespace waymark::indexer
