#include "languages/go/go_unnamed.h"

#include <algorithm>

#include "syntax/rules.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxUnnamedBytes = 1024;  // of a name

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The text with one blank for each run of white space.
std::string OnOneLine(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!IsSpace(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  return line;
}

bool IsWrittenType(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return IsWordCharacter(c) || c == '.'; });
}

}  // namespace

std::string NameOfUnnamedGoType(const RuleTable& rules, const SyntaxTree& tree,
                                std::string_view bytes, NodeIndex type) {
  if (rules.RuleOf(tree.nodes[type].symbol).kind != SymbolKind::kInterface) return "";
  std::string name;
  for (NodeIndex i = type + 1; i < tree.nodes[type].next; i = tree.nodes[i].next) {
    const SyntaxNode& part = tree.nodes[i];
    const Role role = rules.RuleOf(part.symbol).role;
    if (role == Role::kComment) continue;
    const std::string_view text = bytes.substr(part.begin, part.end - part.begin);
    const bool is_method = role == Role::kDefinition;
    const bool has_comment = text.find("//") != text.npos || text.find("/*") != text.npos;
    if (has_comment || (!is_method && !IsWrittenType(text))) return "";
    name += name.empty() ? std::string(kUnnamedGoInterface) : ";";
    name += OnOneLine(text);
  }
  if (name.empty() || name.size() > kMaxUnnamedBytes) return "";
  return name + "}";
}

}  // namespace waymark::indexer
