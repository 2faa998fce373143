// Bindings: assignments, loops, fields of the own object, and the variables that they define.
#include <algorithm>

#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "extract/item_blocks.h"

namespace waymark::indexer {

namespace {

// `kB` after `kA Kind = iota`: a constant without type and value repeats those of the previous one.
void RepeatConstant(Frame& group, Frame& frame) {
  if (!frame.rule->is_constant || group.rule->role != Role::kKeyword) return;
  if (frame.type == kNoIndex && frame.value == kNoIndex) {
    frame.type = group.type;
    frame.value = group.value;
  }
  group.type = frame.type;
  group.value = frame.value;
}

// How many commas outside of brackets the text has.
std::size_t CommasIn(std::string_view text) {
  int depth = 0;
  std::size_t commas = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{' || c == '<') ++depth;
    if (c == ')' || c == ']' || c == '}' || c == '>') --depth;
    if (c == ',' && depth == 0) ++commas;
  }
  return commas;
}

// The value of a name without type and value in the last frame: the part of an object that a
// pattern gives it, `Cart(var first, var rest)`, `{ Total: var total }`, or what a call passes out,
// `Find(key, out var cart)`.
ExpressionIndex PartMatched(FactsDraft& draft, const SyntaxTree& tree,
                            const std::vector<Frame>& frames) {
  const std::size_t last = frames.size() - 1;
  const std::uint32_t begin = tree.nodes[frames[last].node].begin;
  for (std::size_t i = last; i-- > 1;) {
    const Frame& around = frames[i];
    switch (around.rule->role) {
      case Role::kPass:
      case Role::kTransparent:
        continue;
      case Role::kField: {
        const ExpressionIndex object = frames[i - 1].operand;
        if (around.name == 0 || object == kNoIndex) return kNoIndex;
        return draft.AddExpression({ExpressionKind::kMember, 0, around.name, object}, begin);
      }
      case Role::kPlaces: {
        const ExpressionIndex type = frames[i - 1].type;
        if (type == kNoIndex) return kNoIndex;
        const std::uint32_t from = tree.nodes[around.node].begin + 1;
        const std::size_t position = CommasIn(draft.bytes().substr(from, begin - from));
        const ExpressionIndex object =
            draft.AddExpression({ExpressionKind::kNew, 0, 0, type}, begin);
        return AddPart(draft, object, kPartKey, std::to_string(position));
      }
      case Role::kList: {
        const Frame& call = frames[i - 1];
        if (call.rule->role != Role::kCall || call.operand == kNoIndex) return kNoIndex;
        const auto position = static_cast<std::uint8_t>(std::min(around.count, 255u) - 1);
        return draft.AddExpression({ExpressionKind::kParameter, position, 0, call.operand}, begin);
      }
      default:
        return kNoIndex;
    }
  }
  return kNoIndex;
}

// `{ total: Money }`: the members of a type without a name, by their names.
void KeepMember(FactsDraft& draft, Frame& members, const Frame& member) {
  const bool is_kept = members.rule->role == Role::kMembers && (member.context & kAnonymous) != 0 &&
                       member.name != 0 && member.type != kNoIndex;
  if (!is_kept) return;
  members.second = draft.AddExpression(
      {ExpressionKind::kArguments, kKeyedElement, member.name, member.type, members.second},
      draft.expression_site(member.type));
}

// a += b, whose text is `whole`
Operation Update(std::string_view whole, std::string_view target, ExpressionIndex updated,
                 ExpressionIndex value) {
  return {TrimmedSpace(whole.substr(target.size())), 0, updated, value, true};
}

}  // namespace

// Blocks bind names, but definitions in them belong to the scope around the block.
ScopeIndex ExtractionRoutes::DeclarationScope(ScopeIndex scope) const {
  if (KindOf(scope) != ScopeKind::kBlock) return scope;
  const ScopeIndex holding = MarkedScope(draft_, scope);
  while (KindOf(scope) == ScopeKind::kBlock && scope != holding) {
    scope = draft_.facts().scopes[scope].parent;
  }
  return scope;
}

Frame* Extraction::EnclosingAssignment() {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    switch (frames_[i].rule->role) {
      case Role::kAssignment:
        return &frames_[i];
      case Role::kPass:
      case Role::kList:
      case Role::kLiteral:
      case Role::kMember:
      case Role::kVariadic:
      case Role::kValues:
      case Role::kProperties:
      case Role::kProperty:
      case Role::kDefaulted:
        continue;
      case Role::kIndex:
        if (language().keeps_values) continue;
        return nullptr;
      default:
        return nullptr;
    }
  }
  return nullptr;
}

