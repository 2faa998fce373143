#include "header_dialect.h"

#include <algorithm>
#include <iterator>

#include "c_tokens.h"

namespace waymark::indexer {

namespace {

// Words that only C++ has in this company: followed by a word, or by the character given.
struct TellingWord {
  std::string_view word;
  char next;  // 'w': any word
};

constexpr TellingWord kTellingWords[] = {
    {"class", 'w'},  {"namespace", 'w'}, {"namespace", '{'}, {"private", ':'}, {"protected", ':'},
    {"public", ':'}, {"template", '<'},  {"using", 'w'},     {"virtual", 'w'},
};

bool IsTelling(std::string_view word, const CToken& next, std::string_view bytes) {
  const char company = next.kind == CTokenKind::kWord    ? 'w'
                       : next.kind == CTokenKind::kOther ? bytes[next.begin]
                                                         : '\0';
  return std::any_of(
      std::begin(kTellingWords), std::end(kTellingWords),
      [&](const TellingWord& row) { return row.word == word && row.next == company; });
}

// #include <vector>: a system header without extension.
bool IncludesCppHeader(std::string_view directive) {
  const std::size_t open = directive.find('<');
  if (directive.find("include") == std::string_view::npos || open == std::string_view::npos) {
    return false;
  }
  const std::string_view name = directive.substr(open, directive.find('>', open) - open);
  return name.find('.') == std::string_view::npos;
}

// Depth of conditionals since `#ifdef __cplusplus`, whose contents every C header may have.
class CppOnly {
 public:
  void See(std::string_view directive) {
    directive.remove_prefix(1);
    directive.remove_prefix(std::min(directive.find_first_not_of(" \t"), directive.size()));
    if (directive.starts_with("if")) {
      // A comparison of versions is a question that only C++ asks.
      const bool names = directive.find("__cplusplus") != std::string_view::npos &&
                         directive.find_first_of("<>") == std::string_view::npos &&
                         !directive.starts_with("ifndef");
      if (depth_ > 0 || names) ++depth_;
    } else if (depth_ > 0 && directive.starts_with("endif")) {
      --depth_;
    } else if (depth_ == 1 && directive.starts_with("el")) {
      depth_ = 0;
    }
  }

  bool inside() const { return depth_ > 0; }

 private:
  int depth_ = 0;
};

}  // namespace

bool IsCppHeader(std::string_view bytes) {
  CTokens tokens(bytes);
  CppOnly cpp_only;
  CToken token = tokens.Next();
  while (token.kind != CTokenKind::kEnd) {
    const CToken next = tokens.Next();
    const std::string_view text = token.Text(bytes);
    if (token.kind == CTokenKind::kDirective) {
      cpp_only.See(text);
      if (!cpp_only.inside() && IncludesCppHeader(text)) return true;
    } else if (!cpp_only.inside()) {
      if (text == "::") return true;
      if (token.kind == CTokenKind::kWord && IsTelling(text, next, bytes)) return true;
    }
    token = next;
  }
  return false;
}

}  // namespace waymark::indexer
