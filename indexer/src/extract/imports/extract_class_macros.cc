// Class macros: calls that declare imports, mixins, properties, visibility, aliases, and types.
#include <algorithm>

#include "extract/extraction.h"

namespace waymark::indexer {
namespace {

// Whether it affects only the type in whose body it stands.
bool ConcernsBody(ClassMacroKind kind) {
  switch (kind) {
    case ClassMacroKind::kMixesIn:
    case ClassMacroKind::kMixesInFirst:
    case ClassMacroKind::kExtendsItself:
    case ClassMacroKind::kOpensExtension:
    case ClassMacroKind::kReads:
    case ClassMacroKind::kWrites:
    case ClassMacroKind::kReadsAndWrites:
    case ClassMacroKind::kHides:
    case ClassMacroKind::kShows:
      return true;
    default:
      return false;
  }
}

}  // namespace

// The type whose body directly contains a place; kNoIndex if there is none.
DefinitionIndex ExtractionRoutes::TypeAround(ScopeIndex scope) const {
  scope = DeclarationScope(scope);
  return KindOf(scope) == ScopeKind::kType ? draft_.facts().scopes[scope].definition : kNoIndex;
}

// The type around a scope, by the scope that has its name; kNoIndex outside of types.
DefinitionIndex ExtractionRoutes::TypeDefinedAround(ScopeIndex scope) const {
  const std::vector<Scope>& scopes = draft_.facts().scopes;
  ScopeIndex around = EnclosingType(scope);
  while (around != kNoIndex && scopes[around].definition == kNoIndex) {
    around = EnclosingType(scopes[around].parent);
  }
  return around == kNoIndex ? kNoIndex : scopes[around].definition;
}

void Extraction::ApplyClassMacro(Frame& frame) {
  const ClassMacroKind kind = frame.class_macro->kind;
  // In a method it is an ordinary call, on an object whose type may have a method of that name.
  if (ConcernsBody(kind) && KindOf(frame.scope) == ScopeKind::kFunction) {
    frame.class_macro = nullptr;
    return;
  }
  switch (kind) {
    case ClassMacroKind::kLoads:
    case ClassMacroKind::kLoadsBeside:
      // With a computed name it is an ordinary call: a type may have its own `load`.
      if (!LoadFile(frame)) frame.class_macro = nullptr;
      return;
    case ClassMacroKind::kMixesIn:
    case ClassMacroKind::kMixesInFirst:
    case ClassMacroKind::kExtendsItself:
      MixIn(frame);
      return;
    case ClassMacroKind::kReads:
    case ClassMacroKind::kWrites:
    case ClassMacroKind::kReadsAndWrites:
      DefineProperties(frame);
      return;
    case ClassMacroKind::kHides:
    case ClassMacroKind::kShows:
      if (ArgumentsOf(frame.node).empty()) {
        ApplyBareClassMacro(frame, *frame.class_macro);
      } else if (kind == ClassMacroKind::kHides) {
        HideNamed(frame);
      }
      return;
    case ClassMacroKind::kAliases: {
      const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
      if (arguments.size() == 2) DefineAlias(frame, arguments[0], arguments[1]);
      return;
    }
    case ClassMacroKind::kDefines:
      DefineByCall(frame);
      return;
    case ClassMacroKind::kMemoizes:  // or an ordinary call
      if (!DefineByCall(frame)) frame.class_macro = nullptr;
      return;
    case ClassMacroKind::kDescribed:
      frame.class_macro = nullptr;
      return;
    case ClassMacroKind::kOpensExtension:
      if (TypeAround(frame.scope) != kNoIndex) {
        OpenType(frame, DefineNamed(frame, SymbolKind::kInterface, DeclarationScope(frame.scope),
                                    draft_.words().Intern(frame.class_macro->opens),
                                    node(frame.node).begin));
      }
      return;
    case ClassMacroKind::kDelegates:
    case ClassMacroKind::kDelegatesOne:
      DefineDelegators(frame);
      return;
    case ClassMacroKind::kRaises:
      return;
  }
}

// A class macro without arguments affects the rest of the type's body. False if it is an ordinary
// call.
bool Extraction::ApplyBareClassMacro(Frame& parent, const ClassMacro& class_macro) {
  const DefinitionIndex type = TypeAround(parent.scope);
  if (type == kNoIndex) return false;
  if (class_macro.kind == ClassMacroKind::kExtendsItself) {
    const ExpressionIndex self =
        draft_.AddExpression({ExpressionKind::kSelf}, node(parent.node).begin);
    mixins_.push_back({type, {self, EdgeType::kImplements, {}, kBaseOwn | kBaseInside}});
    return true;
  }
  const bool hides = class_macro.kind == ClassMacroKind::kHides;
  if (!hides && class_macro.kind != ClassMacroKind::kShows) return false;
  for (std::size_t i = IndexOf(parent) + 1; i-- > 0;) {
    const Role role = frames_[i].rule->role;
    if (role != Role::kDefinition && role != Role::kOwnMethods && role != Role::kMethodCall)
      continue;
    frames_[i].is_private = hides;
    if (role != Role::kMethodCall || frames_[i].inner_scope != kNoIndex) break;
  }
  return true;
}

bool Extraction::LoadFile(const Frame& frame) {
  const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
  if (arguments.empty()) return false;
  const std::string_view path = NameGivenBy(arguments.back());
  if (path.empty()) return false;
  Import import;
  import.module = ModuleName(path);
  import.level = frame.class_macro->kind == ClassMacroKind::kLoadsBeside ? 1 : 0;
  import.flags = kImportSideEffect;
  if (import.module != 0) AddImport(import, frame, arguments.back());
  return true;
}

// A block in a type's body is not part of the body, except blocks that run for the type or for
// users of a mixin. A type that mixes a module in there understands the messages that instances of
// the module do.
bool Extraction::MixIntoBlock(const Frame& frame) {
  const Frame* const taker = KindOf(frame.scope) == ScopeKind::kBlock ? TakerAround() : nullptr;
  if (taker == nullptr) return false;
  const std::string_view message = draft_.words().Text(taker->name);
  const std::optional<Reflection> reflection = ReflectionOf(message);
  if (reflection == Reflection::kRuns || reflection == Reflection::kMixes) return false;
  const Word mark = draft_.words().Intern(std::string_view(&kBlockMark, 1));
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    const Declarator name = ReadDeclarator(frame, argument);
    if (name.name == kNoIndex) continue;
    const ExpressionIndex module =
        Append(name.owner, AddName(frame, WordOf(name.name), node(name.name).begin));
    const ExpressionIndex object =
        AddUnary(ExpressionKind::kParameter, AddUnary(ExpressionKind::kNew, module));
    draft_.AddBinding({frame.scope, mark, BindingKind::kBlockReceiver, object, frame.scope});
  }
  return true;
}