ScopeIndex ExtractionRoutes::EnclosingType(ScopeIndex scope) const {
  while (scope != kNoIndex && KindOf(scope) != ScopeKind::kType)
    scope = draft_.facts().scopes[scope].parent;
  return scope;
}

DefinitionIndex Extraction::DefineVariable(const Frame& statement, SymbolKind kind,
                                           ScopeIndex scope, Word word, std::uint32_t byte) {
  std::uint32_t& known = draft_.VariableOf(scope, word);
  // Branches of an #if may each define what a type name stands for.
  const bool is_branch = kind == SymbolKind::kType && (statement.context & kInCondition) != 0;
  if (known != 0 && !is_branch) return known - 1;
  known = static_cast<std::uint32_t>(draft_.facts().definitions.size()) + 1;
  const std::string_view name = draft_.words().Text(word);
  Definition definition;
  definition.name = word;
  definition.kind = kind;
  definition.scope = scope;
  definition.flags = FlagsOf(statement, name, scope);
  definition.range = draft_.RangeOf(statement.begin, node(statement.node).end);
  definition.name_position = draft_.PositionOf(byte);
  definition.signature = Signature(Fold(statement.begin, node(statement.node).end));
  return AddDefinition(definition, statement.begin);
}

SymbolKind Extraction::VariableKind(const Frame& statement, ScopeIndex scope) const {
  if (statement.rule->binding == BindingKind::kAlias) return SymbolKind::kType;
  const Frame& around = frames_[IndexOf(statement) - 1];
  const bool is_constant =
      around.rule->role == Role::kKeyword && (around.modifiers & kModifierConst) != 0;
  if (statement.rule->is_constant || is_constant) return SymbolKind::kConst;
  return KindOf(scope) == ScopeKind::kType ? SymbolKind::kField : SymbolKind::kVar;
}

// An element of a pattern in a parameter's place: a member of the parameter, or a value of unknown
// type.
bool Extraction::BindInParameter(const Frame& parent, Word word) {
  AssignedName member;
  member.name = word;
  bool is_known = true;
  Word key = word;
  for (std::size_t i = IndexOf(parent) + 1; i-- > 0;) {
    const Frame& around = frames_[i];
    switch (around.rule->role) {
      case Role::kProperty:
        key = around.name;
        break;
      case Role::kProperties:
        is_known = is_known && key != 0 && member.path_size < member.path.size();
        if (is_known) member.path[member.path_size++] = key;
        key = 0;
        break;
      case Role::kList:
      case Role::kVariadic:
        is_known = false;
        break;
      case Role::kParameters:
      case Role::kParameter:
        member.scope = around.scope;
        if (!IsLocal(member.scope)) return true;
        if (is_known && member.path_size > 0) {
          targets_.push_back(member);
        } else {
          draft_.AddBinding({member.scope, word, BindingKind::kParameter, kNoIndex, member.scope});
        }
        return true;
      case Role::kAssignment:
      case Role::kDefinition:
        return false;
      default:
        break;
    }
  }
  return false;
}

