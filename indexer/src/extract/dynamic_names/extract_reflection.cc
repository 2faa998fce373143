// Reflection: members accessed by name as strings. A computed string may name any member.
#include <algorithm>

#include "extract/extraction_texts.h"
#include "graph/open_names.h"
#include "integration/argument_text.h"
#include "text/characters.h"
#include "text/text_pattern.h"

namespace waymark::indexer {
namespace {

// Members of functions that run the function.
constexpr std::string_view kRunningMembers[] = {"call", "apply", "bind"};

constexpr std::string_view kTypingModules[] = {"t", "typing", "typing_extensions"};

// Types of TypeScript that take a type and the names of its members.
constexpr std::string_view kPickingTypes[] = {"Omit", "Pick"};

constexpr std::string_view kQuotes = "\"'`";

bool IsNameByte(char c) {
  return IsWordCharacter(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

// Names joined by dots.
bool IsDottedPath(std::string_view text) {
  bool begins = true;
  for (const char c : text) {
    if (begins ? c == '.' || (c >= '0' && c <= '9') : c != '.' && !IsNameByte(c)) return false;
    begins = c == '.';
  }
  return !begins;
}

bool IsAllDigits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), IsDigit);
}

// A positional argument, if the arguments are known: all of them, or the first alone.
ExpressionIndex ArgumentAt(const FactsDraft& draft, ExpressionIndex arguments, int place) {
  const bool is_first =
      arguments != kNoIndex && draft.expression(arguments).kind != ExpressionKind::kArguments;
  if (is_first) return place == 0 ? arguments : kNoIndex;
  for (ExpressionIndex at = arguments; at != kNoIndex; at = draft.expression(at).second) {
    const Expression& argument = draft.expression(at);
    if (argument.kind != ExpressionKind::kArguments || argument.count != kOneElement) break;
    if (place-- == 0) return argument.operand;
  }
  return kNoIndex;
}

}  // namespace

// Whether the string is known; of a path `text` is the last component.
bool ExtractionTexts::IsWritten(NodeIndex argument, std::string_view& text) {
  text = TextOf(argument);
  const bool is_quoted =
      text.size() >= 2 && kQuotes.find(text[0]) != std::string_view::npos && text.back() == text[0];
  if (is_quoted) {
    text = text.substr(1, text.size() - 2);
  } else {
    const std::optional<std::string_view> constant = constants_.Find(text);
    if (!constant.has_value()) return false;
    text = *constant;
  }
  text = text.substr(text.rfind('.') + 1);
  return true;
}

void ExtractionTexts::ReadReflection(const Frame& call, std::string_view function,
                                     const Expression& callee) {
  UseNamedMembers(call, function, callee);
  AskByCall(call, function);
  if (language().has_keyed_members) UseKeyedMember(call, callee);
}

void ExtractionTexts::UseNamedMembers(const Frame& call, std::string_view function,
                                      const Expression& callee) {
  const auto& readers = language().text_readers;
  const auto reader =
      std::find_if(readers.begin(), readers.end(),
                   [function](const TextReader& known) { return known.name == function; });
  if (reader == readers.end()) return;
  const bool is_member = callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex;
  const Word holder = is_member ? draft_.expression(callee.operand).name : Word{0};
  if (!reader->of.empty() && draft_.words().Text(holder) != reader->of) return;
  const std::vector<NodeIndex> given = ArgumentsOf(call.node);
  if (reader->names_types) {
    const auto is_holder = [&](std::string_view name) {
      return name == draft_.words().Text(holder);
    };
    const bool is_of_typing =
        std::any_of(std::begin(kTypingModules), std::end(kTypingModules), is_holder);
    if (reader->is_typing && is_member && !is_of_typing) return;
    const std::size_t first = std::min(static_cast<std::size_t>(reader->text), given.size());
    const std::size_t count =
        reader->is_typing ? std::min<std::size_t>(given.size(), 1) : given.size() - first;
    return NameTypes(call, std::span(given).subspan(first, count));
  }
  const std::uint32_t byte = node(call.node).begin;
  if (reader->takes_paths && !given.empty() && UsePathByName(call, given[0])) return;
  if (reader->takes_paths && reader->text == kNoText) return;
  if (reader->text == kNoText) {
    if (given.size() != (reader->holder == kNoHolder ? 0U : 1U))
      return;  // another function of that name
    const MemberShape shape = reader->is_of_file ? kOfOwnFile : kOfAny;
    return UseByName(call, ArgumentAt(draft_, call.second, reader->holder), {}, byte, shape);
  }
  if (static_cast<std::size_t>(reader->text) >= given.size()) return;
  const NodeIndex argument = given[static_cast<std::size_t>(reader->text)];
  const ExpressionIndex owner = ArgumentAt(draft_, call.second, reader->holder);
  const std::string pattern = PatternOf(TextOf(argument));
  if (!pattern.empty()) return UseByName(call, owner, pattern, node(argument).begin);
  std::string_view text;
  if (!IsWritten(argument, text)) {
    text = {};
  } else if (text.empty() || !std::all_of(text.begin(), text.end(), IsNameByte)) {
    return;
  }
  UseByName(call, owner, text, node(argument).begin);
}

