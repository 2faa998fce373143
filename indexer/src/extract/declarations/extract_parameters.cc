// Parameters: number, bindings, and the normalised list that distinguishes overloads.
#include <algorithm>

#include "extract/declarations/ref_qualifier.h"
#include "extract/extraction.h"
#include "extract/typed_literals.h"
#include "text/characters.h"
#include "text/compact_text.h"

namespace waymark::indexer {

namespace {

void TakeSelf(Frame& function, const Frame& parameter) {
  function.self = parameter.name;
  function.self_type = parameter.type;
}

constexpr std::uint8_t kMaxParameterCount = 254;

}  // namespace

void Extraction::ExitParameter(Frame& frame) {
  frame.is_variadic |= frame.rule->role == Role::kVariadic;
  if (frame.rule->role == Role::kParameter || frame.rule->role == Role::kVariadic) {
    frame.type = DeclaredType(frame.type, frame.node);
  }
  if (frame.pattern != kNoIndex) {
    if (RoleOf(frame.pattern) == Role::kSelf) return;  // self: Box<Self>
    const Frame& list = Below(frame);
    const ExpressionIndex made = AddUnary(ExpressionKind::kNew, frame.type);
    BindPattern(list, list.scope, frame.pattern, {BindingKind::kAssigned, made, OutsideOf(list)});
  }
  if (frame.target_count <= 1) return FinishParameter(frame);
  // Several names with one type.
  for (NodeIndex child = frame.node + 1; child < frame.end; child = node(child).next) {
    const SyntaxNode& at = node(child);
    if (rules_.PartOf(*frame.rule, at.field, at.symbol) != ChildRole::kParameterName) continue;
    frame.name = WordOf(child);
    FinishParameter(frame);
  }
}

void Extraction::FinishParameter(const Frame& parameter) {
  Frame& parent = Below(parameter);
  switch (parent.rule->role) {
    case Role::kParameters:
      BindMembers(parent, parameter);
      AddParameter(parent, parameter);
      return;
    case Role::kTypeParameters:
      if (parameter.name == 0) return;
      if (language().counts_type_parameters) CountTypeParameter(Below(parent));
      if (language().keeps_type_arguments) draft_.KeepBindings(parent.scope);
      if (node(parameter.node).missing) {  // a variable stands for it: T = TypeVar("T")
        draft_.AddReference(ReferenceRole::kType,
                            AddName(parent, parameter.name, node(parameter.node).begin),
                            draft_.facts().scopes[parent.scope].parent, parent.owner);
      }
      draft_.AddBinding(
          {parent.scope, parameter.name,
           parameter.type == kNoIndex || parameter.rule->binding != BindingKind::kAlias
               ? BindingKind::kParameter
               : BindingKind::kAlias,
           parameter.type, parent.scope});
      return;
    case Role::kParameter:  // *args: type
      if (!parameter.is_variadic) return;
      parent.name = parameter.name;
      parent.is_variadic = true;
      return;
    default:
      return;
  }
}

// `({ total, tax: { rate } }: Cart) => ...`: the names are members of the argument.
void Extraction::BindMembers(const Frame& list, const Frame& parameter) {
  if (targets_.size() == parameter.targets_begin) return;
  const Frame& function = list.rule->role == Role::kLambda ? list : Below(list);
  const ScopeIndex outside = list.rule->role == Role::kLambda ? list.scope : OutsideOf(list);
  const ExpressionIndex whole = parameter.type == kNoIndex
                                    ? ExpectedArgument(function, list.count)
                                    : AddUnary(ExpressionKind::kNew, parameter.type);
  for (std::size_t i = parameter.targets_begin; i < targets_.size(); ++i) {
    const AssignedName& target = targets_[i];
    ExpressionIndex value = whole;
    for (std::size_t key = target.path_size; key-- > 0 && value != kNoIndex;) {
      value = AddMember(value, target.path[key], node(parameter.node).begin);
    }
    const BindingKind kind = value == kNoIndex ? BindingKind::kParameter : BindingKind::kAssigned;
    draft_.AddBinding(
        {target.scope, target.name, kind, value, value == kNoIndex ? target.scope : outside});
  }
  targets_.resize(parameter.targets_begin);
}

void Extraction::AddParameter(Frame& list, const Frame& parameter) {
  Frame& function = list.rule->role == Role::kLambda ? list : Below(list);
  if (list.part == ChildRole::kReceiver) return AddReceiver(list, function, parameter);
  if (list.part == ChildRole::kReturnType) {
    values_.push_back(parameter.type);
    return AddResult(function, parameter);
  }
  const bool is_first = list.count++ == 0;
  if ((list.context & kAreArguments) != 0) {
    // T x(a): the apparent type is a variable.
    if (language().keeps_types && list.rule->role == Role::kParameters) {
      values_.push_back(parameter.name == 0 ? parameter.type : kNoIndex);
    }
    return;
  }
  if (function.rule->role == Role::kReceiverBlock) function.type = parameter.type;
  const bool is_self = is_first && function.takes_self && !parameter.is_variadic;
  if (is_self) return TakeSelf(function, parameter);
  const bool is_void = parameter.name == 0 && parameter.type != kNoIndex && !parameter.is_pointer &&
                       draft_.words().Text(draft_.expression(parameter.type).name) == "void";
  if (is_void) return;
  const bool keeps = language().keeps_functions || language().keeps_types;
  if (keeps && list.rule->role == Role::kParameters) {
    values_.push_back(parameter.type);
    list.is_variadic |= parameter.is_variadic;
  }
  if (parameter.name == function.self) function.self = 0;
  const ScopeIndex scope = list.rule->role == Role::kLambda ? list.inner_scope : list.scope;
  const bool is_known =
      function.rule->role != Role::kDefinition || function.inner_scope != kNoIndex;
  if (parameter.name != 0 && IsLocal(scope) && is_known) {
    ExpressionIndex type = parameter.type;
    const bool of_elements = parameter.is_variadic && parameter.rule->role != Role::kParameters;
    if (type != kNoIndex && of_elements) {
      type = parameter.rule->text.empty()
                 ? kNoIndex
                 : AddContainer(*parameter.rule, type, draft_.expression_site(type));
    }
    const ScopeIndex outside = list.rule->role == Role::kLambda ? list.scope : OutsideOf(list);
    const ExpressionIndex visited = type == kNoIndex ? VisitedBy(function) : kNoIndex;
    const ExpressionIndex expected = type == kNoIndex && visited == kNoIndex
                                         ? ExpectedArgument(function, list.count - 1)
                                         : kNoIndex;
    const bool is_own = function.takes_self && list.rule->role == Role::kParameters;
    const std::uint32_t position = list.count - (is_own ? 2 : 1);
    if (!parameter.is_variadic && position <= kMaxParameterCount) {
      parameters_.push_back({scope, parameter.name, static_cast<std::uint8_t>(position)});
    }
    ExpressionIndex given = kNoIndex;
    if (type == kNoIndex && !parameter.is_variadic) {
      given = CallSiteArgument(function, parameter.name, position, node(list.node).begin);
    }
    const bool in_block = function.rule->role == Role::kBlock && type == kNoIndex &&
                          Below(function).rule->role == Role::kMethodCall;
    const ExpressionIndex passed =
        in_block && !parameter.is_variadic
            ? ArgumentOfBlock(draft_, Below(function), list.count - 1,
                              list.count > 1 || node(list.node + 1).next < list.end)
            : kNoIndex;
    if (passed != kNoIndex) {
      draft_.AddBinding(
          {scope, parameter.name, BindingKind::kAssigned, passed, Below(function).scope});
    } else if (given != kNoIndex) {
      const bool tells = parameter.value != kNoIndex &&
                         draft_.expression(parameter.value).kind != ExpressionKind::kLiteral;
      if (tells) given = AddUnion(draft_, given, parameter.value);
      draft_.AddBinding({scope, parameter.name, BindingKind::kAssigned, given, scope});
    } else if (visited != kNoIndex) {
      const bool is_only =
          list.rule->role == Role::kLambda || TextOf(list.node).find(',') == std::string_view::npos;
      const ExpressionIndex part = is_only ? kNoIndex
                                           : AddPart(draft_, AddIterated(draft_, visited),
                                                     kResultKey, std::to_string(list.count - 1));
      draft_.AddBinding({scope, parameter.name,
                         is_only ? BindingKind::kIterated : BindingKind::kAssigned,
                         is_only ? visited : part, outside});
    } else if (expected != kNoIndex) {
      draft_.AddBinding({scope, parameter.name, BindingKind::kAssigned, expected, outside});
    } else if (type == kNoIndex && DefaultTells(parameter)) {
      const ScopeIndex around = language().capitals_are_constants ? scope : outside;
      draft_.AddBinding({scope, parameter.name, BindingKind::kAssigned, parameter.value, around});
    } else {
      draft_.AddBinding({scope, parameter.name, BindingKind::kParameter, type, outside});
    }
    if (parameter.makes_field) DefineParameterField(parameter, scope);
  }
  if (function.rule->makes_fields && parameter.name != 0) DefineParameterField(parameter, scope);
  if (function.definition == kNoIndex) return;
  CountParameter(function.definition, parameter);
  AskForFixture(list, function.definition, parameter);
  if (is_first && IsReceiver(parameter)) {
    Definition& definition = draft_.facts().definitions[function.definition];
    definition.flags |= kSymbolExtension;
    definition.declared_type = parameter.type;
  }
}

// Whether the default value types the parameter, where nothing else does.
bool ExtractionRoutes::DefaultTells(const Frame& parameter) const {
  const bool may_tell = language().capitals_are_constants || language().keeps_functions;
  return may_tell && parameter.value != kNoIndex &&
         draft_.expression(parameter.value).kind != ExpressionKind::kLiteral;
}

bool Extraction::IsReceiver(const Frame& parameter) const {
  if (parameter.rule->role != Role::kParameter) return false;
  for (NodeIndex child = parameter.node + 1; child < parameter.end; child = node(child).next) {
    if ((ModifiersOf(child) & kModifierReceiver) != 0) return true;
  }
  return false;
}

// The object whose elements a callback gets as the argument of a method: x.forEach(e -> ...)
ExpressionIndex Extraction::VisitedBy(const Frame& function) const {
  const auto& visitors = language().visitors;
  std::size_t i = IndexOf(function);
  if (language().keeps_types && i > 0 && function.rule->role == Role::kDeclarator) --i;
  if (visitors.empty() || frames_[i].rule->role != Role::kLambda || i < 3) return kNoIndex;
  if (frames_[i - 1].rule->role == Role::kPass) --i;
  const Frame& call = frames_[i - 2];
  const bool is_argument =
      frames_[i].part == ChildRole::kArgument && call.rule->role == Role::kCall;
  if (language().keeps_types) {  // std::for_each(begin, end, [](auto& item) { ... })
    const bool visits = is_argument && call.operand != kNoIndex && frames_[i - 1].count > 1 &&
                        IsIn(visitors, LastName(call.operand));
    return visits ? frames_[i - 1].second : kNoIndex;
  }
  if (!is_argument || frames_[i - 1].count != 1 || call.operand == kNoIndex) return kNoIndex;
  const Expression& callee = draft_.expression(call.operand);
  if (call.name == 0 && callee.kind != ExpressionKind::kMember) return kNoIndex;
  const std::string_view name = draft_.words().Text(call.name != 0 ? call.name : callee.name);
  const bool visits = std::find(visitors.begin(), visitors.end(), name) != visitors.end();
  if (!visits) return kNoIndex;
  return call.name != 0 ? call.operand : callee.operand;
}

// The receiver, a parameter before the name: its type owns the method.
void Extraction::AddReceiver(const Frame& list, Frame& function, const Frame& parameter) {
  function.self = parameter.name;
  ExpressionIndex owner = parameter.type;
  if (function.definition == kNoIndex || owner == kNoIndex) return;
  if (draft_.expression(owner).kind == ExpressionKind::kIndex) {
    // The arguments of the receiver's type are the method's names for the type parameters.
    const std::uint32_t type = draft_.expression_site(owner);
    owner = draft_.expression(owner).operand;
    for (NodeIndex at = list.node; at < list.end; ++at) {
      if (RoleOf(at) != Role::kIdentifier || node(at).begin <= type) continue;
      if (language().keeps_type_arguments) draft_.KeepBindings(function.scope);
      draft_.AddBinding(
          {function.scope, WordOf(at), BindingKind::kParameter, kNoIndex, function.scope});
    }
  }
  draft_.facts().definitions[function.definition].owner = owner;
}

// Results in parentheses: the first is the value of a call, and all may have names.
void Extraction::AddResult(Frame& function, const Frame& parameter) {
  if (function.rule->role == Role::kFunctionType && function.type == kNoIndex) {
    function.type = parameter.type;
  }
  if (function.definition != kNoIndex) {
    Definition& definition = draft_.facts().definitions[function.definition];
    if (definition.return_type == kNoIndex) definition.return_type = parameter.type;
  }
  if (parameter.name == 0 || function.inner_scope == kNoIndex) return;
  draft_.AddBinding({function.inner_scope, parameter.name, BindingKind::kAnnotated, parameter.type,
                     function.scope});
}

// Counts the type parameters of a type: types of one name differ by their number.
void Extraction::CountTypeParameter(const Frame& defined) {
  if (defined.definition == kNoIndex || defined.rule->scope != ScopeKind::kType) return;
  Definition& definition = draft_.facts().definitions[defined.definition];
  if (definition.parameter_count == kMaxParameterCount) return;
  ++definition.parameter_count;
  ++definition.required_count;
}

void Extraction::CountParameter(DefinitionIndex function, const Frame& parameter) {
  Definition& definition = draft_.facts().definitions[function];
  const bool is_function =
      definition.kind == SymbolKind::kFunction || definition.kind == SymbolKind::kMethod;
  if (!is_function && language().counts_type_parameters) return;
  if (parameter.is_variadic) {
    definition.parameter_count = kVariadicCount;
  } else if (definition.parameter_count < kMaxParameterCount) {
    ++definition.parameter_count;
  }
  if (!parameter.is_variadic && !parameter.has_default &&
      definition.required_count < kMaxParameterCount) {
    ++definition.required_count;
  }
}

// The text of a parameter without name and default.
std::string Extraction::ParameterType(NodeIndex parameter) {
  const Rule& rule = rules_.RuleOf(node(parameter).symbol);
  std::uint32_t end = node(parameter).end;
  if (const NodeIndex value = FindChild(parameter, rule, ChildRole::kDefault); value != kNoIndex) {
    end = node(value).begin;
    while (end > node(parameter).begin && draft_.bytes()[end - 1] != '=') --end;
    if (end > node(parameter).begin) --end;
  }
  std::uint32_t begin = node(parameter).begin;
  if (parameter + 1 < node(parameter).next && RoleOf(parameter + 1) == Role::kModifiers) {
    begin = node(parameter + 1).end;
  }
  const NodeIndex first = FindChild(parameter, rule, ChildRole::kDeclarator);
  const NodeIndex name_node = first == kNoIndex
                                  ? FindChild(parameter, rule, ChildRole::kParameterName)
                                  : ReadDeclarator(frames_.back(), first).name;
  const std::string_view bytes = draft_.bytes();
  if (name_node == kNoIndex) return Compact(bytes.substr(begin, end - begin));
  const SyntaxNode& name = node(name_node);
  std::string text(bytes.substr(begin, name.begin - begin));
  text += ' ';
  text += bytes.substr(name.end, end > name.end ? end - name.end : 0);
  return Compact(text);
}

// The type of a variadic last parameter, which is written as an array: "int..."
std::string Extraction::VariadicType(NodeIndex array) const {
  constexpr std::string_view kEmptyBrackets = "[]";
  std::string type = Compact(TextOf(array));
  if (type.ends_with(kEmptyBrackets)) type.resize(type.size() - kEmptyBrackets.size());
  return type + "...";
}

// "int,const Slice&", followed by the method's qualifiers; "<int>" for a specialisation.
StringId Extraction::Discriminator(NodeIndex function, NodeIndex arguments) {
  std::string text;
  if (arguments != kNoIndex) text = Compact(TextOf(arguments));
  if (function != kNoIndex) {
    const Rule& rule = rules_.RuleOf(node(function).symbol);
    const NodeIndex list = FindChild(function, rule, ChildRole::kParameters);
    if (list != kNoIndex) {
      std::string separator;
      for (NodeIndex child = list + 1; child < node(list).next; child = node(child).next) {
        const Rule& list_rule = rules_.RuleOf(node(list).symbol);
        const bool is_last =
            rules_.PartOf(list_rule, node(child).field, node(child).symbol) == ChildRole::kType;
        const Role role = RoleOf(child);
        if (role != Role::kParameter && role != Role::kVariadic && !is_last) continue;
        if (text.size() > kMaxDiscriminatorBytes) break;
        const std::string type = is_last ? VariadicType(child) : ParameterType(child);
        if (type == "void") continue;
        text += separator;
        text += type;
        separator = ",";
      }
      for (NodeIndex child = node(list).next; child < node(function).next;
           child = node(child).next) {
        if ((ModifiersOf(child) & kModifierConst) != 0) text += text.empty() ? "const" : " const";
      }
      const std::uint32_t behind = node(list).end;
      const bool qualifies = language().has_overloads && node(function).end > behind;
      if (qualifies) {
        text += RefQualifierIn(draft_.bytes().substr(behind, node(function).end - behind));
      }
    }
  }
  return draft_.words().Intern(std::string_view(text).substr(0, kMaxDiscriminatorBytes));
}

}  // namespace waymark::indexer