void Extraction::BindName(Frame& parent, ChildRole part, Word word, std::uint32_t byte) {
  Frame* const statement = EnclosingAssignment();
  if (statement == nullptr) {
    if (BindInParameter(parent, word)) return;
    ReturnToParent(parent, ChildRole::kUsed, AddName(parent, word, byte));
    return;
  }
  if ((statement->context & kAnonymous) != 0) {
    statement->name = word;
    return;
  }
  if (draft_.words().Text(word) == language().blank_name) {
    ++statement->target_count;
    return;
  }
  if (statement->rule->rebinds) {
    Rebind(parent, *statement, part, word, byte);
    return;
  }
  const ScopeIndex inside = OpenScope(*statement, word);
  AssignedName target;
  target.name = word;
  const Frame& around = parent.rule->role == Role::kDefaulted ? Below(parent) : parent;
  target.byte = around.rule->role == Role::kProperty ? around.name_byte : byte;
  target.property = PropertyOf(parent, word);
  if (BindLoad(*statement, word, target.property)) return;
  if (language().hooks.is_variable != nullptr) return BindByForm(*statement, part, word, byte);
  const bool is_alias = statement->rule->binding == BindingKind::kAlias;
  ScopeIndex scope = draft_.ScopeAssigned(inside, word);
  const bool is_elsewhere = scope != inside;
  if (is_alias || Below(*statement).rule->hoists) scope = DeclarationScope(scope);
  target.scope = scope;
  const bool is_plain = is_alias || statement->rule->binding == BindingKind::kAssigned;
  if (KeepsPath(*statement)) SetPath(*statement, byte, target);
  if (is_plain && !IsLocal(scope)) {
    if (is_elsewhere && draft_.VariableOf(scope, word) != 0) {  // `global x`, and x = 1
      draft_.AddReference(ReferenceRole::kValue, AddName(*statement, word, byte), statement->scope,
                          statement->owner);
    }
    target.definition =
        DefineVariable(*statement, VariableKind(*statement, scope), scope, word, byte);
  }
  // A rest target has no value of its own, nor have the targets after it.
  if (parent.rule->role == Role::kVariadic) ++statement->target_count;
  const bool is_first = part == ChildRole::kTarget && statement->target_count == 0;
  const bool is_own = is_first && !is_elsewhere && target.definition != kNoIndex;
  if (is_own) statement->owner = target.definition;
  statement->name_byte = byte;
  AddTarget(*statement, part, target);
}

// Constants belong to the enclosing definition. Any other name is a variable of the function, type
// body or file, and of the blocks inside it.
void Extraction::BindByForm(Frame& statement, ChildRole part, Word word, std::uint32_t byte) {
  const bool is_constant = !language().hooks.is_variable(draft_.words().Text(word));
  AssignedName target;
  target.name = word;
  target.scope = statement.scope;
  if (is_constant) {
    target.scope = DeclarationScope(statement.scope);
    target.definition = DefineVariable(statement, SymbolKind::kConst, target.scope, word, byte);
    if (part == ChildRole::kTarget && statement.target_count == 0)
      statement.owner = target.definition;
  } else {
    if (KeepsPath(statement)) SetPath(statement, byte, target);
    const ScopeIndex bound = draft_.LocalScope(statement.scope, word);
    if (bound != kNoIndex) target.scope = bound;
    draft_.MarkLocal(target.scope, word, kLocalBound);
  }
  statement.name_byte = byte;
  AddTarget(statement, part, target);
}

// An assignment to a name that is declared elsewhere binds it in the declaring scope.
void Extraction::Rebind(Frame& parent, Frame& statement, ChildRole part, Word word,
                        std::uint32_t byte) {
  const ScopeIndex scope = draft_.BindingScope(statement.scope, word);
  if (scope == kNoIndex || scope == 0)
    ReturnToParent(parent, ChildRole::kUsed, AddName(parent, word, byte));
  if (scope == kNoIndex) return;
  AssignedName target;
  target.name = word;
  target.scope = scope;
  AddTarget(statement, part, target);
}

// The first target that is no element is kept in the frame of its statement.
void Extraction::AddTarget(Frame& statement, ChildRole part, const AssignedName& target) {
  const std::uint32_t position = statement.target_count++;
  const bool is_element = part == ChildRole::kTargetElement;
  if (!is_element && statement.target_kind == AssignmentKind::kNone) {
    statement.target_kind = target.is_field ? AssignmentKind::kField : AssignmentKind::kName;
    statement.name = target.name;
    statement.definition = target.definition;
    statement.target_scope = target.scope;
    return;
  }
  targets_.push_back(target);
  targets_.back().is_element = is_element;
  targets_.back().position = position;
}

// The member of the value that a target inside `parent` is bound to; 0 for other parts.
Word Extraction::PropertyOf(const Frame& parent, Word word) const {
  std::size_t i = IndexOf(parent);
  if (frames_[i].rule->role == Role::kDefaulted) --i;
  // In `{ total: sum }` the second name is bound; at the first one, the frame does not have it yet.
  if (frames_[i].rule->role == Role::kProperty) {
    word = frames_[i].name != 0 ? frames_[i].name : word;
    --i;
  }
  const bool is_direct =
      frames_[i].rule->role == Role::kProperties && frames_[i].part == ChildRole::kTarget;
  return is_direct ? word : 0;
}

