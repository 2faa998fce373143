#include "extract/expressions/container_results.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace waymark::indexer {
namespace {

constexpr std::string_view kAnyText = "\"";  // an unknown key of a table

}  // namespace

bool ContainerResults::IsImported(std::string_view module, std::string_view member,
                                  Word name) const {
  const auto& imports = draft_.facts().imports;
  return std::any_of(imports.begin(), imports.end(), [&](const Import& import) {
    const bool is_bound = import.alias == name || (import.alias == 0 && import.name == name);
    return is_bound && import.name != 0 && draft_.words().Text(import.name) == member &&
           draft_.words().Text(import.module) == module;
  });
}

// `itertools` before a dot, or its alias.
bool ContainerResults::NamesModule(ExpressionIndex object, std::string_view module) const {
  if (object == kNoIndex) return false;
  const Expression& named = draft_.expression(object);
  const bool is_named =
      named.kind == ExpressionKind::kName || named.kind == ExpressionKind::kMember;
  if (!is_named || named.name == 0) return false;
  if (draft_.words().Text(named.name) == module) return true;
  if (named.kind != ExpressionKind::kName) return false;
  const auto& imports = draft_.facts().imports;
  return std::any_of(imports.begin(), imports.end(), [&](const Import& import) {
    return import.alias == named.name && import.name == 0 &&
           draft_.words().Text(import.module) == module;
  });
}

const ContainerFunction* ContainerResults::Find(const Expression& callee) const {
  const bool is_member = callee.kind == ExpressionKind::kMember;
  if ((!is_member && callee.kind != ExpressionKind::kName) || callee.name == 0) return nullptr;
  const std::string_view name = draft_.words().Text(callee.name);
  for (const ContainerFunction& function : language_.container_functions) {
    if (is_member) {
      const bool is_meant =
          function.name == name && !function.of.empty() && NamesModule(callee.operand, function.of);
      if (is_meant) return &function;
    } else if (function.of.empty() ? function.name == name
                                   : IsImported(function.of, function.name, callee.name)) {
      return &function;
    }
  }
  return nullptr;
}

ExpressionIndex ContainerResults::AddElement(Word key, ElementShape shape, ExpressionIndex value,
                                             ExpressionIndex rest, std::uint32_t byte) {
  return draft_.AddExpression({ExpressionKind::kArguments, shape, key, value, rest}, byte);
}

ExpressionIndex ContainerResults::EachOf(ExpressionIndex container) {
  if (container == kNoIndex) return kNoIndex;
  return draft_.AddExpression(
      {ExpressionKind::kIndex, 0, draft_.words().Intern(kIterationKey), container},
      draft_.expression_site(container));
}

ExpressionIndex ContainerResults::Argument(ExpressionIndex arguments, int position) const {
  for (ExpressionIndex at = arguments; at != kNoIndex && position >= 0; --position) {
    const Expression& argument = draft_.expression(at);
    if (argument.count != kOneElement) return kNoIndex;
    if (position == 0) return argument.operand;
    at = argument.second;
  }
  return kNoIndex;
}

// The number of positional arguments.
int ContainerResults::CountOf(ExpressionIndex arguments) const {
  int count = 0;
  for (ExpressionIndex at = arguments; at != kNoIndex; at = draft_.expression(at).second) {
    count += draft_.expression(at).count != kKeyedElement;
  }
  return count;
}

// max(jobs) is an element, max(a, b) an argument.
ExpressionIndex ContainerResults::OneOf(ExpressionIndex arguments) {
  if (CountOf(arguments) == 1) return EachOf(Argument(arguments, 0));
  ExpressionIndex all = kNoIndex;
  for (int i = 0; i < CountOf(arguments); ++i) {
    all = AddUnion(draft_, all, Argument(arguments, i));
  }
  return all;
}

// A container of all arguments, or of all their elements.
ExpressionIndex ContainerResults::Together(ExpressionIndex arguments, ElementShape shape,
                                           std::uint32_t byte) {
  std::vector<Expression> given;
  for (ExpressionIndex at = arguments; at != kNoIndex; at = draft_.expression(at).second) {
    given.push_back(draft_.expression(at));
  }
  ExpressionIndex all = kNoIndex;
  for (std::size_t i = given.size(); i-- > 0;) {
    if (given[i].operand == kNoIndex || given[i].count == kKeyedElement) continue;
    const bool is_spread = given[i].count == kAllElementsOf;
    const bool is_known = shape == kOneElement && !is_spread;
    const Word key = is_known ? draft_.words().Intern(std::to_string(i)) : Word{0};
    all = AddElement(key, is_spread ? kAllElementsOf : shape, given[i].operand, all, byte);
  }
  return all;
}

