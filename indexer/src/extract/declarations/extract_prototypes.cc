// Types without classes: constructor functions, their prototypes, and objects and functions whose
// members are assigned one by one.
#include <algorithm>

#include "extract/extraction.h"
#include "text/characters.h"

namespace waymark::indexer {

namespace {

constexpr int kMaxAliases = 4;  // variables between a target and the object that all of them hold
constexpr std::string_view kOwnPrototype = "__proto__";
constexpr std::string_view kObjectName = "Object";
constexpr std::string_view kCreate = "create";
constexpr std::string_view kSetPrototype = "setPrototypeOf";
constexpr std::string_view kInherits = "inherits";
constexpr std::string_view kAssign = "assign";

void Keep(std::vector<Word>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

bool HoldsWord(const std::vector<Word>& words, Word word) {
  return std::binary_search(words.begin(), words.end(), word);
}

}  // namespace

// Scans the whole tree before the pass: finds names whose prototype is used, and names that get
// functions as members.
void Extraction::FindPrototypes() {
  if (language().prototype.empty()) return;
  for (NodeIndex i = 1; i < tree_.nodes.size(); ++i) {
    const Rule& rule = rules_.RuleOf(node(i).symbol);
    if (rule.role == Role::kMember) {
      const Word owner = OwnerBefore(i, language().prototype);
      if (owner != 0) makers_.push_back(owner);
    } else if (rule.role == Role::kAssignment && rule.rebinds) {
      NodeIndex value = FindChild(i, rule, ChildRole::kValue);
      while (value != kNoIndex && RoleOf(value) == Role::kAssignment) {
        value = FindChild(value, rules_.RuleOf(node(value).symbol), ChildRole::kValue);
      }
      const NodeIndex target = FindChild(i, rule, ChildRole::kTarget);
      const bool holds = value != kNoIndex && RoleOf(value) == Role::kLambda;
      if (!holds || target == kNoIndex || RoleOf(target) != Role::kMember) continue;
      const Word owner = OwnerBefore(target, {});
      if (owner != 0) holders_.push_back(owner);
    } else if (rule.role == Role::kCall) {
      const NodeIndex callee = FindChild(i, rule, ChildRole::kOperand);
      const NodeIndex arguments = FindChild(i, rule, ChildRole::kArguments);
      if (callee == kNoIndex || arguments == kNoIndex || tree_.IsLeaf(arguments)) continue;
      if (!TextOf(callee).ends_with(kInherits)) continue;
      if (RoleOf(arguments + 1) == Role::kIdentifier) makers_.push_back(WordOf(arguments + 1));
    }
  }
  Keep(makers_);
  Keep(holders_);
}

// The name before a member access (of any member if `name` is empty); 0 if there is none.
Word Extraction::OwnerBefore(NodeIndex member, std::string_view name) {
  const Rule& rule = rules_.RuleOf(node(member).symbol);
  const NodeIndex operand = FindChild(member, rule, ChildRole::kOperand);
  const NodeIndex named = FindChild(member, rule, ChildRole::kMemberName);
  if (operand == kNoIndex || named == kNoIndex || RoleOf(operand) != Role::kIdentifier) return 0;
  return name.empty() || TextOf(named) == name ? WordOf(operand) : 0;
}

// Whether a function sets fields of `this`, not counting nested functions.
bool Extraction::SetsFields(NodeIndex body) const {
  for (NodeIndex i = body + 1; i < node(body).next;) {
    const Rule& rule = rules_.RuleOf(node(i).symbol);
    if (rule.own_object || rule.scope == ScopeKind::kType) {
      i = node(i).next;
      continue;
    }
    if (rule.role == Role::kAssignment && rule.rebinds) {
      const NodeIndex target = FindChild(i, rule, ChildRole::kTarget);
      const bool is_field = target != kNoIndex && RoleOf(target) == Role::kMember &&
                            RoleOf(target + 1) == Role::kSelf;
      if (is_field) return true;
    }
    ++i;
  }
  return false;
}

// Whether the function is a constructor function: its prototype is used; or its name begins with a
// capital letter, as is the custom, and it sets fields.
bool Extraction::MakesObjects(const Frame& frame) {
  if (language().prototype.empty() || !frame.rule->own_object) return false;
  const Definition& definition = draft_.facts().definitions[frame.definition];
  if (definition.kind != SymbolKind::kFunction || definition.owner != kNoIndex) return false;
  const NodeIndex own = FindChild(frame.node, *frame.rule, ChildRole::kName);
  if (HoldsWord(makers_, definition.name)) return true;
  if (own != kNoIndex && HoldsWord(makers_, WordOf(own))) return true;
  if (!BeginsWithCapital(draft_.words().Text(definition.name))) return false;
  const NodeIndex body = FindChild(frame.node, *frame.rule, ChildRole::kBody);
  return body != kNoIndex && SetsFields(body);
}

// The members of its objects belong to a type scope around the function's own scope.
bool Extraction::OpenPrototype(Frame& frame) {
  if (frame.definition == kNoIndex || !MakesObjects(frame)) return false;
  frame.scope = AddMembers(frame.scope, frame.definition);
  draft_.facts().definitions[frame.definition].kind = SymbolKind::kClass;
  frame.has_object = true;
  frame.returns_to = kNoIndex;
  return true;
}

ScopeIndex Extraction::AddMembers(ScopeIndex around, DefinitionIndex type) {
  const ScopeIndex scope = draft_.AddScope(around, ScopeKind::kType, type);
  draft_.facts().definitions[type].inner_scope = scope;
  NoteMembers(type, scope);
  return scope;
}

void Extraction::NoteMembers(DefinitionIndex type, ScopeIndex scope) {
  if (language().prototype.empty()) return;
  const Definition& definition = draft_.facts().definitions[type];
  members_.push_back({definition.scope, definition.name, scope});
}

// The scope of the members of what `owner` means, if this file defines it; else kNoIndex.
ScopeIndex Extraction::MembersOf(ScopeIndex from, ExpressionIndex owner) const {
  if (owner == kNoIndex || draft_.expression(owner).kind != ExpressionKind::kName) return kNoIndex;
  const Word name = draft_.expression(owner).name;
  for (ScopeIndex scope = from; scope != kNoIndex; scope = draft_.facts().scopes[scope].parent) {
    for (auto known = members_.rbegin(); known != members_.rend(); ++known) {
      if (known->scope == scope && known->name == name) return known->members;
    }
  }
  return kNoIndex;
}

// The type of `this`: from the enclosing scopes, or from the prototype that the enclosing function
// is assigned to.
ScopeIndex Extraction::OwnType(ScopeIndex from) const {
  for (ScopeIndex at = from; at != kNoIndex; at = draft_.facts().scopes[at].parent) {
    const Scope& scope = draft_.facts().scopes[at];
    if (scope.kind == ScopeKind::kType) return at;
    if (scope.kind != ScopeKind::kFunction || scope.definition == kNoIndex) continue;
    const Definition& function = draft_.facts().definitions[scope.definition];
    if (function.owner == kNoIndex || language().prototype.empty()) continue;
    return MembersOf(function.scope, function.owner);
  }
  return kNoIndex;
}

bool ExtractionRoutes::IsPrototype(ExpressionIndex expression) const {
  if (expression == kNoIndex) return false;
  const Expression& member = draft_.expression(expression);
  return member.kind == ExpressionKind::kMember &&
         draft_.words().Text(member.name) == language().prototype;
}

// The owner of a member that an assignment to `object` sets: View for View.prototype, also through
// a variable that holds it. kNoIndex if it has no name.
ExpressionIndex Extraction::OwnerOf(const Frame& statement, ExpressionIndex object,
                                    bool& of_prototype) const {
  of_prototype = false;
  for (int i = 0; i < kMaxAliases; ++i) {
    const Expression& named = draft_.expression(object);
    if (IsPrototype(object)) {
      const ExpressionKind kind = draft_.expression(named.operand).kind;
      of_prototype = true;
      const bool is_path = kind == ExpressionKind::kName || kind == ExpressionKind::kMember;
      return is_path ? named.operand : kNoIndex;
    }
    if (named.kind != ExpressionKind::kName) return kNoIndex;
    const ScopeIndex scope = draft_.BindingScope(statement.scope, named.name);
    const Binding* const bound =
        scope == kNoIndex ? nullptr : draft_.LastBinding(scope, named.name);
    const bool is_alias = bound != nullptr && bound->kind == BindingKind::kAssigned &&
                          bound->value != kNoIndex &&
                          (IsPrototype(bound->value) ||
                           draft_.expression(bound->value).kind == ExpressionKind::kName);
    if (!is_alias) return object;
    object = bound->value;
  }
  return kNoIndex;
}

// Inside a function, members are defined only for known owners.
bool Extraction::MayDefineMember(const Frame& parent, ExpressionIndex target) const {
  if (language().prototype.empty()) return false;
  const Expression& member = draft_.expression(target);
  if (member.kind != ExpressionKind::kMember) return false;
  if (!IsLocal(DeclarationScope(parent.scope))) return true;
  bool of_prototype = false;
  ExpressionIndex owner = member.operand;
  if (!IsPrototype(target)) owner = OwnerOf(parent, member.operand, of_prototype);
  return MembersOf(parent.scope, owner) != kNoIndex;
}

// View.prototype.render = function () {}, View.create = function () {}
DefinitionIndex Extraction::DefineMemberOf(Frame& statement, SymbolKind kind) {
  const Expression member = draft_.expression(statement.operand);
  bool of_prototype = false;
  const ExpressionIndex owner = OwnerOf(statement, member.operand, of_prototype);
  if (owner == kNoIndex) return kNoIndex;
  const ScopeIndex scope = DeclarationScope(statement.scope);
  const bool is_type = kind != SymbolKind::kFunction;
  statement.definition = DefineNamed(statement, is_type ? kind : SymbolKind::kMethod, scope,
                                     member.name, draft_.expression_site(statement.operand));
  const ScopeIndex members = MembersOf(statement.scope, owner);
  Definition& definition = draft_.facts().definitions[statement.definition];
  definition.owner = owner;
  if (members == kNoIndex || of_prototype) return statement.definition;
  const DefinitionIndex type = draft_.facts().scopes[members].definition;
  if (draft_.facts().definitions[type].kind == SymbolKind::kClass) {
    definition.flags |= kSymbolStatic;
  }
  return statement.definition;
}

// In a = b = function () {}, the target that names the function: a variable, else an export, else a
// member. The other targets become aliases.
Frame& Extraction::NamingStatement(Frame& innermost) {
  const auto rank = [](const Frame& statement) {
    if (statement.target_kind == AssignmentKind::kExported) return 2;
    if (statement.target_kind == AssignmentKind::kMember) return 1;
    const bool is_declared = statement.target_kind == AssignmentKind::kName &&
                             !statement.rule->rebinds && statement.definition != kNoIndex;
    return is_declared ? 3 : 0;
  };
  Frame* naming = &innermost;
  for (Frame* at = &innermost;
       at->part == ChildRole::kValue && Below(*at).rule->role == Role::kAssignment;) {
    at = &Below(*at);
    if (rank(*at) > rank(*naming)) naming = at;
  }
  return *naming;
}

void Extraction::NameAgain(Frame& innermost, const Frame& naming) {
  const Word name = draft_.facts().definitions[naming.definition].name;
  for (Frame* at = &innermost;; at = &Below(*at)) {
    if (at != &naming && at->target_kind == AssignmentKind::kExported) {
      exports_.push_back(name);
      ExportAs(at->name, AddName(*at, name, at->name_byte), at->scope);
    } else if (at != &naming && at->target_kind == AssignmentKind::kMember) {
      const ExpressionIndex value = naming.target_kind == AssignmentKind::kMember
                                        ? naming.operand
                                        : AddName(*at, name, at->name_byte);
      bool of_prototype = false;
      const Expression member = draft_.expression(at->operand);
      const ScopeIndex members = MembersOf(at->scope, OwnerOf(*at, member.operand, of_prototype));
      if (members != kNoIndex) {
        draft_.AddBinding({members, member.name, BindingKind::kAssigned, value, at->scope});
      }
      at->definition = naming.definition;
    }
    if (at->part != ChildRole::kValue || Below(*at).rule->role != Role::kAssignment) return;
  }
}

// The members in View.prototype = {...} and Object.assign(View.prototype, {...}) belong to View.
void Extraction::OpenPrototypeObject(Frame& object) {
  if (language().prototype.empty()) return;
  const Frame& parent = Below(object);
  bool of_prototype = false;
  ExpressionIndex owner = kNoIndex;
  if (object.part == ChildRole::kValue && parent.rule->role == Role::kAssignment &&
      parent.target_kind == AssignmentKind::kMember && IsPrototype(parent.operand)) {
    owner = OwnerOf(object, parent.operand, of_prototype);
  } else if (parent.rule->role == Role::kList && parent.part == ChildRole::kArguments) {
    const Frame& call = Below(parent);
    const bool assigns = call.rule->role == Role::kCall && call.operand != kNoIndex &&
                         IsMemberOfObject(call.operand, kAssign) && IsPrototype(parent.second);
    if (assigns) owner = OwnerOf(object, parent.second, of_prototype);
  }
  if (owner == kNoIndex) return;
  object.operand = owner;
  object.context &= static_cast<std::uint16_t>(~kAnonymous);
}

bool ExtractionRoutes::IsMemberOfObject(ExpressionIndex callee, std::string_view name) const {
  const Expression& member = draft_.expression(callee);
  if (member.kind != ExpressionKind::kMember || draft_.words().Text(member.name) != name) {
    return false;
  }
  const Expression& object = draft_.expression(member.operand);
  return object.kind == ExpressionKind::kName && draft_.words().Text(object.name) == kObjectName;
}

// A value among the members of a prototype.
void Extraction::ExitPrototypePair(const Frame& pair, NodeIndex key) {
  const Frame& object = Below(pair);
  if (RoleOf(key) != Role::kIdentifier || TextOf(key) == language().constructor) return;
  if (TextOf(key) == kOwnPrototype) return InheritFrom(object, object.operand, pair.value);
  const ScopeIndex members = MembersOf(object.scope, object.operand);
  if (members == kNoIndex || pair.value == kNoIndex) return;
  SetMember(pair, members, WordOf(key), node(key).begin, pair.value);
}

// Sets a member that is not its own function: an alias or a field.
void Extraction::SetMember(const Frame& statement, ScopeIndex members, Word name,
                           std::uint32_t byte, ExpressionIndex value) {
  const ExpressionKind kind =
      value == kNoIndex ? ExpressionKind::kLiteral : draft_.expression(value).kind;
  if (kind == ExpressionKind::kName || kind == ExpressionKind::kMember) {
    draft_.AddBinding({members, name, BindingKind::kAssigned, value, statement.scope});
    return;
  }
  DefineVariable(statement, SymbolKind::kField, members, name, byte);
  draft_.AddBinding({members, name, BindingKind::kField, value, statement.scope});
}

// View.prototype = Object.create(Base.prototype), View.prototype = new Base(), and other members
// that are no functions.
void Extraction::ExitMemberAssignment(const Frame& statement, ExpressionIndex value) {
  if (statement.definition != kNoIndex) return;
  const Expression member = draft_.expression(statement.operand);
  const std::string_view name = draft_.words().Text(member.name);
  const bool is_whole = IsPrototype(statement.operand);
  if (is_whole || (name == kOwnPrototype && IsPrototype(member.operand))) {
    ExpressionIndex base = statement.second;
    if (value != kNoIndex && draft_.expression(value).kind == ExpressionKind::kNew) {
      base = draft_.expression(value).operand;
    } else if (IsPrototype(value)) {
      base = value;
    }
    const ExpressionIndex own = is_whole ? statement.operand : member.operand;
    return InheritFrom(statement, draft_.expression(own).operand, base);
  }
  bool of_prototype = false;
  const ExpressionIndex owner = OwnerOf(statement, member.operand, of_prototype);
  const ScopeIndex members = MembersOf(statement.scope, owner);
  const bool is_new = members != kNoIndex && draft_.VariableOf(members, member.name) == 0;
  if (!is_new) Use(statement, ChildRole::kTarget, Written(statement.operand));
  if (members == kNoIndex || name == language().constructor) return;
  SetMember(statement, members, member.name, draft_.expression_site(statement.operand), value);
}

// A top-level variable whose object gets members one by one is the type of that object.
ExpressionIndex Extraction::HoldMembers(const Frame& statement, ExpressionIndex value) {
  const bool is_holder = statement.target_kind == AssignmentKind::kName &&
                         statement.definition != kNoIndex && !statement.rule->rebinds &&
                         value != kNoIndex && HoldsWord(holders_, statement.name);
  if (!is_holder || IsLocal(statement.target_scope)) return value;
  const Definition& definition = draft_.facts().definitions[statement.definition];
  const ExpressionKind kind = draft_.expression(value).kind;
  const bool is_alias = kind == ExpressionKind::kName || kind == ExpressionKind::kMember;
  if (is_alias || definition.inner_scope != kNoIndex) return value;
  AddMembers(statement.scope, statement.definition);
  const ExpressionIndex itself = AddUnary(
      ExpressionKind::kNew, AddName(statement, statement.name, draft_.expression_site(value)));
  if (statement.second == kNoIndex) return AddUnion(draft_, value, itself);
  InheritFrom(statement, draft_.expression(itself).operand, statement.second);
  return itself;
}

// util.inherits(View, Base), Object.setPrototypeOf(View.prototype, Base.prototype),
// Object.create(Base.prototype)
void Extraction::InheritByCall(const Frame& call, ExpressionIndex callee) {
  if (language().prototype.empty() || call.second == kNoIndex) return;
  const std::string_view name = LastName(callee);
  if (name == kInherits && call.count == 2) {
    InheritFrom(call, call.second, call.value);
  } else if (name == kSetPrototype && IsMemberOfObject(callee, kSetPrototype)) {
    if (!IsPrototype(call.second) || !IsPrototype(call.value)) return;
    InheritFrom(call, draft_.expression(call.second).operand, call.value);
  } else if (name == kCreate && IsMemberOfObject(callee, kCreate)) {
    Frame& parent = Below(call);
    if (parent.rule->role == Role::kAssignment && call.part == ChildRole::kValue) {
      parent.second = call.second;
    }
  }
}

// The definition that `type` means is looked up at the end, since functions may follow their use.
void Extraction::InheritFrom(const Frame& at, ExpressionIndex type, ExpressionIndex base) {
  if (type == kNoIndex || base == kNoIndex) return;
  if (IsPrototype(base)) base = draft_.expression(base).operand;
  const ExpressionKind kind = draft_.expression(base).kind;
  const bool is_named = kind == ExpressionKind::kName || kind == ExpressionKind::kMember;
  if (is_named) inherited_.push_back({at.scope, type, base});
}

void Extraction::FinishPrototypes() {
  for (const Inherited& each : inherited_) {
    const ScopeIndex members = MembersOf(each.scope, each.type);
    if (members == kNoIndex) continue;
    const Position site = draft_.PositionOf(draft_.expression_site(each.base));
    mixins_.push_back(
        {draft_.facts().scopes[members].definition, {each.base, EdgeType::kExtends, site}});
  }
}

}  // namespace waymark::indexer
