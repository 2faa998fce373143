// Definitions: functions, types, their parameters, decorators and results.
#include <algorithm>
#include <limits>

#include "extraction.h"

namespace waymark::indexer {

namespace {

constexpr std::uint8_t kVariadicCount = 255;
constexpr std::uint8_t kMaxParameterCount = 254;

bool IsPrivate(std::string_view name) {
  return name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"));
}

}  // namespace

NodeIndex Extraction::FindChild(NodeIndex index, const Rule& rule, Part part) const {
  for (NodeIndex child = index + 1; child < node(index).next; child = node(child).next) {
    if (rules_.PartOf(rule, node(child).field, node(child).symbol) == part) return child;
  }
  return kNoIndex;
}

std::uint16_t Extraction::FlagsOf(std::string_view name, ScopeIndex scope) const {
  std::uint16_t flags = 0;
  for (ScopeIndex at = scope; at != kNoIndex; at = draft_.facts().scopes[at].parent) {
    if (KindOf(at) == ScopeKind::kFunction) flags |= kSymbolLocal;
  }
  if (flags == 0 && !IsPrivate(name)) flags |= kSymbolExported;
  return flags;
}

DefinitionIndex Extraction::BeginDefinition(const Frame& frame, NodeIndex index, const Rule& rule,
                                            std::uint32_t begin) {
  const NodeIndex name = FindChild(index, rule, Part::kName);
  if (name == kNoIndex || node(name).begin == node(name).end) return kNoIndex;
  const NodeIndex body = FindChild(index, rule, Part::kBody);
  const std::string_view text = TextOf(name).substr(0, kMaxNameBytes);
  Definition definition;
  definition.name = draft_.words().Intern(text);
  definition.kind = KindOf(frame.scope) == ScopeKind::kType ? rule.member_kind : rule.kind;
  definition.scope = frame.scope;
  definition.flags = FlagsOf(text, frame.scope);
  if (definition.kind == SymbolKind::kMethod && text == language().constructor)
    definition.flags |= kSymbolConstructor;
  definition.range = draft_.RangeOf(begin, node(index).end);
  definition.name_position = draft_.PositionOf(node(name).begin);
  definition.signature =
      Signature(node(index).begin, body == kNoIndex ? node(index).end : node(body).begin);
  return draft_.AddDefinition(definition);
}

void Extraction::EnterWrapper(Frame& frame) {
  const NodeIndex defined = FindChild(frame.node, *frame.rule, Part::kDefined);
  if (defined == kNoIndex) return;
  const Rule& rule = rules_.RuleOf(node(defined).symbol);
  if (rule.role != Role::kDefinition) return;
  frame.takes_self = true;
  frame.definition = BeginDefinition(frame, defined, rule, node(frame.node).begin);
  if (frame.definition != kNoIndex) frame.owner = frame.definition;
}

void Extraction::EnterDefinition(Frame& frame) {
  const Frame& parent = frames_[frames_.size() - 2];
  const bool is_wrapped = frame.part == Part::kDefined && parent.definition != kNoIndex;
  frame.definition = is_wrapped
                         ? parent.definition
                         : BeginDefinition(frame, frame.node, *frame.rule, node(frame.node).begin);
  if (frame.definition == kNoIndex) return;
  frame.owner = frame.definition;
  frame.inner_scope = draft_.AddScope(frame.scope, frame.rule->scope, frame.definition);
  if (frame.rule->scope == ScopeKind::kType) frame.self = 0;
  frame.takes_self = language().first_parameter_is_self && (!is_wrapped || parent.takes_self) &&
                     draft_.facts().definitions[frame.definition].kind == SymbolKind::kMethod;
  draft_.facts().definitions[frame.definition].inner_scope = frame.inner_scope;
  if (const NodeIndex body = FindChild(frame.node, *frame.rule, Part::kBody); body != kNoIndex) {
    FindDocstring(frame.definition, body);
  }
}

// A lambda that is the whole value of a variable is that variable's function.
void Extraction::EnterLambda(Frame& frame) {
  Frame& parent = frames_[frames_.size() - 2];
  const bool is_bound = frame.part == Part::kValue && parent.rule->role == Role::kAssignment &&
                        parent.target_kind == TargetKind::kName;
  if (is_bound) {
    if (parent.definition == kNoIndex) {
      parent.definition = DefineVariable(parent, SymbolKind::kFunction, parent.scope, parent.name,
                                         parent.name_byte);
    }
    Definition& definition = draft_.facts().definitions[parent.definition];
    definition.kind =
        KindOf(definition.scope) == ScopeKind::kType ? SymbolKind::kMethod : SymbolKind::kFunction;
    frame.definition = parent.definition;
    frame.owner = parent.definition;
  }
  frame.inner_scope = draft_.AddScope(frame.scope, ScopeKind::kFunction, frame.definition);
  if (frame.definition != kNoIndex)
    draft_.facts().definitions[frame.definition].inner_scope = frame.inner_scope;
}

void Extraction::ExitLambda(const Frame& frame) {
  if (frame.definition != kNoIndex)
    draft_.facts().definitions[frame.definition].return_value = frame.value;
}

void Extraction::ExitDecorator(const Frame& frame) {
  Frame& wrapper = frames_[frames_.size() - 2];
  if (frame.value == kNoIndex || wrapper.definition == kNoIndex) return;
  draft_.AddReference(ReferenceRole::kDecorator, frame.value, wrapper.scope, wrapper.owner,
                      wrapper.definition);
  Definition& definition = draft_.facts().definitions[wrapper.definition];
  const std::string_view name = LastName(frame.value);
  for (const NameFlags& row : language().decorator_flags) {
    if (row.name == name) definition.flags |= row.flags;
  }
  if (!name.empty() && name == language().no_self_decorator) wrapper.takes_self = false;
}

void Extraction::ExitParameter(Frame& frame) {
  frame.is_variadic |= frame.rule->role == Role::kVariadic;
  Frame& parent = frames_[frames_.size() - 2];
  if (parent.rule->role == Role::kParameters) {
    AddParameter(parent, frame);
  } else if (parent.rule->role == Role::kParameter) {  // *args: type
    parent.name = frame.name;
    parent.is_variadic = true;
  }
}

void Extraction::AddParameter(Frame& list, const Frame& parameter) {
  Frame& function = frames_[static_cast<std::size_t>(&list - frames_.data()) - 1];
  const bool is_first = list.count++ == 0;
  if (is_first && function.takes_self && !parameter.is_variadic) {
    function.self = parameter.name;
    return;
  }
  if (parameter.name == function.self) function.self = 0;
  if (parameter.name != 0) {
    draft_.AddBinding(
        {list.scope, parameter.name, BindingKind::kParameter, parameter.type, function.scope});
  }
  if (function.definition == kNoIndex) return;
  Definition& definition = draft_.facts().definitions[function.definition];
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

void Extraction::AddBase(const Frame& list, ExpressionIndex type) {
  const Frame& defined = frames_[static_cast<std::size_t>(&list - frames_.data()) - 1];
  if (defined.definition == kNoIndex) return;
  std::vector<Base>& bases = draft_.facts().bases;
  Definition& definition = draft_.facts().definitions[defined.definition];
  if (definition.bases_count == 0)
    definition.bases_begin = static_cast<std::uint32_t>(bases.size());
  ++definition.bases_count;
  bases.push_back({type, EdgeType::kExtends, draft_.PositionOf(draft_.expression_site(type))});
}

void Extraction::ExitReturn(const Frame& frame) {
  if (frame.value == kNoIndex || frame.owner == 0) return;
  const Expression& value = draft_.expression(frame.value);
  const bool is_null = value.kind == ExpressionKind::kLiteral &&
                       draft_.words().Text(value.name) == language().null_type;
  Definition& definition = draft_.facts().definitions[frame.owner];
  if (!is_null && definition.return_value == kNoIndex && definition.return_type == kNoIndex) {
    definition.return_value = frame.value;
  }
}

void Extraction::ExitRaise(const Frame& frame) {
  if (frame.value == kNoIndex) return;
  const Expression& raised = draft_.expression(frame.value);
  const ExpressionIndex type = raised.kind == ExpressionKind::kCall ? raised.operand : frame.value;
  if (type != kNoIndex) draft_.AddReference(ReferenceRole::kRaise, type, frame.scope, frame.owner);
}

// A list of exported names replaces the convention for what the file defines at its top level.
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