// The bases of a type must be contiguous: bases from its body are appended at the end.
void Extraction::MixIn(const Frame& frame) {
  if (MixIntoBlock(frame)) return;
  const DefinitionIndex type = TypeAround(frame.scope);
  if (type == kNoIndex) return;
  std::uint8_t flags = kBaseInside;
  if (frame.class_macro->kind == ClassMacroKind::kMixesInFirst) flags |= kBaseFirst;
  const bool of_type = (frame.context & kOnType) != 0;
  if (frame.class_macro->kind == ClassMacroKind::kExtendsItself || of_type) flags |= kBaseOwn;
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    ExpressionIndex base = kNoIndex;
    const Role role = RoleOf(argument);
    const bool is_method = role == Role::kMethodName || role == Role::kDefinition;
    if (role == Role::kSelf || (is_method && (flags & kBaseOwn) != 0)) {
      base = draft_.AddExpression({ExpressionKind::kSelf}, node(argument).begin);
    } else {
      const Declarator name = ReadDeclarator(frame, argument);
      if (name.name == kNoIndex) continue;
      base = Append(name.owner, AddName(frame, WordOf(name.name), node(name.name).begin));
    }
    const Position site = draft_.PositionOf(draft_.expression_site(base));
    mixins_.push_back({type, {base, EdgeType::kImplements, site, flags}});
  }
}

