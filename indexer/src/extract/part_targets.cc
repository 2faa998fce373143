#include "extract/part_targets.h"

#include <string>

namespace waymark::indexer {

ExpressionIndex AddPart(FactsDraft& draft, ExpressionIndex whole, char mark, std::string_view key) {
  if (whole == kNoIndex) return kNoIndex;
  const Word name = draft.words().Intern(std::string(1, mark).append(key));
  return draft.AddExpression({ExpressionKind::kIndex, 0, name, whole},
                             draft.expression_site(whole));
}

ExpressionIndex AddIterated(FactsDraft& draft, ExpressionIndex container) {
  if (container == kNoIndex) return kNoIndex;
  return draft.AddExpression(
      {ExpressionKind::kIndex, 0, draft.words().Intern(kIterationKey), container},
      draft.expression_site(container));
}

Frame* StatementOfPattern(std::vector<Frame>& frames) {
  for (std::size_t i = frames.size() - 1; i-- > 0;) {
    switch (frames[i].rule->role) {
      case Role::kDeclaration:
      case Role::kAssignment:
        return &frames[i];
      case Role::kDeclarator:
        continue;
      default:
        return nullptr;
    }
  }
  return nullptr;
}

void PartTargets::Add(NodeIndex statement, std::uint32_t position, Word name, ScopeIndex scope) {
  targets_.push_back({statement, position, name, scope});
}

ExpressionIndex PartTargets::Bind(FactsDraft& draft, const Frame& statement,
                                  ExpressionIndex value) {
  ExpressionIndex taken = kNoIndex;
  while (!targets_.empty() && targets_.back().statement == statement.node) {
    const Target target = targets_.back();
    targets_.pop_back();
    const bool iterates = statement.rule->binding == BindingKind::kIterated;
    const ExpressionIndex whole = iterates ? AddIterated(draft, value) : value;
    taken = whole;
    const ExpressionIndex part = AddPart(draft, whole, kPartKey, std::to_string(target.position));
    draft.AddBinding({target.scope, target.name, BindingKind::kAssigned, part, statement.scope});
  }
  return taken;
}

}  // namespace waymark::indexer
