// Definitions: functions, types and namespaces, their names, visibility, decorators and results.
#include <algorithm>

#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "text/characters.h"
#include "text/compact_text.h"

namespace waymark::indexer {

namespace {

bool IsPrivateName(std::string_view name) {
  return name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"));
}

// The prefix "test" matches "test_x", "testX" and "test", but not "testament".
bool HasPrefix(std::span<const std::string_view> prefixes, std::string_view name) {
  return std::any_of(prefixes.begin(), prefixes.end(), [name](std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    return name.size() == prefix.size() || name[prefix.size()] < 'a' || name[prefix.size()] > 'z';
  });
}

// Whether it looks like a macro of a test framework that the language does not list; its first
// argument may be a type.
bool LooksLikeTest(std::string_view macro) {
  const bool is_upper =
      std::none_of(macro.begin(), macro.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return is_upper && (macro.find("TEST") != std::string_view::npos ||
                      macro.find("FIXTURE") != std::string_view::npos);
}

}  // namespace

NodeIndex ExtractionRoutes::FindChild(NodeIndex index, const Rule& rule, ChildRole part) const {
  const std::optional<ChildRole> first = rules_.FirstPartOf(rule);
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    const bool is_first = child == index + 1 && first.has_value();
    const ChildRole role =
        is_first ? *first : rules_.PartOf(rule, node(child).field, node(child).symbol);
    if (role == part) return child;
  }
  return kNoIndex;
}

bool Extraction::IsVisible(const Frame& frame, std::string_view name, ScopeIndex scope) const {
  switch (language().visibility) {
    case Visibility::kUnderscore:
      return !IsPrivateName(name);
    case Visibility::kCapital:
      return !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
    case Visibility::kExport:  // visibility of members, as far as they state it
      if ((frame.modifiers & kModifierPrivate) != 0 || name.starts_with('#')) return false;
      return KindOf(scope) == ScopeKind::kType || (frame.context & kExported) != 0;
    case Visibility::kNotPrivate:
      return (frame.modifiers & kModifierPrivate) == 0;
    case Visibility::kSections:
      return !name.starts_with('@') && !IsInHiddenSection();
    case Visibility::kModifier: {
      const bool of_type = (frame.rule->flags & (kSymbolEnumerator | kSymbolMacro)) != 0;
      const Frame* const extension = ExtensionAround(frame);
      if (of_type || (extension != nullptr && extension->second != kNoIndex)) return true;
      const DefinitionIndex type = draft_.facts().scopes[scope].definition;
      const bool of_trait = KindOf(scope) == ScopeKind::kType && type != kNoIndex &&
                            draft_.facts().definitions[type].kind == SymbolKind::kInterface;
      return of_trait || (frame.modifiers & kModifierExtern) != 0;
    }
    case Visibility::kLinkage:
      break;
  }
  if ((frame.context & kHidden) != 0) return false;
  if (KindOf(scope) != ScopeKind::kType) return (frame.modifiers & kModifierStatic) == 0;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].inner_scope == scope && frames_[i].rule->role == Role::kDefinition &&
        !frames_[i].rule->shares_scope) {
      return !frames_[i].is_private;
    }
  }
  return true;
}

std::uint16_t Extraction::FlagsOf(const Frame& frame, std::string_view name,
                                  ScopeIndex scope) const {
  std::uint16_t flags = 0;
  for (ScopeIndex at = scope; at != kNoIndex; at = draft_.facts().scopes[at].parent) {
    if (KindOf(at) == ScopeKind::kFunction) flags |= kSymbolLocal;
  }
  if (flags == 0 && IsVisible(frame, name, scope)) flags |= kSymbolExported;
  if ((frame.context & kInCondition) != 0) flags |= kSymbolConditional;
  if ((frame.context & kInTests) != 0) flags |= kSymbolTest;
  if ((frame.context & kUntyped) != 0) flags |= kSymbolInactive;
  if (KindOf(scope) == ScopeKind::kType && (frame.modifiers & kModifierStatic) != 0) {
    flags |= kSymbolStatic;
  }
  if (KindOf(scope) == ScopeKind::kType && (frame.context & kOnType) != 0) flags |= kSymbolStatic;
  if ((frame.modifiers & kModifierProperty) != 0) flags |= kSymbolProperty;
  if ((frame.modifiers & kModifierAbstract) != 0) flags |= kSymbolAbstract;
  if ((frame.modifiers & kModifierPartial) != 0) flags |= kSymbolPartial;
  return flags;
}