void Extraction::FinishMixins() {
  if (mixins_.empty()) return;
  const auto by_type = [](const Mixin& a, const Mixin& b) { return a.type < b.type; };
  std::stable_sort(mixins_.begin(), mixins_.end(), by_type);
  auto mixin = mixins_.begin();
  std::vector<Base>& bases = draft_.facts().bases;
  std::vector<Base> ordered;
  ordered.reserve(bases.size() + mixins_.size());
  std::vector<Definition>& definitions = draft_.facts().definitions;
  for (DefinitionIndex i = 0; i < definitions.size(); ++i) {
    const auto begin = static_cast<std::uint32_t>(ordered.size());
    const auto first = bases.begin() + definitions[i].bases_begin;
    ordered.insert(ordered.end(), first, first + definitions[i].bases_count);
    for (; mixin != mixins_.end() && mixin->type == i; ++mixin) ordered.push_back(mixin->base);
    definitions[i].bases_count = static_cast<std::uint32_t>(ordered.size()) - begin;
    definitions[i].bases_begin = definitions[i].bases_count == 0 ? 0 : begin;
  }
  bases = std::move(ordered);
  mixins_.clear();
}

DefinitionIndex Extraction::DefineMember(const Frame& frame, NodeIndex at, std::string_view name,
                                         ScopeIndex scope) {
  Definition definition;
  definition.name = draft_.words().Intern(name.substr(0, kMaxNameBytes));
  definition.scope = DeclarationScope(scope);
  definition.kind =
      KindOf(definition.scope) == ScopeKind::kType ? SymbolKind::kMethod : SymbolKind::kFunction;
  definition.flags = FlagsOf(frame, name, definition.scope);
  AddOwnerByBlock(scope, definition);
  definition.range = draft_.RangeOf(node(at).begin, node(at).end);
  definition.name_position = definition.range.begin;
  const NodeIndex method = FindChild(frame.node, *frame.rule, ChildRole::kMemberName);
  definition.signature =
      Signature(method == kNoIndex ? Fold(frame.begin, node(frame.node).end)
                                   : std::string(TextOf(method)) + " " + std::string(TextOf(at)));
  return AddDefinition(definition, frame.begin);
}

// The value of a property is the field of its name.
void Extraction::DefineProperty(const Frame& frame, NodeIndex at, ScopeIndex scope, bool reads,
                                bool writes) {
  const std::string_view name = NameGivenBy(at);
  if (name.empty()) return;
  if (reads) {
    const DefinitionIndex reader = DefineMember(frame, at, name, scope);
    const std::uint32_t byte = node(at).begin;
    const ExpressionIndex self = draft_.AddExpression({ExpressionKind::kSelf}, byte);
    const Word field = draft_.words().Intern("@" + std::string(name));
    const ExpressionIndex value = AddMember(self, field, byte);
    Definition& definition = draft_.facts().definitions[reader];
    definition.flags |= kSymbolProperty;
    definition.return_value = value;
  }
  if (!writes) return;
  const DefinitionIndex writer = DefineMember(frame, at, std::string(name) + "=", scope);
  Definition& definition = draft_.facts().definitions[writer];
  definition.flags |= kSymbolProperty;
  definition.parameter_count = definition.required_count = 1;
}

void Extraction::DefineProperties(const Frame& frame) {
  // In a block outside of types, they belong to the receiver of the block.
  if (TypeAround(frame.scope) == kNoIndex && KindOf(frame.scope) != ScopeKind::kBlock) return;
  const ClassMacroKind kind = frame.class_macro->kind;
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    DefineProperty(frame, argument, frame.scope, kind != ClassMacroKind::kWrites,
                   kind != ClassMacroKind::kReads);
  }
}

void ExtractionRoutes::HideNamed(const Frame& frame) {
  const ScopeIndex scope = DeclarationScope(frame.scope);
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    const std::string_view name = NameGivenBy(argument);
    if (!name.empty()) hidden_.emplace_back(scope, draft_.words().Intern(name));
  }
}

