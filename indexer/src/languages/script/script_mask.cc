#include "languages/script/script_mask.h"

#include <algorithm>
#include <vector>

#include "text/characters.h"
#include "text/masked_text.h"

namespace waymark::indexer {

namespace {

constexpr std::string_view kTemplateNode = "template_string";
constexpr std::string_view kTypeExport = "export type *";
constexpr std::size_t kTypeBegin = 7;  // position of `type` in it
constexpr std::size_t kTypeSize = 4;
constexpr std::string_view kUsing = "using ";
constexpr std::string_view kConstWord = "const";  // as long as the word `using`
constexpr std::string_view kAwait = "await";
constexpr int kMaxCommentLines = 64;  // between two members
constexpr std::size_t kMaxPasses = 4;

// The last line before `end`, the beginning of a line, that is neither empty nor a comment.
std::string_view CodeLineBefore(std::string_view bytes, std::size_t end) {
  for (int i = 0; i < kMaxCommentLines && end > 0; ++i) {
    const std::size_t newline = end - 1;
    const std::size_t last = newline == 0 ? std::string_view::npos : bytes.rfind('\n', newline - 1);
    const std::size_t begin = last == std::string_view::npos ? 0 : last + 1;
    std::string_view line = TrimmedLine(bytes.substr(begin, newline - begin));
    const bool is_comment = line.starts_with("//") || line.starts_with('*') ||
                            line.starts_with("/*") || line.ends_with("*/");
    if (!line.empty() && !is_comment) {
      return TrimmedLine(line.substr(0, line.find(" //")));
    }
    end = begin;
  }
  return {};
}

// Whether a member of a type can end with this line.
bool EndsMember(std::string_view line) {
  if (line.empty() || line.ends_with("=>")) return false;
  const char last = line.back();
  return IsWordCharacterOrDollar(last) || last == '>' || last == ')' || last == ']' ||
         last == '}' || last == '\'' || last == '"' || last == '`';
}

// Whether parameters follow the type parameter list at `begin`. Charges the bytes read to `budget`,
// so that no file costs more than a few passes.
bool BeginsSignature(std::string_view bytes, std::size_t begin, std::size_t& budget) {
  const std::size_t limit =
      std::min({bytes.size(), begin + kMaxTypeParameterBytes, begin + budget});
  int depth = 0;
  for (std::size_t i = begin; i < limit; ++i, --budget) {
    if (bytes[i] == '<') ++depth;
    if (bytes[i] != '>' || bytes[i - 1] == '=') continue;
    if (--depth > 0) continue;
    std::size_t next = i + 1;
    while (next < bytes.size() && (IsLineBlank(bytes[next]) || bytes[next] == '\n')) ++next;
    return next < bytes.size() && bytes[next] == '(';
  }
  return false;
}

// Whether the text before `end`, after a '>', is a list of type arguments directly after a name.
bool EndsTypeArguments(std::string_view bytes, std::size_t end) {
  const std::size_t limit = end - std::min(end, kMaxTypeParameterBytes);
  int depth = 0;
  for (std::size_t i = end; i-- > limit + 1;) {
    if (bytes[i] == '>' && bytes[i - 1] != '=') ++depth;
    if (bytes[i] == '>' && bytes[i - 1] == '=' && i + 1 == end) return false;
    if (bytes[i] == '<' && --depth == 0) {
      const char before = bytes[i - 1];
      return IsWordCharacterOrDollar(before) || before == ')' || before == ']';
    }
  }
  return false;
}

// Whether a name and what follows the name in a declaration begin there: `name =`, `name:`, `name
// of`.
bool BeginsDeclared(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::size_t end = begin;
  while (end < text.size() && IsWordCharacterOrDollar(text[end])) ++end;
  const std::size_t next = text.find_first_not_of(" \t", end);
  if (end == begin || next == std::string_view::npos) return false;
  const std::string_view behind = text.substr(next);
  const bool is_value = behind[0] == '=' && !behind.starts_with("==") && !behind.starts_with("=>");
  return is_value || behind[0] == ':' || (next > end && behind.starts_with("of "));
}

// `using file = open()` and `await using file = open()` are declarations of constants.
void MaskUsing(std::string_view bytes, MaskedText& mask) {
  for (std::size_t at = bytes.find(kUsing); at != std::string_view::npos;
       at = bytes.find(kUsing, at + kUsing.size())) {
    if (!BeginsDeclared(bytes.substr(at + kUsing.size()))) continue;
    std::size_t before = at;
    while (before > 0 && IsLineBlank(bytes[before - 1])) --before;
    const bool awaits = before < at && bytes.substr(0, before).ends_with(kAwait);
    if (awaits) before -= kAwait.size();
    const std::size_t word = before;
    while (before > 0 && IsLineBlank(bytes[before - 1])) --before;
    const bool begins =
        before == 0 || std::string_view("\n;{}(").find(bytes[before - 1]) != std::string_view::npos;
    if (!begins) continue;
    if (awaits) mask.Put(word, kAwait.size(), ' ');
    for (std::size_t i = 0; i < kConstWord.size(); ++i) mask.Put(at + i, 1, kConstWord[i]);
  }
}

bool IsPlain(char c) {
  return c != '`' && c != '$' && c != '\\' && static_cast<unsigned char>(c) < 0x80;
}

}  // namespace

std::string_view MaskDeclarations(std::string_view bytes, std::string& buffer) {
  MaskedText mask(bytes, buffer);
  MaskUsing(bytes, mask);
  return mask.text();
}

std::string_view MaskScript(std::string_view bytes, std::string& buffer) {
  MaskedText mask(bytes, buffer);
  MaskUsing(bytes, mask);
  std::size_t budget = kMaxPasses * bytes.size();
  for (std::size_t at = bytes.find(kTypeExport); at != std::string_view::npos;
       at = bytes.find(kTypeExport, at + kTypeExport.size())) {
    mask.Put(at + kTypeBegin, kTypeSize, ' ');
  }
  for (std::size_t at = bytes.find('<'); at != std::string_view::npos;
       at = bytes.find('<', at + 1)) {
    std::size_t line = at;
    while (line > 0 && IsLineBlank(bytes[line - 1])) --line;
    if (line == at || line == 0 || bytes[line - 1] != '\n') continue;
    if (!EndsMember(CodeLineBefore(bytes, line)) || !BeginsSignature(bytes, at, budget)) continue;
    mask.Put(at - 1, 1, ';');
  }
  return mask.text();
}

absl::Status ReadTagged(Parser& parser, const RuleTable& rules, std::string& buffer,
                        std::string_view& bytes, SyntaxTree& tree) {
  if (bytes.find(">`") == std::string_view::npos) return absl::OkStatus();
  std::vector<std::size_t> templates;
  for (const SyntaxNode& node : tree.nodes) {
    const std::size_t at = node.begin;
    const bool is_template = at > 1 && at + 1 < node.end && bytes[at] == '`' &&
                             bytes[at - 1] == '>' &&
                             rules.RuleOf(node.symbol).node == kTemplateNode;
    if (!is_template || !IsPlain(bytes[at + 1]) || !EndsTypeArguments(bytes, at)) continue;
    templates.push_back(at);
  }
  if (templates.empty()) return absl::OkStatus();
  if (buffer.data() != bytes.data()) buffer.assign(bytes);
  for (const std::size_t at : templates) {
    buffer[at] = '!';
    buffer[at + 1] = '`';
  }
  bytes = buffer;
  return parser.Parse(rules.grammar(), bytes, rules.kept(), tree);
}

}  // namespace waymark::indexer