bool Extraction::IsConstructor(const Definition& definition, std::string_view name) const {
  if (definition.kind != SymbolKind::kMethod) return false;
  if (!language().constructor.empty()) return name == language().constructor;
  if (definition.owner != kNoIndex) return definition.name == NameOf(definition.owner);
  const DefinitionIndex type = draft_.facts().scopes[definition.scope].definition;
  return type != kNoIndex && draft_.facts().definitions[type].name == definition.name;
}

// Adds a definition and claims the comment above it. All definitions are added here.
DefinitionIndex Extraction::AddDefinition(const Definition& definition, std::uint32_t begin) {
  const DefinitionIndex index = draft_.AddDefinition(definition);
  ClaimComment(index, begin, ClaimDecorators(index, begin));
  ScopeIndex named = definition.scope;
  while (named != 0 && draft_.facts().scopes[named].definition == kNoIndex) {
    named = draft_.facts().scopes[named].parent;
  }
  const DefinitionIndex enclosing = draft_.facts().scopes[named].definition;
  if (enclosing != kNoIndex && !IsScopeIn(definition.kind, enclosing)) {
    std::uint16_t& flags = draft_.facts().definitions[enclosing].flags;
    flags = static_cast<std::uint16_t>(flags & ~kSymbolNamespaceOnly);
  }
  return index;
}

// A type without a name takes that of its typedef.
Declarator Extraction::ReadName(const Frame& frame, NodeIndex index, const Rule& rule) {
  NodeIndex name = FindChild(index, rule, ChildRole::kName);
  if (name == kNoIndex) name = FindChild(index, rule, ChildRole::kDeclarator);
  // For the declarator after the object, x[i], and for a computed name, [Symbol.iterator]() {}.
  const bool is_whole =
      name != kNoIndex && (RoleOf(name) == Role::kSelf ||
                           (RoleOf(name) == Role::kPass && language().has_keyed_members));
  if (is_whole) {
    Declarator declarator;
    declarator.name = name;
    return declarator;
  }
  if (name != kNoIndex) return ReadDeclarator(frame, name);
  const Frame& parent = Below(frame);
  if (frame.part != ChildRole::kType || parent.rule->binding != BindingKind::kAlias) return {};
  const NodeIndex alias = FindChild(parent.node, *parent.rule, ChildRole::kDeclarator);
  Declarator declarator;
  if (alias != kNoIndex) declarator = ReadDeclarator(frame, alias);
  if (declarator.is_pointer || declarator.function != kNoIndex) return {};
  return declarator;
}

// A test macro looks like a function whose parameters are suite and name.
bool Extraction::NameTest(Definition& definition, const Declarator& declarator) {
  if (declarator.function == kNoIndex) return false;
  const std::string_view macro = draft_.words().Text(definition.name);
  const auto& macros = language().test_macros;
  const auto row = std::find_if(macros.begin(), macros.end(),
                                [macro](const TestMacro& test) { return test.name == macro; });
  const bool is_listed = row != macros.end();
  if (!is_listed && !LooksLikeTest(macro)) return false;
  const Rule& rule = rules_.RuleOf(node(declarator.function).symbol);
  const NodeIndex list = FindChild(declarator.function, rule, ChildRole::kParameters);
  if (list == kNoIndex || tree_.IsLeaf(list)) return false;
  const NodeIndex suite = list + 1;
  const NodeIndex name = node(suite).next;
  if (name >= node(list).next || node(name).next != node(list).next) return false;
  definition.flags |= kSymbolTest;
  definition.name_position = draft_.PositionOf(node(name).begin);
  if (!is_listed || row->is_member) {
    definition.kind = SymbolKind::kMethod;
    definition.owner = AddName(frames_.back(), WordOf(suite), node(suite).begin);
    definition.name = WordOf(name);
  } else {
    const std::string joined = std::string(TextOf(suite)) + "." + std::string(TextOf(name));
    definition.name = draft_.words().Intern(std::string_view(joined).substr(0, kMaxNameBytes));
  }
  name_node_ = name + 1 < node(name).next ? name + 1 : name;  // inside the parameter
  return true;
}

