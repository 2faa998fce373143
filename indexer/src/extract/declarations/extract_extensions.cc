// Blocks that add members and bases to a type defined elsewhere (impl), and members by position.
#include <string>

#include "extract/extraction.h"
#include "text/compact_text.h"

namespace waymark::indexer {

void Extraction::EnterExtension(Frame& extension) {
  if (extension.rule->role == Role::kReceiverBlock) {
    // Its type parameters are visible in the types of its parameters.
    extension.scope = draft_.AddScope(extension.scope, ScopeKind::kBlock, kNoIndex);
    extension.inner_scope = draft_.AddScope(extension.scope, ScopeKind::kBlock, kNoIndex);
    return;
  }
  extension.scope = draft_.AddScope(extension.scope, ScopeKind::kBlock, kNoIndex);
  const bool in_tests = !decorators_.empty() && (decorator_flags_ & kSymbolTest) != 0;
  if (in_tests) extension.context |= kInTests;
  decorators_.clear();
}

// Runs when the type and the implemented trait are known: following definitions belong to the type.
void Extraction::BeginExtension(Frame& extension) {
  // Also where the type is no name, as a slice: the trait asks for what the block holds.
  const NodeIndex base = FindChild(extension.node, *extension.rule, ChildRole::kSecond);
  if (base != kNoIndex) {
    extension.name = draft_.words().Intern(Compact(TextOf(base)).substr(0, kMaxDiscriminatorBytes));
  }
  if (extension.type == kNoIndex) return;
  ExpressionIndex owner = extension.type;
  while (owner != kNoIndex && draft_.expression(owner).kind == ExpressionKind::kIndex) {
    owner = draft_.expression(owner).operand;
  }
  const ExpressionKind kind = draft_.expression(owner).kind;
  if (kind != ExpressionKind::kName && kind != ExpressionKind::kMember) return;
  extension.operand = owner;
  const ScopeIndex scope = extension.scope;
  if (!language().own_type.empty()) {
    draft_.AddBinding({scope, draft_.words().Intern(language().own_type), BindingKind::kAlias,
                       extension.type, scope});
  }
  if (extension.second == kNoIndex) return;
  const ExpressionIndex implements =
      draft_.AddExpression({ExpressionKind::kIndex, 1, 0, owner, extension.second},
                           draft_.expression_site(extension.second));
  draft_.AddBinding(
      {scope, draft_.words().Intern(kImplementsName), BindingKind::kImplements, implements, scope});
}

// The block that directly contains a definition; nullptr if there is none.
const Frame* Extraction::ExtensionAround(const Frame& frame) const {
  for (std::size_t i = IndexOf(frame); i-- > 0;) {
    switch (frames_[i].rule->role) {
      case Role::kExtension:
      case Role::kReceiverBlock:
        return &frames_[i];
      case Role::kTransparent:
      case Role::kWrapper:
        continue;
      default:
        return nullptr;
    }
  }
  return nullptr;
}

// `where T: Bound` counts as a bound beside the name.
void Extraction::ExitBound(const Frame& frame) {
  if (frame.operand == kNoIndex || frame.type == kNoIndex) return;
  const Expression& parameter = draft_.expression(frame.operand);
  if (parameter.kind != ExpressionKind::kName || !IsLocal(frame.scope)) return;
  if (draft_.words().Text(parameter.name) == language().own_type) return;
  draft_.AddBinding({frame.scope, parameter.name, BindingKind::kAlias, frame.type, frame.scope});
}

void Extraction::AddPosition(Frame& list, ExpressionIndex type) {
  if (KindOf(list.scope) != ScopeKind::kType) return;
  const Word name = draft_.words().Intern(std::to_string(list.count++));
  // A variant may have the name of the type that it holds.
  ScopeIndex outside = list.scope;
  while (KindOf(outside) == ScopeKind::kType) outside = draft_.facts().scopes[outside].parent;
  draft_.AddBinding({list.scope, name, BindingKind::kFieldAnnotated, type, outside});
}

// Each operand of A + B is a base.
void Extraction::AddBases(const Frame& defined, ExpressionIndex types) {
  for (int depth = 0; types != kNoIndex && depth < kMaxPatternDepth; ++depth) {
    const Expression expression = draft_.expression(types);
    if (expression.kind != ExpressionKind::kUnion) {
      AddBase(defined, types);
      return;
    }
    AddBase(defined, expression.second);
    types = expression.operand;
  }
}

}  // namespace waymark::indexer
