// Types, as precisely as overload resolution needs them: pointers, references and constness around
// a type, types of literals and operators, parameters.
#include <algorithm>
#include <utility>

#include "extract/declarations/function_types.h"
#include "extract/declarations/ref_qualifier.h"
#include "extract/extraction.h"
#include "extract/implicit_calls.h"
#include "syntax/template_condition.h"

namespace waymark::indexer {

namespace {

std::uint8_t WithPointer(std::uint8_t shape) {
  return (shape & kPointers) == kPointers ? shape : static_cast<std::uint8_t>(shape + 1);
}

std::size_t SkipSpace(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n\\", at), text.size());
}

// Searches the text of a template before the parameters of its function.
bool HasCondition(std::string_view head) {
  constexpr std::string_view kConditions[] = {"enable_if", "EnableIf", "ENABLE_IF", "requires",
                                              "REQUIRES"};
  return std::any_of(std::begin(kConditions), std::end(kConditions), [&](std::string_view word) {
    return head.find(word) != std::string_view::npos;
  });
}

bool IsShift(std::string_view sign) { return sign.starts_with("<<") || sign.starts_with(">>"); }

bool IsJunction(std::string_view sign) { return sign.starts_with("&&") || sign.starts_with("||"); }

bool IsComparison(std::string_view sign) {
  constexpr std::string_view kComparisons[] = {"==", "!=", "<=", ">=", "&&", "||"};
  if (std::any_of(std::begin(kComparisons), std::end(kComparisons),
                  [&](std::string_view word) { return sign.starts_with(word); })) {
    return !sign.starts_with("<=>");
  }
  return !IsShift(sign) && (sign.starts_with('<') || sign.starts_with('>'));
}

// The second of two comparisons that share an operand: `low <= key < high`.
Operation FurtherComparison(const SyntaxTree& tree, std::string_view bytes, const Frame& frame) {
  if (frame.second == kNoIndex || frame.value == kNoIndex) return {};
  const NodeIndex second = tree.nodes[frame.node + 1].next;
  const NodeIndex third = second < frame.end ? tree.nodes[second].next : frame.end;
  if (third >= frame.end) return {};
  const auto byte = static_cast<std::uint32_t>(SkipSpace(bytes, tree.nodes[second].end));
  const std::uint32_t end = tree.nodes[third].begin;
  if (byte >= end) return {};
  return {bytes.substr(byte, end - byte), byte, frame.second, frame.value, true};
}

}  // namespace

// The declarator parts around a type: constness before the declarator, pointers and references
// between it and the name.
std::uint8_t Extraction::ShapeOf(NodeIndex whole, NodeIndex declarator, NodeIndex name) const {
  std::uint8_t shape = 0;
  for (NodeIndex child = whole + 1; child < node(whole).next; child = node(child).next) {
    if (child == declarator) break;
    if (RoleOf(child) == Role::kModifier && TextOf(child) == "const") shape |= kConstant;
  }
  if (declarator == kNoIndex) return shape;
  const std::string_view bytes = draft_.bytes();
  const std::uint32_t begin = node(declarator).begin;
  const std::uint32_t end = name == kNoIndex ? node(declarator).end : node(name).begin;
  const std::string_view around = bytes.substr(begin, end > begin ? end - begin : 0);
  for (const char c : around) {
    if (c == '*' || c == '[') shape = WithPointer(shape);
    if (c == '(' && name == kNoIndex) break;
  }
  if (around.find("&&") != std::string_view::npos) {
    shape |= kTemporary;
  } else if (around.find('&') != std::string_view::npos) {
    shape |= kReference;
  }
  if (name == kNoIndex) return shape;
  std::size_t behind = SkipSpace(bytes, node(name).end);
  const bool is_enclosed = around.starts_with('(') && (shape & (kReference | kTemporary)) != 0;
  if (is_enclosed && bytes.substr(behind).starts_with(')')) {  // const char (&text)[4]
    behind = SkipSpace(bytes, behind + 1);
    const bool is_array = bytes.substr(behind).starts_with('[');
    // That of constants takes literals; other constant arrays mostly pass as pointers.
    if (is_array) shape &= static_cast<std::uint8_t>(~(kReference | kTemporary));
    if (is_array && (shape & kConstant) != 0) shape |= kTemporary;
  }
  while (behind < bytes.size() && bytes[behind] == '[' && (shape & kPointers) < kPointers) {
    shape = WithPointer(shape);
    behind = SkipSpace(bytes, bytes.find(']', behind) + 1);
    if (behind == 0) break;
  }
  return shape;
}

ExpressionIndex Extraction::Shaped(ExpressionIndex type, std::uint8_t shape) {
  return shape == 0 || type == kNoIndex ? type : AddUnary(ExpressionKind::kPointer, type, shape);
}

// The type before a declarator, with the declarator's pointers and references.
ExpressionIndex Extraction::DeclaredType(ExpressionIndex type, NodeIndex whole) {
  if (!language().keeps_types || type == kNoIndex) return type;
  const Rule& rule = rules_.RuleOf(node(whole).symbol);
  const NodeIndex declarator = FindChild(whole, rule, ChildRole::kDeclarator);
  const NodeIndex name =
      declarator == kNoIndex ? kNoIndex : ReadDeclarator(frames_.back(), declarator).name;
  return Shaped(type, ShapeOf(whole, declarator, name));
}

// const T*, without a name.
ExpressionIndex Extraction::DescribedType(const Frame& frame) {
  if (!language().keeps_types || frame.value == kNoIndex) return frame.value;
  const NodeIndex declarator = FindChild(frame.node, *frame.rule, ChildRole::kSkipped);
  const ExpressionIndex type = Shaped(frame.value, ShapeOf(frame.node, declarator, kNoIndex));
  // Job(int), Job* (*)(): a function.
  for (NodeIndex at = declarator; at != kNoIndex && at < node(declarator).next; ++at) {
    if (rules_.RuleOf(node(at).symbol).wrap == Wrap::kFunction)
      return AddFunctionType(draft_, type);
  }
  return type;
}

// String and number literals, and names of built-in types.
ExpressionIndex Extraction::AddTypedLiteral(const Rule& rule, NodeIndex index) {
  const std::string_view text = TextOf(index);
  std::uint8_t shape = 0;
  std::string_view name = rule.text;
  if (name.empty() || name == "int") {
    name = language().built_in(text);
    if (!rule.text.empty() && text.find_first_not_of("0uUlL'") == std::string_view::npos) {
      shape = kZero;
    }
  } else if (name == "char") {
    const std::size_t quote = text.find_first_of("\"'");
    const std::string_view prefix = text.substr(0, std::min(quote, text.size()));
    if (prefix.starts_with("u8")) {
      name = "char8_t";
    } else if (prefix.starts_with('L')) {
      name = "wchar_t";
    } else if (prefix.starts_with('u')) {
      name = "char16_t";
    } else if (prefix.starts_with('U')) {
      name = "char32_t";
    }
    if (quote == std::string_view::npos || text[quote] == '"') shape = kConstant | 1;
  }
  return draft_.AddExpression({ExpressionKind::kLiteral, shape, draft_.words().Intern(name)},
                              node(index).begin);
}

// Its text is empty if it is unknown.
Operation Extraction::OperationOf(const Frame& operation) const {
  const Rule& rule = *operation.rule;
  Operation out{{}, node(operation.node).begin, operation.operand, operation.second};
  NodeIndex first = FindChild(operation.node, rule, ChildRole::kOperand);
  NodeIndex second = FindChild(operation.node, rule, ChildRole::kSecond);
  if (rule.role == Role::kChoice || rule.role == Role::kTypeUnion) {
    first = FindChild(operation.node, rule, ChildRole::kBranch);
    for (NodeIndex at = first; at < operation.end; at = node(at).next) {
      if (at != first && RoleOf(at) != Role::kComment) second = at;
    }
    const bool lacks_first = first != kNoIndex && out.second == kNoIndex && out.first != kNoIndex &&
                             draft_.expression_site(out.first) >= node(first).end;
    if (lacks_first) std::swap(out.first, out.second);
  } else if (rule.role == Role::kPass) {
    second = FindChild(operation.node, rule, ChildRole::kValue);
    out.second = operation.value;
    if (first == kNoIndex) {
      std::swap(first, second);
      std::swap(out.first, out.second);
    }
  }
  if (first == kNoIndex) first = FindChild(operation.node, rule, ChildRole::kUpdated);
  if (first == kNoIndex) return out;
  out.is_binary = second != kNoIndex;
  out.is_postfix = !out.is_binary && node(first).begin == node(operation.node).begin;
  if (out.is_binary || out.is_postfix) {
    out.byte = static_cast<std::uint32_t>(SkipSpace(draft_.bytes(), node(first).end));
  }
  const NodeIndex sign = rule.role == Role::kOperation && operation.is_marked
                             ? FindChild(operation.node, rule, ChildRole::kMark)
                             : kNoIndex;
  if (sign != kNoIndex) {
    out.text = TextOf(sign);
    return out;
  }
  const std::uint32_t end = out.is_binary ? node(second).begin : node(operation.node).end;
  out.text = draft_.bytes().substr(out.byte, end > out.byte ? end - out.byte : 0);
  return out;
}

// A comparison yields a boolean. Arithmetic has the type of the operand that is no literal.
// Operators on objects have an unknown result.
ExpressionIndex Extraction::ExitOperation(const Frame& frame) {
  const std::uint32_t byte = node(frame.node).begin;
  const auto literal = [&](std::string_view type) {
    return draft_.AddExpression({ExpressionKind::kLiteral, 0, draft_.words().Intern(type)}, byte);
  };
  const Operation operation = OperationOf(frame);
  const std::string_view sign = operation.text;
  const bool alone = !operation.is_binary;
  const bool negates = alone && !operation.is_postfix && sign.starts_with('!');
  const auto is_literal = [&](ExpressionIndex index) {
    return index != kNoIndex && draft_.expression(index).kind == ExpressionKind::kLiteral;
  };
  const std::string_view text = language().text_type;
  const auto is_text = [&](ExpressionIndex index) {
    return is_literal(index) && draft_.words().Text(draft_.expression(index).name) == text;
  };
  const bool joins = !language().keeps_types && !alone && sign.starts_with('+');
  if (joins && !text.empty() && (is_text(operation.first) || is_text(operation.second))) {
    return literal(text);
  }
  ImplicitCalls calls(language(), draft_);
  const ExpressionIndex computed = calls.AddOperator(frame, operation);
  calls.AddAssigned(frame, operation);
  if (calls.decide_results()) {
    const Operation further = FurtherComparison(tree_, draft_.bytes(), frame);
    if (further.is_binary) calls.AddOperator(frame, further);
    return computed == kNoIndex && alone ? operation.first : computed;
  }
  const bool tests = negates || (!alone && IsJunction(sign));
  if (tests && calls.tests_operands()) {
    calls.AddTest(frame, frame.operand);
    calls.AddTest(frame, frame.second);
  }
  if (negates || (!alone && IsComparison(sign))) return literal(language().truth_type);
  if (computed != kNoIndex) return computed;
  if (operation.first == kNoIndex) return kNoIndex;
  if (!language().keeps_types) {
    if (text.empty()) return kNoIndex;  // nothing is known of arithmetic
    const Word name = joins ? draft_.words().Intern("+") : 0;
    const ExpressionIndex second = IsShift(sign) ? kNoIndex : operation.second;
    if (joins && second == kNoIndex) return kNoIndex;
    return draft_.AddExpression(
        {ExpressionKind::kPointer, kComputed, name, operation.first, second}, byte);
  }
  const bool second = is_literal(frame.operand) && frame.second != kNoIndex;
  return AddUnary(ExpressionKind::kPointer, second ? frame.second : frame.operand, kComputed);
}

// The qualifiers before a method (virtual, explicit) and after its parameters (override, final).
std::uint8_t Extraction::VirtualWords(const Frame& declarator, NodeIndex parameters) const {
  const auto has_word = [](std::string_view text, std::string_view word) {
    const auto is_letter = [](char c) {
      return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    for (std::size_t at = text.find(word); at != std::string_view::npos;
         at = text.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      const bool begins = at == 0 || !is_letter(text[at - 1]);
      if (begins && (end == text.size() || !is_letter(text[end]))) return true;
    }
    return false;
  };
  std::size_t i = IndexOf(declarator);
  while (i > 0 && frames_[i].rule->role == Role::kDeclarator) --i;
  const std::string_view bytes = draft_.bytes();
  const std::uint32_t begin = node(frames_[i].node).begin;
  const std::uint32_t name = node(declarator.node).begin;
  const std::uint32_t behind = node(parameters).end;
  const std::uint32_t end = node(declarator.node).end;
  const std::string_view front = bytes.substr(begin, name > begin ? name - begin : 0);
  const std::string_view back = bytes.substr(behind, end > behind ? end - behind : 0);
  std::uint8_t shape = has_word(front, "virtual") ? kVirtual : 0;
  // That of `explicit(condition)` depends on the types.
  if (has_word(front, "explicit") && front.find("explicit(") == std::string_view::npos) {
    shape |= kExplicit;
  }
  if (has_word(back, "override") || has_word(back, "final")) shape |= kOverrides;
  return shape;
}

// Keeps the types of a function's parameters, for overload resolution.
void Extraction::KeepParameterTypes(const Frame& list) {
  const Frame& function = Below(list);
  ExpressionIndex types = kNoIndex;
  bool takes_rest = list.is_variadic;
  while (values_.size() > list.values_begin) {
    types = draft_.AddExpression(
        {ExpressionKind::kArguments, static_cast<std::uint8_t>(takes_rest ? 1 : 0), 0,
         values_.back(), types},
        node(list.node).begin);
    takes_rest = false;
    values_.pop_back();
  }
  if (function.definition == kNoIndex) return;
  Definition& definition = draft_.facts().definitions[function.definition];
  if (definition.kind != SymbolKind::kFunction && definition.kind != SymbolKind::kMethod) return;
  std::uint8_t shape = 0;
  Word condition = 0;
  for (NodeIndex child = node(list.node).next; child < function.end; child = node(child).next) {
    if (RoleOf(child) == Role::kModifier && TextOf(child) == "const") shape |= kConstMethod;
  }
  std::size_t wrappers = 0;
  std::uint32_t head = node(list.node).begin;
  for (std::size_t i = IndexOf(function); i-- > 0;) {
    const Role role = frames_[i].rule->role;
    if (role == Role::kWrapper) {
      ++wrappers;
      head = node(frames_[i].node).begin;
    }
    if (role == Role::kScope || role == Role::kNamespace) break;
    if (role == Role::kDefinition && frames_[i].definition != function.definition) break;
  }
  if (wrappers > (definition.owner == kNoIndex ? 0u : 1u)) {
    shape |= kOfTemplate;
    const std::string_view text = draft_.bytes().substr(head, node(list.node).begin - head);
    if (HasCondition(text)) {
      shape |= kHasCondition;
      condition = draft_.words().Intern(FirstCondition(text));
    }
  }
  const std::uint32_t behind = node(list.node).end;
  const std::uint32_t end = std::max(node(function.node).end, behind);
  shape |= ShapeOfQualifier(RefQualifierIn(draft_.bytes().substr(behind, end - behind)));
  if (definition.kind == SymbolKind::kMethod) shape |= VirtualWords(function, list.node);
  const ExpressionIndex type = draft_.AddExpression(
      {ExpressionKind::kFunction, shape, condition, types}, node(list.node).begin);
  draft_.facts().definitions[function.definition].declared_type = type;
}

// `Type name;` runs a constructor when the type has one.
void Extraction::DeclareObject(const Frame& holder, const Frame& declaration) {
  const ExpressionIndex type = declaration.type;
  const bool is_extern = (declaration.modifiers & kModifierExtern) != 0;
  const bool is_plain = &holder == &declaration && !holder.is_constructed && !holder.is_pointer &&
                        !holder.is_callable && !is_extern && !declaration.defines_type &&
                        declaration.rule->binding == BindingKind::kAssigned;
  if (!language().keeps_types || !is_plain || type == kNoIndex || !IsLocal(holder.target_scope)) {
    return;
  }
  if (draft_.expression(type).kind == ExpressionKind::kLiteral) return;
  const ExpressionIndex made = AddUnary(ExpressionKind::kNew, type, 0);
  draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kPointer, made, kDeclares),
                      declaration.scope, holder.owner);
}

// Base(arguments) in a constructor's initialiser list.
void Extraction::InitializeBase(const Frame& frame) {
  if (!language().keeps_types || frame.name == 0) return;
  const ExpressionIndex named = AddName(frame, frame.name, frame.name_byte);
  const ExpressionIndex made = AddUnary(ExpressionKind::kNew, named, frame.count);
  KeepArguments(frame, made);
  draft_.AddReference(ReferenceRole::kCall, AddUnary(ExpressionKind::kPointer, made, kDeclares),
                      frame.scope, frame.owner);
}

}  // namespace waymark::indexer