// The text up to the body. Parts shared with neighbouring definitions are left out, except for the
// keyword.
std::string Extraction::SignatureOf(const Frame& frame, NodeIndex index, const Rule& rule,
                                    std::uint32_t whole) const {
  const Frame& around = frame.rule->role == Role::kWrapper ? frame : frames_[IndexOf(frame) - 1];
  const bool skips_wrapper = around.rule->role == Role::kWrapper && !around.rule->in_signature;
  const std::uint32_t begin = BehindDecorators(index, skips_wrapper ? node(index).begin : whole);
  const NodeIndex head = FindChild(index, rule, ChildRole::kDeclarator);
  if (head != kNoIndex) return Fold(begin, node(head).end);
  const NodeIndex body = FindChild(index, rule, ChildRole::kBody);
  if (body != kNoIndex) return Fold(begin, node(body).begin);
  const NodeIndex type = FindChild(index, rule, ChildRole::kUnderlying);
  const bool has_members = type != kNoIndex && RoleOf(type) == Role::kMembers;
  std::string text = Fold(begin, has_members ? node(type).begin : node(index).end);
  const bool is_grouped = around.rule->role == Role::kKeyword && begin != around.begin;
  if (is_grouped && !around.rule->text.empty()) {
    text = std::string(around.rule->text) + " " + text;
  }
  if (has_members) text += " " + std::string(rules_.RuleOf(node(type).symbol).text);
  return text;
}

