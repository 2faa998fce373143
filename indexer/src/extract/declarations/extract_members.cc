// Definitions that take their name or their place from the surrounding code.
#include <algorithm>

#include "extract/extraction.h"
#include "extract/item_blocks.h"
#include "extract/typed_literals.h"

namespace waymark::indexer {

// The members of the type that a definition names, if it lists them; also in type Box =
// Readonly<{...}>.
NodeIndex ExtractionRoutes::MembersIn(NodeIndex definition, const Rule& rule) const {
  const NodeIndex type = FindChild(definition, rule, ChildRole::kUnderlying);
  if (type == kNoIndex || RoleOf(type) == Role::kMembers) return type;
  if (RoleOf(type) != Role::kIndex) return kNoIndex;
  const Rule& generic = rules_.RuleOf(node(type).symbol);
  const NodeIndex name = FindChild(type, generic, ChildRole::kOperand);
  const NodeIndex list = FindChild(type, generic, ChildRole::kArguments);
  if (name == kNoIndex || list == kNoIndex || tree_.IsLeaf(list)) return kNoIndex;
  const auto& mappings = language().mapped_types;
  const bool keeps = std::find(mappings.begin(), mappings.end(), TextOf(name)) != mappings.end();
  return keeps && RoleOf(list + 1) == Role::kMembers ? list + 1 : kNoIndex;
}

DefinitionIndex Extraction::DefineNamed(const Frame& frame, SymbolKind kind, ScopeIndex scope,
                                        Word name, std::uint32_t byte) {
  Definition definition;
  definition.name = name;
  definition.kind = kind;
  definition.scope = scope;
  definition.flags = FlagsOf(frame, draft_.words().Text(name), scope);
  definition.range = draft_.RangeOf(frame.begin, node(frame.node).end);
  definition.name_position = draft_.PositionOf(byte);
  definition.signature = Signature(SignatureOf(frame, frame.node, *frame.rule, frame.begin));
  return AddDefinition(definition, frame.begin);
}

// A function or type that is the whole value of a statement takes the name of its target.
DefinitionIndex Extraction::DefineFromTarget(Frame& statement, const Frame& value,
                                             SymbolKind kind) {
  std::vector<Definition>& definitions = draft_.facts().definitions;
  switch (statement.target_kind) {
    case AssignmentKind::kElement:
    case AssignmentKind::kNone:
      return kNoIndex;
    case AssignmentKind::kName:
    case AssignmentKind::kField:
      if (statement.rule->rebinds && statement.target_kind == AssignmentKind::kName)
        return kNoIndex;
      if (statement.definition == kNoIndex) {
        statement.definition = DefineVariable(statement, kind, statement.target_scope,
                                              statement.name, statement.name_byte);
      }
      break;
    case AssignmentKind::kExported: {
      const NodeIndex name = FindChild(value.node, *value.rule, ChildRole::kName);
      const bool is_all = draft_.words().Text(statement.name) == kDefaultName && name != kNoIndex;
      const Word word = is_all ? WordOf(name) : statement.name;
      const std::uint32_t byte = is_all ? node(name).begin : statement.name_byte;
      statement.definition = DefineNamed(statement, kind, 0, word, byte);
      definitions[statement.definition].flags |= kSymbolExported;
      if (is_all) ExportAs(statement.name, AddName(statement, word, byte), 0);
      break;
    }
    case AssignmentKind::kMember:
      return DefineMemberOf(statement, kind);
  }
  const bool is_member = KindOf(definitions[statement.definition].scope) == ScopeKind::kType;
  definitions[statement.definition].kind =
      is_member && kind == SymbolKind::kFunction ? SymbolKind::kMethod : kind;
  return statement.definition;
}

// kNoIndex if the surrounding code gives no name.
DefinitionIndex Extraction::DefineFromContext(const Frame& frame, SymbolKind kind) {
  if (frame.part != ChildRole::kValue) return kNoIndex;
  Frame* parent = &Below(frame);
  if (parent->rule->role == Role::kValues && IsAlone(frame.node, parent->node))
    parent = &Below(*parent);
  switch (parent->rule->role) {
    case Role::kAssignment: {
      Frame& naming = NamingStatement(*parent);
      const DefinitionIndex definition = DefineFromTarget(naming, frame, kind);
      if (definition != kNoIndex) NameAgain(*parent, naming);
      return definition;
    }
    case Role::kLet:
      if (parent->target_kind == AssignmentKind::kName) {
        parent->target_scope = OpenScope(*parent, parent->name);
      }
      return DefineFromTarget(*parent, frame, kind);
    case Role::kDeclarator:
      return DefineFromTarget(*parent, frame, kind);
    case Role::kExport: {
      const NodeIndex name = FindChild(frame.node, *frame.rule, ChildRole::kName);
      const Word word = name != kNoIndex ? WordOf(name) : draft_.words().Intern(kDefaultName);
      const NodeIndex at = name != kNoIndex ? name : frame.node;
      parent->definition = DefineNamed(frame, kind, frame.scope, word, node(at).begin);
      parent->is_marked = true;
      return parent->definition;
    }
    case Role::kPair: {
      const NodeIndex key = FindChild(parent->node, *parent->rule, ChildRole::kName);
      if (Below(*parent).rule->role != Role::kObject || key == kNoIndex) return kNoIndex;
      if (RoleOf(key) != Role::kIdentifier && RoleOf(key) != Role::kPass) return kNoIndex;
      const Word named = draft_.words().Intern(NameText(key));
      if (Below(*parent).operand != kNoIndex) {
        const DefinitionIndex method = DefineNamed(
            *parent, SymbolKind::kMethod, DeclarationScope(frame.scope), named, node(key).begin);
        draft_.facts().definitions[method].owner = Below(*parent).operand;
        return method;
      }
      const ScopeIndex scope = ObjectScope(Below(*parent));
      if (scope == kNoIndex) return kNoIndex;
      const bool is_member = KindOf(scope) == ScopeKind::kType && kind == SymbolKind::kFunction;
      return DefineNamed(*parent, is_member ? SymbolKind::kMethod : kind, scope, named,
                         node(key).begin);
    }
    default:
      return kNoIndex;
  }
}

// The frame of the statement whose value is the object in the frame at `index`, directly or through
// constructs that do not change it: `as const`, `satisfies T`, Object.freeze(). 0 if there is none.
std::size_t Extraction::StatementHolding(std::size_t index) const {
  for (; index > 0; --index) {
    const ChildRole part = frames_[index].part;
    const Frame& around = frames_[index - 1];
    switch (around.rule->role) {
      case Role::kAssignment:
        return part == ChildRole::kValue ? index - 1 : 0;
      case Role::kPass:
      case Role::kCast:
        if (part != ChildRole::kValue) return 0;
        break;
      case Role::kList:
        if (around.part != ChildRole::kArguments || around.count != 1) return 0;
        break;
      case Role::kCall:
        if (part != ChildRole::kArguments || !IsIdentity(around.operand)) return 0;
        break;
      default:
        return 0;
    }
  }
  return 0;
}

// Whether a call of it returns its only argument.
bool ExtractionRoutes::IsIdentity(ExpressionIndex callee) const {
  if (callee == kNoIndex || language().identity_calls.empty()) return false;
  const Expression* called = &draft_.expression(callee);
  if (called->kind == ExpressionKind::kIndex && called->operand != kNoIndex) {
    called = &draft_.expression(called->operand);
  }
  std::string_view object;
  if (called->kind == ExpressionKind::kMember) {
    if (called->operand == kNoIndex) return false;
    const Expression& holder = draft_.expression(called->operand);
    if (holder.kind != ExpressionKind::kName) return false;
    object = draft_.words().Text(holder.name);
  } else if (called->kind != ExpressionKind::kName) {
    return false;
  }
  const std::string_view name = draft_.words().Text(called->name);
  const auto& calls = language().identity_calls;
  return std::any_of(calls.begin(), calls.end(), [&](const IdentityCall& call) {
    return call.object == object && call.function == name;
  });
}

// The type written for an object becomes a base of it, whose members the object's own ones
// override. `around` is a statement or a construct around the object.
void Extraction::DeriveObject(const Frame& around) {
  if (around.definition == kNoIndex) return;
  const Definition& object = draft_.facts().definitions[around.definition];
  const bool is_object = object.inner_scope != kNoIndex &&
                         (object.kind == SymbolKind::kConst || object.kind == SymbolKind::kVar);
  if (!is_object) return;
  ExpressionIndex type = around.type;
  if (around.rule->role == Role::kCall) {  // freeze<T>({})
    const Expression& callee = draft_.expression(around.operand);
    type = callee.kind == ExpressionKind::kIndex ? callee.second : kNoIndex;
  }
  if (type == kNoIndex) return;
  const ExpressionKind kind = draft_.expression(type).kind;
  const bool is_unnamed = kind == ExpressionKind::kLiteral || kind == ExpressionKind::kTypeOf ||
                          kind == ExpressionKind::kArguments;
  if (is_unnamed) return;
  const Position site = draft_.PositionOf(draft_.expression_site(type));
  mixins_.push_back({around.definition, {type, EdgeType::kImplements, site}});
}

// `api = { users: { list() {} } }`: an object with functions is a member of the object around it.
bool Extraction::EnterInnerObject(Frame& frame) {
  const Frame& pair = Below(frame);
  if (pair.rule->role != Role::kPair || frame.part != ChildRole::kValue) return false;
  Frame& outer = frames_[IndexOf(pair) - 1];
  const bool is_named = outer.rule->role == Role::kObject && outer.definition != kNoIndex;
  const NodeIndex key = FindChild(pair.node, *pair.rule, ChildRole::kName);
  if (!is_named || key == kNoIndex || RoleOf(key) != Role::kIdentifier) return false;
  if (!outer.is_marked || !HoldsFunctions(rules_, tree_, frame.node)) return false;
  frame.context &= static_cast<std::uint16_t>(~kAnonymous);
  frame.definition =
      DefineNamed(pair, SymbolKind::kField, ObjectScope(outer), WordOf(key), node(key).begin);
  frame.is_marked = true;
  ObjectScope(frame);
  return true;
}

// Members of an object are symbols only if the object has a name: a variable of the file, one of
// the file's exports, or a member of such an object.
void Extraction::EnterObject(Frame& frame) {
  frame.context |= kAnonymous;
  OpenPrototypeObject(frame);
  if (EnterInnerObject(frame)) return;
  const std::size_t statement = StatementHolding(IndexOf(frame));
  if (statement == 0) return;
  const Frame& parent = NamingStatement(frames_[statement]);
  const bool is_file =
      parent.target_kind == AssignmentKind::kExported ||
      (parent.target_kind == AssignmentKind::kName && parent.definition != kNoIndex);
  if (!is_file || IsLocal(parent.target_scope) ||
      parent.rule->rebinds != (parent.target_kind == AssignmentKind::kExported))
    return;
  frame.context &= static_cast<std::uint16_t>(~kAnonymous);
  frame.definition = parent.definition;
  frame.is_marked = true;
  if (parent.target_kind == AssignmentKind::kExported) frame.context |= kExported;
  if (frame.definition == kNoIndex) return;
  for (std::size_t i = statement + 1; i < IndexOf(frame); ++i) {
    frames_[i].definition = frame.definition;
  }
  if (frames_[statement].target_kind == AssignmentKind::kExported) exports_.push_back(parent.name);
  if (std::binary_search(holders_.begin(), holders_.end(), parent.name)) ObjectScope(frame);
}

// The scope in which the members of an object are defined; kNoIndex if they have no names.
ScopeIndex Extraction::ObjectScope(Frame& object) {
  if (!object.is_marked) return kNoIndex;
  if (object.inner_scope != kNoIndex) return object.inner_scope;
  object.inner_scope = 0;
  if (object.definition != kNoIndex) {
    object.inner_scope = AddMembers(object.scope, object.definition);
  }
  return object.inner_scope;
}

// A variable whose object has members is an instance of itself.
ExpressionIndex Extraction::ExitObject(const Frame& frame) {
  if (frame.definition == kNoIndex || frame.inner_scope == kNoIndex) {
    return frame.second == kNoIndex ? AddLiteral(*frame.rule, frame.node)
                                    : AddUnary(ExpressionKind::kNew, frame.second);
  }
  const Word name = draft_.facts().definitions[frame.definition].name;
  return AddUnary(ExpressionKind::kNew, AddName(frame, name, node(frame.node).begin));
}

// A member that also exists under another name: { name } or { key: name }.
void Extraction::BindInObject(Frame& object, Word member, ExpressionIndex value) {
  object.second = AddTypedMember(draft_, member, value, object.second);
  if (object.definition == kNoIndex) return;
  const ScopeIndex scope = ObjectScope(object);
  if (scope == kNoIndex) return;
  draft_.AddBinding({scope, member, BindingKind::kAssigned, value, object.scope});
}

void Extraction::ExitPair(const Frame& frame) {
  Frame& object = Below(frame);
  const NodeIndex key = FindChild(frame.node, *frame.rule, ChildRole::kName);
  if (object.rule->role == Role::kObject && object.operand != kNoIndex && key != kNoIndex) {
    return ExitPrototypePair(frame, key);
  }
  if (object.rule->role != Role::kObject || frame.value == kNoIndex || key == kNoIndex) return;
  if (!object.is_marked) {
    if (RoleOf(key) == Role::kIdentifier) {
      object.second = AddTypedMember(draft_, WordOf(key), frame.value, object.second);
    }
    return;
  }
  const Expression& value = draft_.expression(frame.value);
  if (object.definition != kNoIndex) {
    if (RoleOf(key) != Role::kIdentifier) return;
    const bool is_named =
        value.kind == ExpressionKind::kName || value.kind == ExpressionKind::kMember;
    const bool is_made =
        value.kind != ExpressionKind::kLiteral && HoldsFunctions(rules_, tree_, object.node);
    if (is_named || is_made) {
      BindInObject(object, WordOf(key), frame.value);
    } else {
      object.second = AddTypedMember(draft_, WordOf(key), frame.value, object.second);
    }
    return;
  }
  if (value.kind == ExpressionKind::kName) exports_.push_back(value.name);
  ExportAs(WordOf(key), frame.value, frame.scope);
}

void Extraction::DefineEnumerator(const Frame& parent, NodeIndex name) {
  Definition definition;
  definition.name = WordOf(name);
  definition.kind = SymbolKind::kConst;
  definition.scope = parent.scope;
  definition.flags =
      static_cast<std::uint16_t>(FlagsOf(parent, TextOf(name), parent.scope) | kSymbolEnumerator);
  definition.range = draft_.RangeOf(node(name).begin, node(name).end);
  definition.name_position = definition.range.begin;
  definition.signature = definition.name;
  AddDefinition(definition, node(name).begin);
}

// An embedded member: a base that is also a field with the name of its type.
void Extraction::DefineEmbedded(Frame& frame) {
  if (frame.type == kNoIndex || (frame.context & kAnonymous) != 0) return;
  if (KindOf(frame.scope) != ScopeKind::kType) return;
  AddBase(frame, frame.type);
  draft_.AddBinding({frame.scope, NameOf(frame.type), BindingKind::kFieldAnnotated, frame.type,
                     draft_.facts().scopes[frame.scope].parent});
}

void Extraction::DefineParameterField(const Frame& parameter, ScopeIndex scope) {
  const ScopeIndex type = EnclosingType(scope);
  if (type == kNoIndex) return;
  Frame& statement = frames_.back();  // that of the parameter, or of the list that it ends
  ReadModifiers(statement);
  const DefinitionIndex field =
      DefineVariable(statement, SymbolKind::kField, type, parameter.name, parameter.name_byte);
  draft_.facts().definitions[field].declared_type = parameter.type;
  const bool is_inside = scope == type;  // parameters of the type itself
  if (is_inside) draft_.facts().definitions[field].flags |= kSymbolProperty;
  draft_.AddBinding({type, parameter.name, BindingKind::kFieldAnnotated, parameter.type,
                     is_inside ? scope : draft_.facts().scopes[scope].parent});
}

// new X(...) { ... }: the body is that of an anonymous type, a subclass of X if X is written.
void Extraction::OpenOwnType(Frame& made, NodeIndex body) {
  const bool derives = made.operand != kNoIndex;
  if (!derives && made.rule->text.empty()) return;
  made.value = ExitNew(made);
  Definition definition;
  const std::string name = "$" + std::string(derives ? LastName(made.operand) : made.rule->text);
  definition.name = draft_.words().Intern(std::string_view(name).substr(0, kMaxNameBytes));
  definition.kind = SymbolKind::kClass;
  definition.scope = DeclarationScope(made.scope);
  definition.flags =
      static_cast<std::uint16_t>(FlagsOf(made, name, definition.scope) & ~kSymbolExported);
  definition.range = draft_.RangeOf(made.begin, node(made.node).end);
  definition.name_position =
      derives ? draft_.PositionOf(draft_.expression_site(made.operand)) : definition.range.begin;
  definition.signature = Signature(Fold(made.begin, node(body).begin));
  if (derives) {
    definition.bases_begin = static_cast<std::uint32_t>(draft_.facts().bases.size());
    definition.bases_count = 1;
    draft_.facts().bases.push_back({made.operand, EdgeType::kExtends, definition.name_position});
  }
  made.definition = AddDefinition(definition, made.begin);
  made.inner_scope = draft_.AddScope(made.scope, ScopeKind::kType, made.definition);
  draft_.facts().definitions[made.definition].inner_scope = made.inner_scope;
  made.owner = made.definition;
  made.has_object = true;
  made.self = 0;
}

// static const struct { int size; } kinds[] = { ... };  only the variable or field has the type.
DefinitionIndex Extraction::DefineByVariable(const Frame& frame) {
  const Frame& declaration = Below(frame);
  const bool is_of_variable = frame.part == ChildRole::kType &&
                              declaration.rule->role == Role::kDeclaration &&
                              frame.rule->scope == ScopeKind::kType && !frame.rule->shares_scope;
  if (!is_of_variable || (frame.context & kAnonymous) != 0) return kNoIndex;
  const NodeIndex body = FindChild(frame.node, *frame.rule, ChildRole::kBody);
  if (body == kNoIndex || FindChild(frame.node, *frame.rule, ChildRole::kName) != kNoIndex) {
    return kNoIndex;
  }
  const NodeIndex head = FindChild(declaration.node, *declaration.rule, ChildRole::kDeclarator);
  const Declarator variable = head == kNoIndex ? Declarator() : ReadDeclarator(frame, head);
  if (variable.name == kNoIndex || variable.function != kNoIndex) return kNoIndex;
  Definition definition;
  const std::string name = "$" + std::string(NameText(variable.name));
  definition.name = draft_.words().Intern(std::string_view(name).substr(0, kMaxNameBytes));
  definition.kind = frame.rule->kind;
  definition.scope = DeclarationScope(frame.scope);
  definition.flags =
      static_cast<std::uint16_t>(FlagsOf(frame, name, definition.scope) & ~kSymbolExported);
  definition.range = draft_.RangeOf(frame.begin, node(frame.node).end);
  definition.name_position = draft_.PositionOf(frame.begin);
  definition.signature = Signature(Fold(frame.begin, node(body).begin));
  return AddDefinition(definition, frame.begin);
}

// An enumeration constant with a body is a subclass of the enumeration.
void Extraction::DeriveFromOuter(const Frame& frame) {
  Definition& definition = draft_.facts().definitions[frame.definition];
  const DefinitionIndex outer = draft_.facts().scopes[definition.scope].definition;
  if (outer == kNoIndex) return;
  const Word name = draft_.facts().definitions[outer].name;
  definition.bases_begin = static_cast<std::uint32_t>(draft_.facts().bases.size());
  definition.bases_count = 1;
  draft_.facts().bases.push_back(
      {AddName(frame, name, frame.begin), EdgeType::kExtends, definition.name_position});
}

// An enumeration constant with arguments runs the constructor of the enumeration.
void Extraction::ExitInstance(const Frame& frame) {
  if (frame.definition == kNoIndex) return;
  if (FindChild(frame.node, *frame.rule, ChildRole::kArguments) == kNoIndex) return;
  const Definition& definition = draft_.facts().definitions[frame.definition];
  const DefinitionIndex outer = draft_.facts().scopes[definition.scope].definition;
  if (outer == kNoIndex) return;
  const ExpressionIndex type = AddName(frame, draft_.facts().definitions[outer].name, frame.begin);
  draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kNew, type, frame.count),
                      definition.scope, frame.definition);
}

