// Scopes that open at a binding, namespaces, and names that stand for types.
#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr std::size_t kMaxNamedBytes = 4096;  // of a statement that is searched

// Whether a declaring statement contains the name a second time, other than as a member.
bool Names(std::string_view statement, std::string_view name) {
  statement = statement.substr(0, kMaxNamedBytes);
  int count = 0;
  for (std::size_t at = statement.find(name); at != std::string_view::npos;
       at = statement.find(name, at + name.size())) {
    const std::size_t end = at + name.size();
    const bool begins =
        at == 0 || (!IsWordCharacter(statement[at - 1]) && statement[at - 1] != '.');
    const bool ends = end == statement.size() || !IsWordCharacter(statement[end]);
    if (begins && ends && ++count == 2) return true;
  }
  return false;
}

}  // namespace

// Opens a block scope for the rest of the frame.
ScopeIndex Extraction::OpenBlock(Frame& frame) {
  if (frame.inner_scope != kNoIndex) return frame.inner_scope;
  const ScopeIndex around = frame.scope;
  // A block directly in a type is an initialiser: it runs when the type or an instance is made.
  const bool initializes = KindOf(around) == ScopeKind::kType;
  frame.inner_scope =
      draft_.AddScope(around, initializes ? ScopeKind::kFunction : ScopeKind::kBlock, kNoIndex);
  for (std::size_t i = IndexOf(frame); i < frames_.size(); ++i) {
    if (frames_[i].scope == around) frames_[i].scope = frame.inner_scope;
  }
  return frame.inner_scope;
}

// Braces after a macro of C or C++ that stands for the head of a function: TEST_CASE("name") { }. A
// function with a type does not nest in another one, so such braces belong to something else.
bool ExtractionRoutes::IsBodyOfMacro(NodeIndex block) const {
  const bool is_block = TextOf(block).starts_with('{');
  if (language().visibility != Visibility::kLinkage || !is_block) return false;
  const std::string_view before = draft_.bytes().substr(0, node(block).begin);
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos || before[last] != ')') return false;
  for (NodeIndex child = block + 1; child < node(block).next; child = node(child).next) {
    const Rule& rule = rules_.RuleOf(node(child).symbol);
    const bool is_typed = FindChild(child, rule, ChildRole::kReturnType) != kNoIndex;
    if (rule.role == Role::kDefinition && is_typed) return false;
  }
  return true;
}

// The block in which a statement binds names; its first binding opens the scope. nullptr if the
// names belong to a function, a type or the file.
Frame* Extraction::BlockOf(const Frame& statement) {
  for (std::size_t i = IndexOf(statement) + 1; i-- > 0;) {
    Frame& frame = frames_[i];
    switch (frame.rule->role) {
      case Role::kAssignment:
      case Role::kDeclaration:
        if (!frame.rule->opens_scope) continue;
        OpenBlock(frame);
        return &frame;
      case Role::kScope:
      case Role::kTypeSwitch:
      case Role::kTypeCase:
        if (frame.part != ChildRole::kBody) OpenBlock(frame);
        return &frame;
      case Role::kKeyword:
        if (frame.rule->hoists) return nullptr;
        continue;
      case Role::kDefinition:
      case Role::kLambda:
      case Role::kBlock:
      case Role::kNamespace:
        return nullptr;
      default:
        continue;
    }
  }
  return nullptr;
}

// The scope in which a statement binds the name. Earlier uses of an outer name in the function keep
// their meaning: then the name is bound in a scope for the rest of the block.
ScopeIndex Extraction::OpenScope(Frame& statement, Word name) {
  Frame* const block = BlockOf(statement);
  const ScopeIndex around = statement.scope;
  const NameBegins begins = language().name_begins;
  if (block == nullptr || begins == NameBegins::kWithScope || !IsLocal(around)) return around;
  if (draft_.DepthOf(around) >= kMaxScopeDepth) return around;
  if (draft_.LocalScope(around, name) != kNoIndex) return around;
  const bool is_behind = begins == NameBegins::kBehindStatement;
  const bool is_named = draft_.IsNamed(around, name) ||
                        (is_behind && Names(TextOf(statement.node), draft_.words().Text(name)));
  if (!is_named) return around;
  block->inner_scope = kNoIndex;
  const ScopeIndex rest = OpenBlock(*block);
  if (!is_behind) return rest;
  for (std::size_t i = IndexOf(statement); i < frames_.size(); ++i) {
    if (frames_[i].scope == rest) frames_[i].scope = around;
  }
  return rest;
}