DefinitionIndex Extraction::BeginDefinition(const Frame& frame, NodeIndex index, const Rule& rule,
                                            ChildRole part) {
  if ((frame.context & kAnonymous) != 0) return kNoIndex;
  const NodeIndex body = FindChild(index, rule, ChildRole::kBody);
  const bool is_declaration = rule.needs_body && body == kNoIndex;
  if (is_declaration && part != ChildRole::kUsed && part != ChildRole::kDefined) return kNoIndex;
  Declarator declarator = ReadName(frame, index, rule);
  if (declarator.name == kNoIndex) return kNoIndex;
  std::string text = NameByHead(index, rule, declarator);
  if (rule.is_named_to_parameters) {
    const NodeIndex parameters = FindChild(index, rule, ChildRole::kParameters);
    if (parameters == kNoIndex) return kNoIndex;
    const std::uint32_t begin = node(declarator.name).begin;
    text = Compact(draft_.bytes().substr(begin, node(parameters).begin - begin));
    text.resize(std::min(text.size(), kMaxNameBytes));
  }
  // Statements in broken code look like definitions: if (x) { }
  if (text.empty() || IsIn(language().keywords, text)) return kNoIndex;
  Definition definition;
  definition.name = draft_.words().Intern(text);
  definition.scope = DeclarationScope(frame.scope);
  definition.owner = declarator.owner;
  if (const NodeIndex owner = FindChild(index, rule, ChildRole::kOwner); owner != kNoIndex) {
    const Declarator type = ReadDeclarator(frame, owner);
    if (type.name != kNoIndex) {
      const ExpressionIndex last = AddName(frame, WordOf(type.name), node(type.name).begin);
      definition.owner = Append(type.owner, last);
    }
  }
  NameOwner(frame, definition.owner);
  if (Below(frame).rule->role == Role::kObject) definition.owner = Below(frame).operand;
  const Frame* const extension = ExtensionAround(frame);
  if (extension != nullptr && extension->rule->role == Role::kExtension) {
    if (extension->operand != kNoIndex) definition.owner = extension->operand;
    definition.discriminator = extension->name;
  }
  if (extension != nullptr && extension->rule->role == Role::kReceiverBlock) {
    definition.flags |= kSymbolExtension;
    definition.declared_type = extension->type;
    definition.parameter_count = definition.required_count = 1;
  }
  const bool is_function = rule.scope == ScopeKind::kFunction;
  const bool is_member =
      KindOf(definition.scope) == ScopeKind::kType || (is_function && definition.owner != kNoIndex);
  definition.kind = is_member ? rule.member_kind : rule.kind;
  const NodeIndex members = MembersIn(index, rule);
  if (members != kNoIndex) definition.kind = rules_.RuleOf(node(members).symbol).kind;
  definition.flags = static_cast<std::uint16_t>(definition.flags | rule.flags |
                                                FlagsOf(frame, text, definition.scope));
  if (is_function) AddOwnerByBlock(frame.scope, definition);
  if (is_declaration) definition.flags |= kSymbolDeclaration;
  const bool is_abstract =
      rule.abstract_without_body && body == kNoIndex && (frame.modifiers & kModifierExtern) == 0;
  if (is_abstract) definition.flags |= kSymbolAbstract;
  if (IsConstructor(definition, text)) definition.flags |= kSymbolConstructor;
  const auto& tests = is_function ? grammar_.tests.function_prefixes : grammar_.tests.type_prefixes;
  if (HasPrefix(tests, text)) definition.flags |= kSymbolTest;
  const bool is_anonymous = node(declarator.name).begin >= node(index).end;
  const NodeIndex whole = is_anonymous ? Below(frame).node : index;
  const std::uint32_t begin = is_anonymous ? Below(frame).begin : frame.begin;
  definition.range = draft_.RangeOf(begin, node(whole).end);
  definition.name_position = draft_.PositionOf(node(declarator.name).begin);
  definition.signature =
      Signature(SignatureOf(frame, index, rule, begin) + (is_anonymous ? " " + text : ""));
  name_node_ = declarator.name;
  const bool is_test = NameTest(definition, declarator);
  if (language().has_overloads && !is_test) {
    const bool is_plain = is_function && declarator.function == kNoIndex;
    definition.discriminator =
        Discriminator(is_plain ? index : declarator.function, declarator.arguments);
  }
  const DefinitionIndex added = AddDefinition(definition, frame.begin);
  function_ = {declarator.function, is_test ? kNoIndex : added, kNoIndex};
  return added;
}

void Extraction::EnterWrapper(Frame& frame) {
  const NodeIndex parameters = FindChild(frame.node, *frame.rule, ChildRole::kTypeParameters);
  if (parameters != kNoIndex) {
    frame.inner_scope = draft_.AddScope(frame.scope, ScopeKind::kBlock, kNoIndex);
  }
  frame.takes_self = true;
  if (frame.rule->in_signature) return;
  // Decorators precede what they decorate.
  const NodeIndex defined = FindChild(frame.node, *frame.rule, ChildRole::kDefined);
  if (defined == kNoIndex || RoleOf(defined) != Role::kDefinition) return;
  const Rule& rule = rules_.RuleOf(node(defined).symbol);
  frame.definition = BeginDefinition(frame, defined, rule, ChildRole::kDefined);
  if (frame.definition != kNoIndex) frame.owner = frame.definition;
}