// Whether it is an argument of a macro that hides definitions, or follows one without arguments.
bool Extraction::IsInHiddenSection() const {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& around = frames_[i];
    const bool hides =
        around.class_macro != nullptr && around.class_macro->kind == ClassMacroKind::kHides;
    if (hides || around.is_private) return true;
    const Role role = around.rule->role;
    if (role == Role::kOwnMethods ||
        (around.inner_scope != kNoIndex && KindOf(around.inner_scope) == ScopeKind::kType)) {
      return false;
    }
  }
  return false;
}

void Extraction::ApplyHidden() {
  if (hidden_.empty()) return;
  std::sort(hidden_.begin(), hidden_.end());
  for (Definition& definition : draft_.facts().definitions) {
    const std::pair<ScopeIndex, Word> key(definition.scope, definition.name);
    if (!std::binary_search(hidden_.begin(), hidden_.end(), key)) continue;
    definition.flags = static_cast<std::uint16_t>(definition.flags & ~kSymbolExported);
  }
}

// Calling an alias runs the method that it stands for.
void Extraction::DefineAlias(const Frame& frame, NodeIndex name, NodeIndex old_name) {
  const auto text_of = [this](NodeIndex at) {
    return RoleOf(at) == Role::kMethodName || RoleOf(at) == Role::kLiteral ? NameGivenBy(at)
                                                                           : TextOf(at);
  };
  if (text_of(name).empty() || text_of(old_name).empty()) return;
  const DefinitionIndex alias = DefineMember(frame, name, text_of(name), frame.scope);
  const bool is_static = (draft_.facts().definitions[alias].flags & kSymbolStatic) != 0;
  const std::uint32_t byte = node(old_name).begin;
  const ExpressionIndex owner = draft_.facts().definitions[alias].owner;
  ExpressionIndex self =
      owner != kNoIndex ? owner : draft_.AddExpression({ExpressionKind::kSelf}, byte);
  if (!is_static) self = AddUnary(ExpressionKind::kNew, self);
  const ExpressionIndex call = AddUnary(
      ExpressionKind::kCall, AddMember(self, draft_.words().Intern(text_of(old_name)), byte));
  draft_.facts().definitions[alias].return_value = call;
  draft_.facts().definitions[alias].signature =
      Signature(Fold(node(frame.node).begin, node(frame.node).end));
  if (owner != kNoIndex || TypeAround(frame.scope) != kNoIndex) {
    draft_.AddReference(ReferenceRole::kCall, call, frame.scope, alias);
    draft_.AddReference(ReferenceRole::kValue, draft_.expression(call).operand, frame.scope,
                        frame.owner);
    return;
  }
  // In a block, a method of whatever the block runs for.
  const ExpressionIndex sent = AddName(frame, draft_.words().Intern(text_of(old_name)), byte);
  draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kCall, sent), frame.scope,
                      alias);
}

void Extraction::VisitMethodAlias(const Frame& parent, NodeIndex index, const Rule& rule) {
  const NodeIndex name = FindChild(index, rule, ChildRole::kName);
  const NodeIndex old_name = FindChild(index, rule, ChildRole::kMemberName);
  if (name == kNoIndex || old_name == kNoIndex) return;
  Frame statement = parent;
  statement.rule = &rule;
  statement.node = index;
  statement.begin = node(index).begin;
  DefineAlias(statement, name, old_name);
}