// Type parameters of a definition are visible in its head, but not around it.
void Extraction::OpenTypeParameters(Frame& frame) {
  const NodeIndex receiver = FindChild(frame.node, *frame.rule, ChildRole::kReceiver);
  const bool is_generic =
      receiver != kNoIndex && TextOf(receiver).find('[') != std::string_view::npos;
  if (!is_generic && FindChild(frame.node, *frame.rule, ChildRole::kTypeParameters) == kNoIndex)
    return;
  frame.scope = draft_.AddScope(frame.scope, ScopeKind::kBlock, kNoIndex);
}

void Extraction::EnterTypeSwitch(Frame& frame, Word name) {
  frame.name = name;
  const ScopeIndex scope = OpenBlock(frame);
  draft_.AddBinding({scope, name, BindingKind::kAssigned, kNoIndex, scope});
}

void Extraction::EnterTypeCase(Frame& frame, ExpressionIndex type) {
  const Word name = Below(frame).name;
  if (Below(frame).rule->role != Role::kTypeSwitch || name == 0) return;
  const ScopeIndex scope = OpenBlock(frame);
  draft_.AddBinding({scope, name, BindingKind::kAnnotated, type, scope});
}

// Each component of a::b is a namespace; one without a name only opens a scope.
void Extraction::EnterNamespace(Frame& frame) {
  const NodeIndex name = FindChild(frame.node, *frame.rule, ChildRole::kName);
  const NodeIndex body = FindChild(frame.node, *frame.rule, ChildRole::kBody);
  ReadModifiers(frame);
  const bool is_elsewhere = body == kNoIndex && !frame.rule->takes_rest;
  if (language().visibility == Visibility::kModifier && is_elsewhere) {
    AddModule(frame, name);
    return;
  }
  if (name == kNoIndex && body == kNoIndex && !frame.rule->takes_rest) return;
  if (name == kNoIndex) {
    frame.inner_scope = draft_.AddScope(frame.scope, frame.rule->scope, kNoIndex);
    frame.context |= kHidden;
    return;
  }
  ScopeIndex scope = frame.scope;
  const bool is_nested = RoleOf(name) == Role::kDotted || RoleOf(name) == Role::kMember;
  const NodeIndex last = is_nested ? node(name).next : name + 1;
  std::uint16_t modifiers = frame.modifiers;  // of the next part
  for (NodeIndex part = name; part < last; ++part) {
    if (is_nested && (!tree_.IsLeaf(part) || RoleOf(part) != Role::kIdentifier)) {
      modifiers |= ModifiersOf(part);  // namespace a::inline b {
      continue;
    }
    Definition definition;
    definition.name = WordOf(part);
    definition.kind = frame.rule->kind;
    definition.scope = scope;
    definition.flags = static_cast<std::uint16_t>(FlagsOf(frame, TextOf(part), scope) |
                                                  frame.rule->flags | kSymbolNamespaceOnly);
    const NodeIndex whole = frame.rule->takes_rest ? Below(frame).node : frame.node;
    definition.range = draft_.RangeOf(frame.begin, node(whole).end);
    definition.name_position = draft_.PositionOf(node(part).begin);
    definition.signature =
        Signature(Fold(frame.begin, body == kNoIndex ? node(name).end : node(body).begin));
    frame.definition = AddDefinition(definition, frame.begin);
    // Members of an inline namespace are members of the enclosing namespace; both names find them.
    const bool is_inline =
        (modifiers & kModifierInline) != 0 && KindOf(scope) == ScopeKind::kNamespace;
    modifiers = 0;
    if (!is_inline) scope = draft_.AddScope(scope, frame.rule->scope, frame.definition);
    draft_.facts().definitions[frame.definition].inner_scope = scope;
  }
  frame.inner_scope = scope;
  if (frame.definition == kNoIndex) return;
  frame.owner = frame.definition;
  const std::uint16_t flags = draft_.facts().definitions[frame.definition].flags;
  if ((flags & kSymbolTest) != 0) frame.context |= kInTests;
  if (!frame.rule->takes_rest) return;
  Below(frame).scope = scope;
  Below(frame).owner = frame.definition;
}

}  // namespace waymark::indexer