// A name followed by members after dots.
ExpressionIndex ExtractionTexts::PathAt(std::string_view path, std::uint32_t byte) {
  std::size_t dot = path.find('.');
  ExpressionIndex named = draft_.AddExpression(
      {ExpressionKind::kName, 0, draft_.words().Intern(path.substr(0, dot))}, byte);
  while (dot != std::string_view::npos) {
    const std::size_t end = path.find('.', dot + 1);
    const Word name = draft_.words().Intern(path.substr(dot + 1, end - dot - 1));
    named = draft_.AddExpression({ExpressionKind::kMember, kOfAny, name, named}, byte);
    dot = end;
  }
  return named;
}

// patch("shop.cart.total"): names the member as if its module were imported; for f"{MODULE}.total"
// only the last component. Returns whether the string is such a path.
bool ExtractionTexts::UsePathByName(const Frame& call, NodeIndex argument) {
  std::string_view text = TextOf(argument);
  const bool is_pattern = text.starts_with('f');
  text.remove_prefix(std::min(text.find_first_of(kQuotes), text.size()));
  if (text.size() < 2 || text.back() != text[0]) return false;
  text = text.substr(1, text.size() - 2);
  const std::uint32_t byte = node(argument).begin;
  const std::size_t last = text.rfind('.');
  if (last == std::string_view::npos || last + 1 == text.size()) return false;
  if (is_pattern) {
    const std::string_view name = text.substr(last + 1);
    if (!std::all_of(name.begin(), name.end(), IsNameByte)) return false;
    UseByName(call, kNoIndex, name, byte);
    return true;
  }
  if (text.size() > kMaxModuleBytes || !IsDottedPath(text)) return false;
  const ScopeIndex scope = draft_.AddScope(call.scope, ScopeKind::kBlock, kNoIndex);
  Import import;
  import.scope = scope;
  import.module = draft_.words().Intern(text.substr(0, text.find('.')));
  import.alias = import.module;
  import.flags = kImportModule;
  import.site = draft_.PositionOf(byte);
  draft_.facts().imports.push_back(import);
  draft_.AddReference(ReferenceRole::kValue, PathAt(text, byte), scope, call.owner);
  return true;
}

// cast("Shelf", x), TypeVar("T", bound="list[Shelf]")
void ExtractionTexts::NameTypes(const Frame& call, std::span<const NodeIndex> arguments) {
  for (const NodeIndex argument : arguments) {
    const std::string_view text = FirstLiteral(TextOf(argument));
    for (std::size_t at = 0; at < text.size();) {
      const auto is_in_path = [](char c) { return c == '.' || IsNameByte(c); };
      const auto begin =
          std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_path);
      const auto end = std::find_if_not(begin, text.end(), is_in_path);
      at = static_cast<std::size_t>(end - text.begin());
      const std::string_view path = text.substr(static_cast<std::size_t>(begin - text.begin()),
                                                static_cast<std::size_t>(end - begin));
      if (!IsDottedPath(path)) continue;
      const auto byte = static_cast<std::uint32_t>(path.data() - draft_.bytes().data());
      draft_.AddReference(ReferenceRole::kType, PathAt(path, byte), call.scope, call.owner);
    }
  }
}

// shop[name](), shop[name].call(shop)
void ExtractionTexts::UseKeyedMember(const Frame& call, const Expression& callee) {
  NodeIndex at = FindChild(call.node, *call.rule, ChildRole::kOperand);
  ExpressionIndex element = kNoIndex;
  if (callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex && at != kNoIndex) {
    const std::string_view name = draft_.words().Text(callee.name);
    const bool runs = std::find(std::begin(kRunningMembers), std::end(kRunningMembers), name) !=
                      std::end(kRunningMembers);
    if (!runs) return;
    element = callee.operand;
    at = FindChild(at, rules_.RuleOf(node(at).symbol), ChildRole::kOperand);
  }
  const Expression& indexed = element == kNoIndex ? callee : draft_.expression(element);
  const bool is_element = indexed.kind == ExpressionKind::kIndex && indexed.count == 0;
  if (!is_element || at == kNoIndex || RoleOf(at) != Role::kIndex) return;
  const NodeIndex key = FindChild(at, rules_.RuleOf(node(at).symbol), ChildRole::kSecond);
  if (key == kNoIndex || IsAllDigits(TextOf(key))) return;
  const std::string pattern = PatternOf(TextOf(key));
  if (!pattern.empty()) return UseByName(call, indexed.operand, pattern, node(key).begin);
  std::string_view text;
  if (!IsWritten(key, text)) text = {};
  UseByName(call, indexed.operand, text, node(key).begin);
}