// Whether the definition extends the kind of scope around it: modules that can be mixed in nest
// types as namespaces nest namespaces.
bool Extraction::IsScopeIn(SymbolKind kind, DefinitionIndex enclosing) const {
  if (kind == SymbolKind::kPackage) return true;
  return draft_.facts().definitions[enclosing].kind == SymbolKind::kInterface &&
         (kind == SymbolKind::kClass || kind == SymbolKind::kInterface);
}

// The result of a function without a return: its last statement. The body of a definition by a call
// is the call's block.
void Extraction::ExitFunction(const Frame& frame) {
  if (!language().last_value_is_result || frame.value == kNoIndex) return;
  DefinitionIndex function =
      frame.rule->scope == ScopeKind::kFunction ? frame.definition : kNoIndex;
  if (frame.rule->role == Role::kBlock) {
    const ClassMacro* const class_macro = Below(frame).class_macro;
    const bool defines = class_macro != nullptr && (class_macro->kind == ClassMacroKind::kDefines ||
                                                    class_macro->kind == ClassMacroKind::kMemoizes);
    if (defines) function = Below(frame).definition;
  }
  if (function == kNoIndex) return;
  const ExpressionIndex returned = draft_.facts().definitions[function].return_value;
  const ExpressionIndex result = AddUnion(draft_, returned, frame.value);
  draft_.facts().definitions[function].return_value = result;
}

}  // namespace waymark::indexer