// An assignment to a member, where it may run another method than a read.
ExpressionIndex ExtractionRoutes::Written(ExpressionIndex target) {
  Expression written = draft_.expression(target);
  const bool is_plain = written.kind == ExpressionKind::kMember && written.count == kOfAny;
  if (!language().has_accessors || !is_plain) return target;
  written.count = kWritten;
  return draft_.AddExpression(written, draft_.expression_site(target));
}

// The open definition of a type.
NodeIndex Extraction::NodeOf(ScopeIndex type) const {
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const bool opens = frames_[i].inner_scope == type && frames_[i].rule->role == Role::kDefinition;
    if (opens && frames_[i].rule->scope == ScopeKind::kType) return frames_[i].node;
  }
  return kNoIndex;
}

// The target of an assignment that is no plain name: a field of the own object, or an expression
// that is only used.
void Extraction::BindMember(Frame& parent, ChildRole part, ExpressionIndex target) {
  const Expression member = draft_.expression(target);
  Frame* const statement = EnclosingAssignment();
  const ScopeIndex type = OwnType(parent.scope);
  const bool is_field = member.kind == ExpressionKind::kMember && type != kNoIndex &&
                        statement != nullptr &&
                        draft_.expression(member.operand).kind == ExpressionKind::kSelf;
  if (!is_field) {
    const bool is_element = language().keeps_values && statement != nullptr &&
                            part == ChildRole::kTarget && member.kind == ExpressionKind::kIndex &&
                            statement->rule->binding == BindingKind::kAssigned &&
                            statement->target_kind == AssignmentKind::kNone;
    if (is_element) {
      statement->target_kind = AssignmentKind::kElement;
      statement->operand = target;
      return Use(parent, part, target);
    }
    const bool is_export = statement != nullptr && BindExport(*statement, target);
    if (is_export) return;
    const bool may_define =
        statement != nullptr && part == ChildRole::kTarget && MayDefineMember(parent, target);
    if (!may_define) return Use(parent, part, Written(target));
    statement->target_kind = AssignmentKind::kMember;
    statement->operand = target;
    return;
  }
  const NodeIndex body = NodeOf(type);
  if (body != kNoIndex &&
      DefinesMethod(body, member.name)) {  // a setter, or a method that is replaced
    return Use(parent, part, Written(target));
  }
  const bool is_new = draft_.VariableOf(type, member.name) == 0;
  const DefinitionIndex definition = DefineVariable(*statement, SymbolKind::kField, type,
                                                    member.name, draft_.expression_site(target));
  if (!is_new) Use(parent, part, Written(target));
  AssignedName field;
  if (KeepsPath(*statement)) SetPath(*statement, draft_.expression_site(target), field);
  field.name = member.name;
  field.is_field = true;
  field.scope = type;
  field.definition = definition;
  AddTarget(*statement, part, field);
}

// Several values form one value of the type that Rule::text names, in languages with such a type.
ExpressionIndex Extraction::ExitValues(const Frame& frame) {
  const bool is_list = frame.count >= 2 && !frame.rule->text.empty();
  if (is_list) Use(frame, ChildRole::kUsed, frame.value);  // the other values have been used
  ExpressionIndex elements = kNoIndex;
  if (language().keeps_values) {
    const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(frame.values_begin);
    const std::vector<ExpressionIndex> kept(begin, values_.end());
    elements = TakeElements(frame, true);
    // An assignment destructures them.
    if (Below(frame).rule->role == Role::kAssignment) {
      values_.insert(values_.end(), kept.begin(), kept.end());
    }
  }
  if (!is_list) return frame.value;
  return elements != kNoIndex ? elements : AddLiteral(*frame.rule, frame.node);
}

