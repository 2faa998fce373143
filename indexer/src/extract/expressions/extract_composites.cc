// Values with their type beside them: composite literals, casts, containers, markup.
#include <algorithm>

#include "extract/extraction.h"

namespace waymark::indexer {

namespace {

constexpr int kMaxDimensions = 4;  // of an array

// The type of the elements in a container's braces: of a map, that of its values.
ExpressionIndex LastArgument(const FactsDraft& draft, ExpressionIndex arguments) {
  ExpressionIndex last = arguments;
  for (ExpressionIndex at = arguments; at != kNoIndex; at = draft.expression(at).second) {
    const Expression& argument = draft.expression(at);
    const bool is_listed =
        argument.kind == ExpressionKind::kArguments && argument.count == kTypeArgument;
    if (!is_listed) break;
    last = argument.operand;
  }
  return last;
}

}  // namespace

bool Extraction::IsNamedType(ExpressionIndex type) const {
  if (type == kNoIndex) return false;
  const Expression* named = &draft_.expression(type);
  if (named->kind == ExpressionKind::kIndex) named = &draft_.expression(named->operand);
  return named->kind == ExpressionKind::kName || named->kind == ExpressionKind::kMember;
}

// A type of elements is the named container applied to the element type.
ExpressionIndex Extraction::AddContainer(const Rule& rule, ExpressionIndex element,
                                         std::uint32_t byte) {
  const Word name = draft_.words().Intern(rule.text);
  const ExpressionIndex container = draft_.AddExpression({ExpressionKind::kLiteral, 0, name}, byte);
  return draft_.AddExpression({ExpressionKind::kIndex, 1, 0, container, element}, byte);
}

// Nested containers, one per pair of brackets after the element, which is `part` of the frame:
// int[][], new int[2][3].
ExpressionIndex Extraction::AddContainers(const Frame& frame, ChildRole part,
                                          ExpressionIndex element) {
  const NodeIndex held = FindChild(frame.node, *frame.rule, part);
  const SyntaxNode& whole = node(frame.node);
  const std::uint32_t begin = held == kNoIndex ? whole.end : node(held).end;
  int depth = 0;
  int dimensions = 0;
  for (const char c : draft_.bytes().substr(begin, whole.end - begin)) {
    if (depth == 0 && c == '{') break;
    if (c == '[' && depth++ == 0) ++dimensions;
    if (c == ']') --depth;
  }
  for (int i = std::clamp(dimensions, 1, kMaxDimensions); i > 0; --i) {
    element = AddContainer(*frame.rule, element, whole.begin);
  }
  return element;
}

// An instance of the type. The type is used if it has a name: T{...} runs nothing.
ExpressionIndex Extraction::ExitComposite(const Frame& frame) {
  if (IsNamedType(frame.type)) {
    const Expression& type = draft_.expression(frame.type);
    const ExpressionIndex named = type.kind == ExpressionKind::kIndex ? type.operand : frame.type;
    draft_.AddReference(ReferenceRole::kValue, named, frame.scope, frame.owner);
  }
  return AddUnary(ExpressionKind::kNew, frame.type);
}

// The type of braces for elements: that of the composite literal, or the element type of the
// enclosing one. The operand is the value that they make.
void Extraction::EnterFields(Frame& frame) {
  if (frame.rule->role == Role::kPlaces) {  // other code states which members have them
    const ExpressionIndex type = Below(frame).type;
    if (IsNamedType(type)) {
      UseByName(frame, AddUnary(ExpressionKind::kNew, type), {}, node(frame.node).begin);
    }
    return;
  }
  for (std::size_t i = IndexOf(frame); i-- > 0;) {
    const Frame& around = frames_[i];
    if (around.rule->role == Role::kComposite || around.rule->role == Role::kNew) {
      frame.type = around.rule->role == Role::kNew ? around.operand : around.type;
      if (frame.type == kNoIndex) frame.type = TargetType(around);
      break;
    }
    if (around.rule->role == Role::kAssignment) frame.type = around.type;  // a pattern
    if (around.rule->role == Role::kDecorator && !language().unnamed_element.empty()) {
      frame.type = around.value;
    }
    if (around.rule->in_fields) return;  // of a member, whose type is unknown
    if (around.rule->role == Role::kFields) {
      if (around.type != kNoIndex &&
          draft_.expression(around.type).kind == ExpressionKind::kIndex) {
        frame.type = LastArgument(draft_, draft_.expression(around.type).second);
      } else {
        frame.operand = ElementAt(around.operand, 0);  // of a container with a name
      }
      break;
    }
    if (around.rule->role != Role::kPass && around.rule->role != Role::kField) break;
  }
  if (frame.type != kNoIndex) frame.operand = AddUnary(ExpressionKind::kNew, frame.type);
}

ExpressionIndex Extraction::ExitFields(const Frame& frame) {
  const Frame& around = Below(frame);
  // @Name("a")
  const bool is_unnamed = around.rule->role == Role::kDecorator && frame.operand != kNoIndex &&
                          frame.count == 0 && !tree_.IsLeaf(frame.node);
  if (is_unnamed) {
    UseElement(frame, frame.operand, draft_.words().Intern(language().unnamed_element),
               node(frame.node).begin);
  }
  return frame.part == ChildRole::kBody || around.rule->role == Role::kDecorator ? kNoIndex
                                                                                 : frame.operand;
}

// The type that a value without one takes from its target: the type of the variable or function.
// kNoIndex if it is not written.
ExpressionIndex Extraction::TargetType(const Frame& made) {
  ExpressionIndex type = kNoIndex;
  for (std::size_t i = IndexOf(made); i > 1 && type == kNoIndex; --i) {
    const Frame& around = frames_[i - 1];
    if (frames_[i].part != ChildRole::kValue && frames_[i].part != ChildRole::kBody)
      return kNoIndex;
    switch (around.rule->role) {
      case Role::kPass:
        continue;
      case Role::kDeclarator:
        type = frames_[i - 2].type;
        break;
      case Role::kReturn:
      case Role::kDefinition: {
        const bool returns = around.rule->role == Role::kReturn;
        const DefinitionIndex definition = returns ? around.returns_to : around.definition;
        if (definition != kNoIndex) type = draft_.facts().definitions[definition].return_type;
        break;
      }
      default:
        return kNoIndex;
    }
    if (!IsNamedType(type)) return kNoIndex;
  }
  if (type == kNoIndex) return kNoIndex;
  return draft_.AddExpression(draft_.expression(type), node(made.node).begin);
}

// A name before the colon is a field of the type, if the type has a name.
void Extraction::EnterField(Frame& frame) {
  Frame& fields = Below(frame);
  if (fields.rule->role == Role::kList) return EnterDesignators(frame);
  NodeIndex key = rules_.FirstPartOf(*frame.rule) == ChildRole::kMemberName
                      ? frame.node + 1
                      : FindChild(frame.node, *frame.rule, ChildRole::kMemberName);
  if (key == kNoIndex) return;
  ++fields.count;
  if (RoleOf(key) == Role::kPass && !tree_.IsLeaf(key)) ++key;
  const ExpressionIndex object = fields.rule->role == Role::kPass ? fields.value : fields.operand;
  const bool is_known = fields.type == kNoIndex ? object != kNoIndex : IsNamedType(fields.type);
  if (!is_known) return UseFieldByName(frame, key);
  if (RoleOf(key) == Role::kMember) return UseMemberPath(frame, object, key);
  if (RoleOf(key) != Role::kIdentifier) return;
  frame.name = WordOf(key);
  draft_.CountWord(frame.owner, Field::kIdentifiers, frame.name);
  // A variant literal with fields makes an instance of the enumeration, which does not have those
  // fields.
  const std::uint32_t byte = node(key).begin;
  if (Below(fields).rule->role == Role::kDecorator) {
    return UseElement(frame, object, frame.name, byte);
  }
  const ExpressionIndex field = Below(fields).rule->is_path
                                    ? AddPathMember(fields.type, frame.name, byte)
                                    : AddMember(object, frame.name, byte);
  draft_.AddReference(ReferenceRole::kFieldAccess, field, frame.scope, frame.owner);
}

// <Component/>: lower-case names belong to the page.
ExpressionIndex Extraction::ExitElement(const Frame& frame) {
  if (frame.operand == kNoIndex) return kNoIndex;
  const Expression& operand = draft_.expression(frame.operand);
  const std::string_view name = draft_.words().Text(operand.name);
  const bool is_plain =
      operand.kind == ExpressionKind::kName && !name.empty() && name[0] >= 'a' && name[0] <= 'z';
  if (is_plain) return kNoIndex;
  const ExpressionIndex call = AddUnary(ExpressionKind::kCall, frame.operand, 1);
  draft_.AddReference(ReferenceRole::kCall, call, frame.scope, frame.owner);
  return call;
}

// The result of a library function that depends on its container argument.
ExpressionIndex Extraction::KnownResult(const Frame& call, ExpressionIndex called,
                                        ExpressionIndex whole) {
  if (call.count != 1 || call.second == kNoIndex) return kNoIndex;
  const Expression callee = draft_.expression(called);
  const bool is_member = callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex;
  if (IsIdentity(called)) return is_member ? call.second : AddUnion(draft_, whole, call.second);
  if (!is_member) return kNoIndex;
  const Expression& object = draft_.expression(callee.operand);
  if (object.kind != ExpressionKind::kName) return kNoIndex;
  for (const ContainerCall& known : language().container_calls) {
    const bool is_known = draft_.words().Text(object.name) == known.object &&
                          draft_.words().Text(callee.name) == known.function;
    if (!is_known) continue;
    const Word member = draft_.words().Intern(known.member);
    return AddUnary(ExpressionKind::kCall, AddMember(call.second, member, node(call.node).begin));
  }
  return kNoIndex;
}

}  // namespace waymark::indexer