// False if it defines nothing.
bool Extraction::DefineByCall(Frame& frame) {
  const std::vector<NodeIndex> arguments = ArgumentsOf(frame.node);
  const bool memoizes = frame.class_macro->kind == ClassMacroKind::kMemoizes;
  std::string_view name = arguments.empty() ? "" : NameGivenBy(arguments[0]);
  NodeIndex named = arguments.empty() ? kNoIndex : arguments[0];
  if (memoizes) {
    const bool in_block = KindOf(frame.scope) == ScopeKind::kBlock && frame.returns_to == kNoIndex;
    const bool has_body = FindChild(frame.node, *frame.rule, ChildRole::kBody) != kNoIndex;
    if (!in_block || !has_body) return false;
    if (arguments.empty()) {
      named = FindChild(frame.node, *frame.rule, ChildRole::kMemberName);
      name = TextOf(named);
    }
  }
  if (name.empty() || (!memoizes && TypeAround(frame.scope) == kNoIndex)) return false;
  frame.definition = DefineMember(frame, frame.node, name, frame.scope);
  Definition& definition = draft_.facts().definitions[frame.definition];
  definition.name_position = draft_.PositionOf(node(named).begin);
  definition.signature =
      arguments.empty()
          ? Signature(std::string(name))
          : Signature(std::string(frame.class_macro->name) + " " + std::string(TextOf(named)));
  frame.owner = frame.definition;
  frame.returns_to = frame.definition;
  frame.inner_scope = draft_.AddScope(frame.scope, ScopeKind::kFunction, frame.definition);
  draft_.facts().definitions[frame.definition].inner_scope = frame.inner_scope;
  return true;
}

// The block of the call is the body of the type.
void Extraction::OpenType(Frame& frame, DefinitionIndex type) {
  frame.definition = type;
  frame.owner = type;
  frame.inner_scope = draft_.AddScope(frame.scope, ScopeKind::kType, type);
  frame.has_object = true;
  frame.is_private = false;
  frame.context &= static_cast<std::uint16_t>(~kOnType);
  draft_.facts().definitions[type].inner_scope = frame.inner_scope;
}

// `base = Class.new(base)`; a constant of that name would be another type.
bool Extraction::DerivesFromTarget(const Frame& made) {
  const Frame& statement = Below(made);
  if (statement.rule->role != Role::kAssignment) return false;
  const NodeIndex target = FindChild(statement.node, *statement.rule, ChildRole::kTarget);
  const std::vector<NodeIndex> arguments = ArgumentsOf(made.node);
  if (target == kNoIndex || arguments.empty()) return false;
  const std::string_view name = TextOf(target);
  return name == TextOf(arguments[0]) && !(name[0] >= 'A' && name[0] <= 'Z');
}

void Extraction::MakeType(Frame& frame, const TypeMaker& maker) {
  if (DerivesFromTarget(frame)) return;
  const DefinitionIndex type = DefineFromContext(frame, SymbolKind::kClass);
  if (type == kNoIndex) return;
  const DefinitionIndex around = TypeDefinedAround(frame.scope);
  OpenType(frame, type);
  for (const NodeIndex argument : ArgumentsOf(frame.node)) {
    DefineProperty(frame, argument, frame.inner_scope, true, maker.writes);
    const Declarator base = ReadDeclarator(frame, argument);
    const bool own = RoleOf(argument) == Role::kSelf && around != kNoIndex;
    if (base.name == kNoIndex && !own) continue;
    ExpressionIndex name = kNoIndex;
    if (own) {  // by its qualified name: `class Outer::Box`
      const Definition& named = draft_.facts().definitions[around];
      name = Append(named.owner, AddName(frame, named.name, node(argument).begin));
    } else {
      name = Append(base.owner, AddName(frame, WordOf(base.name), node(base.name).begin));
    }
    const Position site = draft_.PositionOf(draft_.expression_site(name));
    mixins_.push_back({type, {name, EdgeType::kExtends, site, 0}});
  }
}

void Extraction::ExitClassMacro(const Frame& frame) {
  if (frame.class_macro->kind != ClassMacroKind::kRaises || frame.second == kNoIndex) return;
  const Expression& raised = draft_.expression(frame.second);
  const bool is_made = raised.kind == ExpressionKind::kCall || raised.kind == ExpressionKind::kNew;
  const ExpressionIndex type = is_made ? raised.operand : frame.second;
  const ExpressionKind kind = draft_.expression(type).kind;
  if (kind != ExpressionKind::kName && kind != ExpressionKind::kMember) return;
  draft_.AddReference(ReferenceRole::kRaise, type, frame.scope, frame.owner);
}

}  // namespace waymark::indexer