void Extraction::EnterDefinition(Frame& frame) {
  ReadModifiers(frame);
  Frame& parent = Below(frame);
  if (parent.rule->role == Role::kObject) {
    if (const ScopeIndex object = ObjectScope(parent); object != kNoIndex) frame.scope = object;
  }
  const bool is_begun = frame.part == ChildRole::kDefined && parent.definition != kNoIndex;
  frame.definition = is_begun ? parent.definition : DefineFromContext(frame, frame.rule->kind);
  if (frame.definition == kNoIndex) {
    frame.definition = BeginDefinition(frame, frame.node, *frame.rule, frame.part);
  }
  if (frame.part == ChildRole::kDefined && parent.rule->role == Role::kExport) {
    parent.definition = frame.definition;
  }
  if (frame.definition == kNoIndex) frame.definition = DefineByVariable(frame);
  if (frame.definition == kNoIndex) return OpenAnonymous(frame);
  if (frame.part == ChildRole::kValue && parent.rule->role != Role::kSequence) CutSignature(frame);
  OpenTypeParameters(frame);
  ScopeKind opened = frame.rule->scope;
  const NodeIndex type = FindChild(frame.node, *frame.rule, ChildRole::kUnderlying);
  if (MembersIn(frame.node, *frame.rule) != kNoIndex) opened = ScopeKind::kType;
  if (type != kNoIndex) frame.owner = frame.definition;
  if (opened == ScopeKind::kFile) return;
  const NodeIndex body = FindChild(frame.node, *frame.rule, ChildRole::kBody);
  if (frame.rule->needs_body && body == kNoIndex) return;
  frame.owner = frame.definition;
  if (frame.rule->is_instance) {
    if (body == kNoIndex) return;
    DeriveFromOuter(frame);
  }
  const SymbolKind kind = draft_.facts().definitions[frame.definition].kind;
  const bool is_type = opened == ScopeKind::kType;
  const bool makes = OpenPrototype(frame);
  if (frame.rule->shares_scope && (frame.modifiers & kModifierScoped) == 0) {
    frame.inner_scope = frame.scope;
  } else {
    frame.inner_scope = draft_.AddScope(frame.scope, opened, frame.definition);
    if (!makes) draft_.facts().definitions[frame.definition].inner_scope = frame.inner_scope;
    if (is_type) NoteMembers(frame.definition, frame.inner_scope);
  }
  frame.is_private = frame.rule->hides_members;
  if (is_type) {
    frame.self = 0;
    frame.context &= static_cast<std::uint16_t>(~kOnType);
  }
  if (opened == ScopeKind::kFunction && !makes) frame.returns_to = frame.definition;
  if (is_type || makes || kind == SymbolKind::kMethod) {
    frame.has_object = true;
  } else if (frame.rule->own_object) {
    frame.has_object = false;
  }
  frame.takes_self = language().first_parameter_is_self && kind == SymbolKind::kMethod &&
                     (!is_begun || parent.takes_self);
  function_.scope = frame.inner_scope;
  if (body != kNoIndex) FindDocstring(frame.definition, body);
}

// Functions and types without a name, also in an object.
void Extraction::OpenAnonymous(Frame& frame) {
  if ((frame.context & kInType) != 0 || frame.rule->needs_body) return;
  if (FindChild(frame.node, *frame.rule, ChildRole::kBody) == kNoIndex) return;
  if (FindChild(frame.node, *frame.rule, ChildRole::kDeclarator) != kNoIndex) return;
  frame.inner_scope = draft_.AddScope(frame.scope, frame.rule->scope, kNoIndex);
  if (frame.rule->scope == ScopeKind::kFunction) frame.returns_to = kNoIndex;
  frame.has_object = frame.rule->scope == ScopeKind::kType;
}

// Types that are defined where they are used: struct { int x; } point;
ExpressionIndex Extraction::YieldType(Frame& frame) {
  const bool is_described = frame.part == ChildRole::kValue && Below(frame).rule->is_type;
  if (frame.part != ChildRole::kType && frame.part != ChildRole::kReturnType && !is_described) {
    return kNoIndex;
  }
  if (frame.definition == kNoIndex) {
    const Declarator name = ReadName(frame, frame.node, *frame.rule);
    if (name.name == kNoIndex || FindChild(frame.node, *frame.rule, ChildRole::kName) == kNoIndex) {
      Below(frame).defines_type = true;
      return kNoIndex;
    }
    const ExpressionIndex last = AddName(frame, WordOf(name.name), node(name.name).begin);
    draft_.MarkType(last);
    return Append(name.owner, last);
  }
  const Definition& definition = draft_.facts().definitions[frame.definition];
  Below(frame).defines_type = true;
  Below(frame).type = AddName(frame, definition.name, frame.begin);
  return kNoIndex;
}

