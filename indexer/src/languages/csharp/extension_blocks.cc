#include "languages/csharp/extension_blocks.h"

#include <algorithm>

#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kWord = "extension";
// As long as the word. The name is a letter of two bytes.
constexpr std::string_view kRecord = "record \xC7\x82";
static_assert(kRecord.size() == kWord.size());
constexpr std::size_t kMaxReceiverBytes = 4096;  // from the word of a block to its brace

std::size_t SkipSpaces(std::string_view text, std::size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

// The position behind the bracket that closes the one at `at`; npos if there is none.
std::size_t BehindBrackets(std::string_view text, std::size_t at, char open, char close) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == open) ++depth;
    if (text[at] == close && --depth == 0) return at + 1;
    if (text[at] == ';' || text[at] == '{') return std::string_view::npos;
  }
  return std::string_view::npos;
}

struct Receiver {
  std::size_t begin = 0;  // of its parentheses
  std::size_t end = 0;
  bool is_named = false;
};

// The receiver of a block whose word ends at `at`; its end is 0 if no block begins there.
Receiver ReceiverAt(std::string_view text, std::size_t at) {
  at = SkipSpaces(text, at);
  if (at < text.size() && text[at] == '<') {
    at = BehindBrackets(text, at, '<', '>');
    if (at == std::string_view::npos) return {};
    at = SkipSpaces(text, at);
  }
  if (at >= text.size() || text[at] != '(') return {};
  const std::size_t end = BehindBrackets(text, at, '(', ')');
  if (end == std::string_view::npos) return {};
  const std::size_t next = SkipSpaces(text, end);
  const bool is_block =
      next < text.size() && (text[next] == '{' || text.substr(next).starts_with("where"));
  if (!is_block) return {};
  Receiver receiver{at, end, false};
  // A type alone has no word behind its name and arguments.
  const std::string_view inside = text.substr(at + 1, end - at - 2);
  const std::size_t last = inside.find_last_not_of(" \t\r\n");
  std::size_t word = last;
  while (word != std::string_view::npos && word < inside.size() && IsWordCharacter(inside[word])) {
    --word;
  }
  receiver.is_named = last != std::string_view::npos && word < last && IsSpace(inside[word]);
  return receiver;
}

// Whether a member may begin behind the text.
bool MayBeginMember(std::string_view before) {
  const std::size_t last = before.find_last_not_of(" \t\r\n");
  if (last == std::string_view::npos) return false;
  return std::string_view("{};]").find(before[last]) != std::string_view::npos ||
         before.substr(before.rfind('\n') + 1).find_first_not_of(" \t") == std::string_view::npos;
}

}  // namespace

std::string_view MaskExtensionBlocks(std::string_view bytes, std::string& buffer) {
  std::string masked;
  for (std::size_t at = bytes.find(kWord); at != std::string_view::npos;
       at = bytes.find(kWord, at + 1)) {
    const std::size_t behind = at + kWord.size();
    if (at == 0 || IsWordCharacter(bytes[at - 1])) continue;
    if (!MayBeginMember(bytes.substr(0, at))) continue;
    const Receiver receiver = ReceiverAt(bytes.substr(0, behind + kMaxReceiverBytes), behind);
    if (receiver.end == 0) continue;
    if (masked.empty()) masked = bytes;
    masked.replace(at, kRecord.size(), kRecord);
    if (receiver.is_named) continue;
    masked[receiver.begin] = ':';  // a base, since a parameter needs a name
    masked[receiver.end - 1] = ' ';
  }
  if (masked.empty()) return bytes;
  buffer = std::move(masked);
  return buffer;
}

absl::Status MarkExtensionBlocks(Parser&, const RuleTable& rules, std::string&,
                                 std::string_view& parsed, SyntaxTree& tree) {
  if (parsed.find(kRecord) == std::string_view::npos) return absl::OkStatus();
  SymbolNumber block = 0;
  while (block < rules.kept().size() && rules.RuleOf(block).role != Role::kReceiverBlock) ++block;
  for (SyntaxNode& node : tree.nodes) {
    const bool is_block = parsed.substr(node.begin).starts_with(kRecord) &&
                          rules.RuleOf(node.symbol).role == Role::kDefinition;
    if (is_block) node.symbol = block;
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
