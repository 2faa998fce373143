#include "extract/unconsumed_reference.h"

#include <algorithm>

namespace waymark::indexer {

// A node that the parser inserts at the end of a file begins after its last byte.
ReadMarks::ReadMarks(FactsDraft& draft) : draft_(draft), is_read_(draft.bytes().size() + 1) {
  const FileFacts& facts = draft.facts();
  for (const Reference& reference : facts.references) MarkPath(reference.expression);
  for (const Base& base : facts.bases) MarkPath(base.type);
  for (const Binding& binding : facts.bindings) {
    const bool names = binding.kind == BindingKind::kUsing || binding.kind == BindingKind::kAlias;
    if (names) MarkPath(binding.value);
  }
  for (const Definition& definition : facts.definitions) {
    MarkPath(definition.owner);
    named_.push_back(definition.name_position);
  }
  std::sort(named_.begin(), named_.end());
}

void ReadMarks::MarkPath(ExpressionIndex at) {
  for (; at != kNoIndex; at = draft_.expression(at).operand) {
    is_read_[draft_.expression_site(at)] = true;
  }
}

bool ReadMarks::IsNamed(const Position& at) const {
  return std::binary_search(named_.begin(), named_.end(), at);
}

DefinitionIndex OwnerOf(FactsDraft& draft, ScopeIndex scope) {
  const auto& scopes = draft.facts().scopes;
  while (scopes[scope].definition == kNoIndex) scope = scopes[scope].parent;
  return scopes[scope].definition;
}

void AddUnconsumedReference(FactsDraft& draft, Word word, std::uint32_t byte,
                            DefinitionIndex owner) {
  const Definition& definition = draft.facts().definitions[owner];
  const bool has_scope = definition.inner_scope != kNoIndex;
  const Expression expression{ExpressionKind::kMember, kUnconsumedIdentifier, word};
  draft.AddReference(ReferenceRole::kByName, draft.AddExpression(expression, byte),
                     has_scope ? definition.inner_scope : definition.scope, owner);
}

}  // namespace waymark::indexer