// The value that a target is bound to. Several values are assigned to as many targets.
ExpressionIndex Extraction::ValueOf(const Frame& frame, const AssignedName& target) {
  const std::size_t value_count = values_.size() - frame.values_begin;
  if (target.path_size > 0 && target.is_element) {
    const bool iterates = frame.rule->binding == BindingKind::kIterated;
    const ExpressionIndex whole =
        iterates ? ElementAt(frame.value, draft_.words().Intern(kIterationKey)) : frame.value;
    const ExpressionIndex part = PartFor(whole, target);
    if (target.property == 0 || part == kNoIndex) return part;
    return AddMember(part, target.property, draft_.expression_site(part));
  }
  if (value_count > 1) {
    if (value_count != frame.target_count) return kNoIndex;
    return values_[frame.values_begin + target.position];
  }
  if (frame.value == kNoIndex) return kNoIndex;
  if (frame.rule->binding == BindingKind::kIterated) {
    if (language().iterated_element == 0) return target.is_element ? kNoIndex : frame.value;
    if (frame.target_count == 1) {
      return AddPart(draft_, frame.value, kResultKey, std::string(1, kFirstIterated));
    }
    const bool is_element = language().iterated_element == static_cast<int>(target.position) + 1;
    const ExpressionIndex each = AddIterated(draft_, frame.value);
    return AddPart(draft_, each, kResultKey, std::string(1, is_element ? kMapElement : kMapKey));
  }
  if (target.property != 0) {
    return AddMember(frame.value, target.property, target.byte);
  }
  if (language().first_result_is_value && frame.target_count > 1) {
    return AddPart(draft_, frame.value, kResultKey, std::to_string(target.position));
  }
  return target.is_element ? kNoIndex : frame.value;
}

void Extraction::ExitTargets(const Frame& frame) {
  for (std::size_t i = frame.targets_begin; i < targets_.size(); ++i) {
    const AssignedName& target = targets_[i];
    const bool has_type = frame.type != kNoIndex && !target.is_element;
    if (has_type && target.definition != kNoIndex) {
      draft_.facts().definitions[target.definition].declared_type = frame.type;
    }
    BindingKind kind = target.is_field ? BindingKind::kField : frame.rule->binding;
    const bool is_part = (target.path_size > 0 && target.is_element) ||
                         (kind == BindingKind::kIterated && language().iterated_element > 0);
    if (is_part && !target.is_field) kind = BindingKind::kAssigned;
    if (has_type) kind = target.is_field ? BindingKind::kFieldAnnotated : BindingKind::kAnnotated;
    const ExpressionIndex value = has_type ? frame.type : ValueOf(frame, target);
    draft_.AddBinding({target.scope, target.name, kind, value, frame.scope});
    if (target.property == 0) continue;
    // `const { total } = cart` reads the member; for an unknown object it may be any type's.
    const bool is_read = !has_type && value != kNoIndex &&
                         draft_.expression(value).kind == ExpressionKind::kMember &&
                         draft_.expression(value).name == target.property;
    draft_.AddReference(is_read ? ReferenceRole::kValue : ReferenceRole::kByName,
                        is_read ? value : AddMember(kNoIndex, target.property, target.byte),
                        frame.scope, frame.owner);
  }
  targets_.resize(frame.targets_begin);
}

// A variable that became a function or type definition needs no binding.
bool Extraction::BecameFunction(const Frame& frame) const {
  if (frame.definition == kNoIndex || frame.value != kNoIndex) return false;
  const SymbolKind kind = draft_.facts().definitions[frame.definition].kind;
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod || kind == SymbolKind::kClass;
}

void Extraction::ExitAssignment(Frame& frame) {
  RepeatConstant(Below(frame), frame);
  // `x: Final = f()`: only the value types it.
  const bool is_bare = frame.type != kNoIndex && frame.value != kNoIndex &&
                       draft_.expression(frame.type).kind != ExpressionKind::kIndex &&
                       FindWrapper(frame.type) != nullptr;
  if (is_bare) frame.type = kNoIndex;
  ImplicitCalls calls(language(), draft_);
  if (frame.rule->is_update && frame.target_kind == AssignmentKind::kName) {
    const NodeIndex target = FindChild(frame.node, *frame.rule, ChildRole::kTarget);
    const ExpressionIndex updated = AddName(frame, frame.name, node(target).begin);
    calls.AddOperator(frame, Update(TextOf(frame.node), TextOf(target), updated, frame.value));
  }
  if (frame.rule->binding == BindingKind::kIterated) calls.AddIteration(frame, TextOf(frame.node));
  if (calls.Enters(frame, Below(frame), TextOf(Below(frame).node))) {
    calls.AddContext(frame, frame.value, EntersAsync(frame));
  }
  const bool is_untold = frame.type == kNoIndex && frame.value == kNoIndex &&
                         language().keeps_type_arguments &&
                         frame.target_kind == AssignmentKind::kName;
  if (is_untold) frame.value = PartMatched(draft_, tree_, frames_);
  calls.AddParts(frame, parts_.Bind(draft_, frame, frame.value));
  ExitTargets(frame);
  DeriveObject(frame);
  AssignedName first;
  const ExpressionIndex value = HoldMembers(frame, ValueOf(frame, first));
  values_.resize(frame.values_begin);
  switch (frame.target_kind) {
    case AssignmentKind::kNone:
      if (frame.rule->embeds) DefineEmbedded(frame);
      if (language().keeps_type_arguments) KeepMember(draft_, Below(frame), frame);
      return;
    case AssignmentKind::kMember:
      return ExitMemberAssignment(frame, value);
    case AssignmentKind::kElement:
      ExitElementAssignment(frame, value);
      return;
    case AssignmentKind::kExported:
      ExportCall(frame);
      if (value != kNoIndex) {
        if (draft_.expression(value).kind == ExpressionKind::kName) {
          exports_.push_back(draft_.expression(value).name);
        }
        ExportAs(frame.name, value, frame.scope);
      }
      return;
    default:
      break;
  }
  BindVariable(frame, value);
}