// A named function expression: only the function itself sees the name.
void Extraction::DefineByOwnName(Frame& frame) {
  const NodeIndex name = FindChild(frame.node, *frame.rule, ChildRole::kName);
  if (name == kNoIndex || RoleOf(name) != Role::kIdentifier) return;
  frame.scope = draft_.AddScope(frame.scope, ScopeKind::kBlock, kNoIndex);
  frame.definition =
      DefineNamed(frame, SymbolKind::kFunction, frame.scope, WordOf(name), node(name).begin);
  // The surrounding code makes the function and passes it on.
  draft_.AddReference(ReferenceRole::kValue, AddName(frame, WordOf(name), node(name).begin),
                      frame.scope, frame.owner);
}

// Ends the signature of a variable that turns out to be a function or type before the body.
void Extraction::CutSignature(const Frame& frame) {
  const NodeIndex body = FindChild(frame.node, *frame.rule, ChildRole::kBody);
  const bool has_block =
      body != kNoIndex && (RoleOf(body) == Role::kScope || frame.rule->role == Role::kDefinition);
  if (!has_block || Below(frame).rule->role == Role::kExport) return;
  std::size_t statement = IndexOf(frame);
  while (statement > 0 && frames_[statement].part == ChildRole::kValue) --statement;
  draft_.facts().definitions[frame.definition].signature =
      Signature(Fold(frames_[statement].begin, node(body).begin));
}

// A lambda that is the whole value of a variable is the function of that variable.
void Extraction::EnterLambda(Frame& frame) {
  if (!frame.rule->keeps_variable) {
    frame.definition = DefineFromContext(frame, SymbolKind::kFunction);
  }
  if (frame.definition != kNoIndex) {
    CutSignature(frame);
  } else {
    DefineByOwnName(frame);
  }
  frame.returns_to = frame.definition;
  if (frame.definition != kNoIndex) {
    frame.owner = frame.definition;
    const Definition& definition = draft_.facts().definitions[frame.definition];
    frame.takes_self = language().first_parameter_is_self && definition.kind == SymbolKind::kMethod;
    if (frame.rule->own_object) frame.has_object = definition.kind == SymbolKind::kMethod;
    const bool in_object = Below(frame).rule->role == Role::kPair;
    if (in_object && definition.owner == kNoIndex) frame.scope = definition.scope;
  } else if (frame.rule->own_object) {
    frame.has_object = false;
  }
  OpenTypeParameters(frame);
  const bool makes = OpenPrototype(frame);
  frame.is_marked = IsModule(frame);
  frame.inner_scope =
      draft_.AddScope(frame.scope, frame.is_marked ? ScopeKind::kNamespace : ScopeKind::kFunction,
                      frame.definition);
  if (frame.definition != kNoIndex && !makes) {
    draft_.facts().definitions[frame.definition].inner_scope = frame.inner_scope;
  }
  function_ = {FindChild(frame.node, *frame.rule, ChildRole::kDeclarator), frame.definition,
               frame.inner_scope};
}

void Extraction::ExitLambda(const Frame& frame) {
  if (frame.is_marked) return ExitModule(frame);
  const NodeIndex list = FindChild(frame.node, *frame.rule, ChildRole::kParameters);
  if (language().keeps_values && list != kNoIndex && frame.inner_scope != kNoIndex) {
    KnownLambda& lambda = lambdas_.emplace_back(KnownLambda{frame.node, frame.inner_scope});
    for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) {
      lambda.parameters.push_back(RoleOf(child) == Role::kIdentifier ? WordOf(child) : Word{0});
    }
  }
  if (frame.definition == kNoIndex || frame.value == kNoIndex) return;
  draft_.facts().definitions[frame.definition].return_value = frame.value;
}