// shop["name"], shop[404]: the name; 0 if the key is computed or there is none.
Word ExtractionTexts::MemberKey(NodeIndex key) {
  if (key == kNoIndex) return 0;
  std::string_view text = TextOf(key);
  const bool is_quoted =
      text.size() > 2 && kQuotes.find(text[0]) != std::string_view::npos && text.back() == text[0];
  if (is_quoted) {
    text = text.substr(1, text.size() - 2);
  } else if (!IsAllDigits(text)) {
    const std::optional<std::string_view> constant = constants_.Find(text);
    if (!constant.has_value()) return 0;
    text = *constant;
  }
  const bool is_key = !text.empty() && text.size() <= kMaxNameBytes &&
                      text.find('\\') == std::string_view::npos &&
                      text.find("${") == std::string_view::npos;
  return is_key ? draft_.words().Intern(text) : Word{0};
}

// Shop["name"], Pick<Shop, "name" | "total">: the type whose members the keys name, for types of
// this form.
ExpressionIndex ExtractionTexts::HolderOfKeys(const Frame& type) const {
  if (!type.is_generic) return type.operand;
  const std::string_view name = draft_.words().Text(draft_.expression(type.operand).name);
  const bool picks = std::find(std::begin(kPickingTypes), std::end(kPickingTypes), name) !=
                     std::end(kPickingTypes);
  if (!picks || type.second == kNoIndex) return kNoIndex;
  const Expression& first = draft_.expression(type.second);
  return first.kind == ExpressionKind::kArguments ? first.operand : type.second;
}

void ExtractionTexts::UseKeys(const Frame& type, ExpressionIndex holder) {
  if (holder == kNoIndex) return;
  const bool is_named = draft_.expression(holder).kind == ExpressionKind::kName ||
                        draft_.expression(holder).kind == ExpressionKind::kMember;
  NodeIndex keys = node(type.node + 1).next;
  if (type.is_generic) keys = node(keys + 1).next;  // the second of its arguments
  if (keys >= type.end) return;
  NodeIndex inside = keys;  // up to there the keys may belong to another type
  for (NodeIndex at = keys; at < node(keys).next; ++at) {
    if (RoleOf(at) == Role::kIndex) inside = std::max(inside, node(at).next);
    const bool is_text = RoleOf(at) == Role::kLiteral && !IsAllDigits(TextOf(at));
    const Word key = is_text ? MemberKey(at) : Word{0};
    if (key == 0) continue;
    const std::uint32_t byte = node(at).begin;
    if (!is_named || at < inside) {
      UseByName(type, kNoIndex, draft_.words().Text(key), byte);
      continue;
    }
    const ExpressionIndex object = draft_.AddExpression({ExpressionKind::kNew, 0, 0, holder}, byte);
    const ExpressionIndex member =
        draft_.AddExpression({ExpressionKind::kMember, kOfAny, key, object}, byte);
    draft_.AddReference(ReferenceRole::kFieldAccess, member, type.scope, type.owner);
  }
}

void ExtractionTexts::UseByName(const Frame& frame, ExpressionIndex holder, std::string_view name,
                                std::uint32_t byte, MemberShape shape) {
  const Word member = draft_.words().Intern(name.empty() ? kAnyMember : name);
  const Reached reached{frame.owner, holder == kNoIndex ? Word{0} : draft_.expression(holder).name,
                        member};
  // Functions are left in order, so the entries of one owner are close together.
  constexpr std::size_t kLookedAt = 16;
  const std::size_t from = by_name_.size() - std::min(by_name_.size(), kLookedAt);
  const auto begin = by_name_.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::find(begin, by_name_.end(), reached) != by_name_.end()) return;
  by_name_.push_back(reached);
  const ExpressionIndex expression = draft_.AddExpression(
      {ExpressionKind::kMember, static_cast<std::uint8_t>(shape), member, holder}, byte);
  draft_.AddReference(ReferenceRole::kByName, expression, frame.scope, frame.owner);
}

}  // namespace waymark::indexer