// Binds the variable of an assignment, which became no function or type definition.
void Extraction::BindVariable(const Frame& frame, ExpressionIndex value) {
  if (BecameFunction(frame)) return;
  const bool is_field = frame.target_kind == AssignmentKind::kField;
  if (frame.definition != kNoIndex) {
    Definition& definition = draft_.facts().definitions[frame.definition];
    if (definition.declared_type == kNoIndex) definition.declared_type = frame.type;
  }
  if (frame.rule->binding == BindingKind::kAlias) {
    draft_.AddBinding({frame.target_scope, frame.name, BindingKind::kAlias,
                       frame.type != kNoIndex ? frame.type : value, frame.scope});
    return;
  }
  if (frame.type != kNoIndex) {
    const BindingKind kind = is_field ? BindingKind::kFieldAnnotated : BindingKind::kAnnotated;
    draft_.AddBinding({frame.target_scope, frame.name, kind, frame.type, frame.scope});
  }
  const bool is_known = frame.type != kNoIndex && language().trusts_types;
  if ((value != kNoIndex && !is_known) || frame.type == kNoIndex) {
    BindingKind plain =
        frame.part == ChildRole::kCaught ? BindingKind::kCaught : frame.rule->binding;
    if (plain == BindingKind::kIterated && language().iterated_element > 0) {
      plain = BindingKind::kAssigned;
    }
    draft_.AddBinding({frame.target_scope, frame.name, is_field ? BindingKind::kField : plain,
                       value, frame.scope});
  }
  if (frame.target_scope == 0 && draft_.words().Text(frame.name) == language().exports_variable)
    CollectExports(frame);
}

// `using A::name` makes one name visible, `using namespace A` all of them. In an unnamed namespace
// they are visible around it as well.
void Extraction::ExitUsing(const Frame& frame) {
  if (frame.value == kNoIndex) return;
  const bool is_whole = (frame.modifiers & kModifierWholeScope) != 0;
  const Word name = is_whole ? 0 : NameOf(frame.value);
  if (!is_whole) Use(frame, ChildRole::kValue, frame.value);
  const std::vector<Scope>& scopes = draft_.facts().scopes;
  ScopeIndex scope = frame.scope;
  while (KindOf(scope) == ScopeKind::kNamespace && scopes[scope].definition == kNoIndex) {
    scope = scopes[scope].parent;
  }
  draft_.AddBinding({scope, name, BindingKind::kUsing, frame.value, frame.scope});
}

void Extraction::CollectExports(const Frame& assignment) {
  exports_are_listed_ = true;
  for (NodeIndex at = assignment.node; at < assignment.end; ++at) {
    if (rules_.RuleOf(node(at).symbol).role != Role::kText) continue;
    const Word name = draft_.words().Intern(TextOf(at));
    exports_.push_back(name);
    draft_.AddReference(ReferenceRole::kValue, AddName(assignment, name, node(at).begin), 0,
                        assignment.owner);
  }
}

void Extraction::VisitElsewhere(const Frame& parent, NodeIndex index, LocalState state) {
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    draft_.MarkLocal(parent.scope, draft_.words().Intern(TextOf(child)), state);
  }
}

}  // namespace waymark::indexer