void Extraction::VisitAccess(NodeIndex index) {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    if (frames_[i].part == ChildRole::kBases) return;  // of the inheritance
    if (frames_[i].rule->role != Role::kDefinition) continue;
    frames_[i].is_private = (ModifiersOf(index) & kModifierPrivate) != 0;
    return;
  }
}

void Extraction::AddBase(const Frame& list, ExpressionIndex type) {
  std::size_t i = IndexOf(list);
  const bool is_unnamed = list.rule->role == Role::kMembers && (list.context & kAnonymous) != 0;
  if (is_unnamed && language().hooks.name_of_unnamed != nullptr) {
    frames_[i].second = AddUnion(draft_, frames_[i].second, type);
    return;
  }
  EdgeType relation = EdgeType::kExtends;
  while (i > 0 &&
         (frames_[i].rule->role == Role::kList || frames_[i].rule->role == Role::kMembers ||
          frames_[i].rule->role == Role::kTransparent ||
          frames_[i].rule->role == Role::kAssignment)) {
    if (frames_[i].rule->relation != EdgeType::kExtends) relation = frames_[i].rule->relation;
    --i;
  }
  Frame& defined = frames_[i];
  if (defined.rule->role == Role::kReceiverBlock) defined.type = type;
  const bool is_type =
      defined.rule->role == Role::kDefinition || defined.rule->role == Role::kWrapper;
  if (defined.definition == kNoIndex || !is_type) return;
  if (draft_.expression(type).kind == ExpressionKind::kUnion) return;
  std::vector<Base>& bases = draft_.facts().bases;
  Definition& definition = draft_.facts().definitions[defined.definition];
  if (definition.bases_count == 0) {
    definition.bases_begin = static_cast<std::uint32_t>(bases.size());
  }
  ++definition.bases_count;
  const Position site = draft_.PositionOf(draft_.expression_site(type));
  bases.push_back({type, relation, site});
}

void Extraction::ExitReturn(const Frame& frame) {
  if (frame.value != kNoIndex && frame.returns_to == kNoIndex) ReturnFromModule(frame);
  if (frame.value == kNoIndex || frame.returns_to == kNoIndex) return;
  ImplicitCalls calls(language(), draft_);
  const bool gives_result = frame.rule->text.empty();  // else it is passed to a promise
  if ((calls.converts() || calls.converts_by_call()) && gives_result) {
    calls.AddConversion(frame, frame.value, ResultExpectedOf(frame.returns_to));
  }
  const Expression& value = draft_.expression(frame.value);
  const bool is_null = value.kind == ExpressionKind::kLiteral &&
                       draft_.words().Text(value.name) == language().null_type;
  Definition& definition = draft_.facts().definitions[frame.returns_to];
  if (is_null || definition.return_type != kNoIndex) return;
  if (language().keeps_values) return AddResult(definition, frame.value);
  if (definition.return_value == kNoIndex) definition.return_value = frame.value;
}

void Extraction::ExitRaise(const Frame& frame) {
  if (frame.value == kNoIndex) return;
  const Expression& raised = draft_.expression(frame.value);
  const bool is_made = raised.kind == ExpressionKind::kCall || raised.kind == ExpressionKind::kNew;
  const ExpressionIndex type = is_made ? raised.operand : frame.value;
  draft_.AddReference(ReferenceRole::kRaise, type, frame.scope, frame.owner);
}

// A list of exported names overrides the naming convention for top-level definitions.
void Extraction::ApplyExports() {
  for (Definition& definition : draft_.facts().definitions) {
    if (definition.scope != 0 || definition.kind == SymbolKind::kFile) continue;
    const bool is_listed =
        std::find(exports_.begin(), exports_.end(), definition.name) != exports_.end();
    definition.flags = static_cast<std::uint16_t>(is_listed ? definition.flags | kSymbolExported
                                                            : definition.flags & ~kSymbolExported);
  }
}

}  // namespace waymark::indexer