ExpressionIndex ContainerResults::SideBySide(ExpressionIndex arguments, std::uint32_t byte) {
  ExpressionIndex tuple = kNoIndex;
  int position = 0;
  for (ExpressionIndex at = arguments; at != kNoIndex; ++position) {
    const Expression argument = draft_.expression(at);
    at = argument.second;
    if (argument.operand == kNoIndex || argument.count != kOneElement) continue;
    tuple = AddElement(draft_.words().Intern(std::to_string(position)), kOneElement,
                       EachOf(argument.operand), tuple, byte);
  }
  return AddElement(0, kOneElement, tuple, kNoIndex, byte);
}

// dict(a=job)
ExpressionIndex ContainerResults::Named(ExpressionIndex arguments, std::uint32_t byte) {
  ExpressionIndex all = kNoIndex;
  for (ExpressionIndex at = arguments; at != kNoIndex;) {
    const Expression argument = draft_.expression(at);
    at = argument.second;
    if (argument.operand == kNoIndex || argument.count != kKeyedElement) continue;
    const std::string key = kTextKey + std::string(draft_.words().Text(argument.name));
    all = AddElement(draft_.words().Intern(key), kOneElement, argument.operand, all, byte);
  }
  return AddUnion(draft_, Argument(arguments, 0), all);
}

ExpressionIndex ContainerResults::Of(ContainerResult result, ExpressionIndex arguments,
                                     std::uint32_t byte) {
  const ExpressionIndex first = Argument(arguments, 0);
  const ExpressionIndex second = Argument(arguments, 1);
  switch (result) {
    case ContainerResult::kOneOf:
      return OneOf(arguments);
    case ContainerResult::kJoined:
      return Together(arguments, kAllElementsOf, byte);
    case ContainerResult::kAll:
      return Together(arguments, kOneElement, byte);
    case ContainerResult::kNamed:
      return Named(arguments, byte);
    case ContainerResult::kFiltered:
      if (second == kNoIndex) return kNoIndex;
      return AddElement(0, kAllElementsOf, second, kNoIndex, byte);
    case ContainerResult::kReduced:
      return AddUnion(draft_, EachOf(second), Argument(arguments, 2));
    default:
      break;
  }
  if (first == kNoIndex) return kNoIndex;
  switch (result) {
    case ContainerResult::kItself:
      return first;
    case ContainerResult::kElement:
      return EachOf(first);
    case ContainerResult::kNumbered: {
      const ExpressionIndex pair =
          AddElement(draft_.words().Intern("1"), kOneElement, EachOf(first), kNoIndex, byte);
      return AddElement(0, kOneElement, pair, kNoIndex, byte);
    }
    case ContainerResult::kSideBySide:
      return SideBySide(arguments, byte);
    case ContainerResult::kFlattened:
      return AddElement(0, kAllElementsOf, EachOf(first), kNoIndex, byte);
    case ContainerResult::kGroups:
      return AddElement(0, kOneElement, Together(arguments, kAllElementsOf, byte), kNoIndex, byte);
    case ContainerResult::kMapped:
    case ContainerResult::kMade: {
      const ExpressionIndex made =
          draft_.AddExpression({ExpressionKind::kCall, 1, 0, first}, draft_.expression_site(first));
      const bool is_table = result == ContainerResult::kMade;
      const Word key = is_table ? draft_.words().Intern(kAnyText) : Word{0};
      return AddElement(key, kOneElement, made, kNoIndex, byte);
    }
    default:
      return AddElement(0, kAllElementsOf, first, kNoIndex, byte);
  }
}

ExpressionIndex ContainerResults::PassedTo(ContainerResult result, ExpressionIndex arguments,
                                           int argument, std::size_t parameter) {
  const auto position = static_cast<int>(parameter);
  switch (result) {
    case ContainerResult::kMapped:
      return argument == 0 ? Argument(arguments, position + 1) : kNoIndex;
    case ContainerResult::kFiltered:
      return argument == 0 && position == 0 ? Argument(arguments, 1) : kNoIndex;
    case ContainerResult::kReduced: {
      const bool is_element = position == 1 || CountOf(arguments) == 2;
      return argument == 0 && is_element ? Argument(arguments, 1) : kNoIndex;
    }
    case ContainerResult::kSame:
    case ContainerResult::kElement:
    case ContainerResult::kOneOf:
    case ContainerResult::kGroups:
      return argument < 0 && position == 0 ? Argument(arguments, 0) : kNoIndex;
    default:
      return kNoIndex;
  }
}

}  // namespace waymark::indexer
