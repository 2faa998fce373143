// Members that are reached by their names as texts. A text that is not written where it is handed
// over may be the name of any member.
#include <algorithm>

#include "characters.h"
#include "extraction_texts.h"
#include "graph/any_member.h"

namespace waymark::indexer {
namespace {

// That run the function they are a member of.
constexpr std::string_view kRunningMembers[] = {"call", "apply", "bind"};

// Types of TypeScript that are given a type and names of its members.
constexpr std::string_view kPickingTypes[] = {"Omit", "Pick"};

bool IsNameByte(char c) {
  return IsWordCharacter(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

bool IsNumber(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// One of those without a name, as far as they are known.
ExpressionIndex ArgumentAt(const FactsDraft& draft, ExpressionIndex arguments, int place) {
  for (ExpressionIndex at = arguments; at != kNoIndex; at = draft.expression(at).second) {
    const Expression& argument = draft.expression(at);
    if (argument.kind != ExpressionKind::kArguments || argument.count != kOneElement) break;
    if (place-- == 0) return argument.operand;
  }
  return kNoIndex;
}

}  // namespace

// Whether the text is known; that of a path is its last component.
bool ExtractionTexts::IsWritten(NodeIndex argument, std::string_view& text) {
  text = TextOf(argument);
  constexpr std::string_view kQuotes = "\"'`";
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

void ExtractionTexts::ReachByCall(const Frame& call, std::string_view function,
                                  const Expression& callee) {
  ReachByText(call, function);
  if (language().has_keyed_members) ReachByKey(call, callee);
}

void ExtractionTexts::ReachByText(const Frame& call, std::string_view function) {
  const auto& readers = language().text_readers;
  const auto reader =
      std::find_if(readers.begin(), readers.end(),
                   [function](const TextReader& known) { return known.name == function; });
  if (reader == readers.end()) return;
  const std::vector<NodeIndex> given = ArgumentsOf(call.node);
  const std::uint32_t byte = node(call.node).begin;
  if (reader->text == kNoText) {
    if (given.size() != (reader->holder == kNoHolder ? 0U : 1U)) return;  // another of that name
    const MemberShape shape = reader->is_of_file ? kOfOwnFile : kOfAny;
    return Reach(call, ArgumentAt(draft_, call.second, reader->holder), {}, byte, shape);
  }
  if (static_cast<std::size_t>(reader->text) >= given.size()) return;
  const NodeIndex argument = given[static_cast<std::size_t>(reader->text)];
  std::string_view text;
  if (!IsWritten(argument, text)) {
    text = {};
  } else if (text.empty() || !std::all_of(text.begin(), text.end(), IsNameByte)) {
    return;
  }
  Reach(call, ArgumentAt(draft_, call.second, reader->holder), text, node(argument).begin);
}

// shop[name](), shop[name].call(shop)
void ExtractionTexts::ReachByKey(const Frame& call, const Expression& callee) {
  NodeIndex at = FindChild(call.node, *call.rule, Part::kOperand);
  ExpressionIndex element = kNoIndex;
  if (callee.kind == ExpressionKind::kMember && callee.operand != kNoIndex && at != kNoIndex) {
    const std::string_view name = draft_.words().Text(callee.name);
    const bool runs = std::find(std::begin(kRunningMembers), std::end(kRunningMembers), name) !=
                      std::end(kRunningMembers);
    if (!runs) return;
    element = callee.operand;
    at = FindChild(at, rules_.RuleOf(node(at).symbol), Part::kOperand);
  }
  const Expression& indexed = element == kNoIndex ? callee : draft_.expression(element);
  const bool is_element = indexed.kind == ExpressionKind::kIndex && indexed.count == 0;
  if (!is_element || at == kNoIndex || RoleOf(at) != Role::kIndex) return;
  const NodeIndex key = FindChild(at, rules_.RuleOf(node(at).symbol), Part::kSecond);
  if (key == kNoIndex || IsNumber(TextOf(key))) return;
  std::string_view text;
  if (!IsWritten(key, text)) text = {};
  Reach(call, indexed.operand, text, node(key).begin);
}

// shop["name"]: the name; 0 where the key is written elsewhere or is none.
Word ExtractionTexts::MemberKey(NodeIndex key) {
  std::string_view text;
  if (key == kNoIndex || !IsWritten(key, text)) return 0;
  const bool is_name = std::all_of(text.begin(), text.end(), IsNameByte) && !IsNumber(text);
  return text.empty() || !is_name ? Word{0} : draft_.words().Intern(text);
}

// Shop["name"], Pick<Shop, "name" | "total">: the type whose members the keys name, if it is one of
// these.
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
  NodeIndex inside = keys;  // up to there, of another type
  for (NodeIndex at = keys; at < node(keys).next; ++at) {
    if (RoleOf(at) == Role::kIndex) inside = std::max(inside, node(at).next);
    const Word key = RoleOf(at) == Role::kLiteral ? MemberKey(at) : Word{0};
    if (key == 0) continue;
    const std::uint32_t byte = node(at).begin;
    if (!is_named || at < inside) {
      Reach(type, kNoIndex, draft_.words().Text(key), byte);
      continue;
    }
    const ExpressionIndex object = draft_.AddExpression({ExpressionKind::kNew, 0, 0, holder}, byte);
    const ExpressionIndex member =
        draft_.AddExpression({ExpressionKind::kMember, kOfAny, key, object}, byte);
    draft_.AddReference(ReferenceRole::kFieldAccess, member, type.scope, type.owner);
  }
}

void ExtractionTexts::Reach(const Frame& frame, ExpressionIndex holder, std::string_view name,
                            std::uint32_t byte, MemberShape shape) {
  const Word member = draft_.words().Intern(name.empty() ? kAnyMember : name);
  const Reached reached{frame.owner, holder == kNoIndex ? Word{0} : draft_.expression(holder).name,
                        member};
  // Functions are left in order: those of one owner lie close together.
  constexpr std::size_t kLookedAt = 16;
  const std::size_t from = reached_.size() - std::min(reached_.size(), kLookedAt);
  const auto begin = reached_.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::find(begin, reached_.end(), reached) != reached_.end()) return;
  reached_.push_back(reached);
  const ExpressionIndex expression = draft_.AddExpression(
      {ExpressionKind::kMember, static_cast<std::uint8_t>(shape), member, holder}, byte);
  draft_.AddReference(ReferenceRole::kReached, expression, frame.scope, frame.owner);
}

}  // namespace waymark::indexer
