#include "languages/c_family/header_dialect.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "syntax/c_tokens.h"

namespace waymark::indexer {

namespace {

// Words that only C++ has before a word, or before the given character.
struct TellingWord {
  std::string_view word;
  char next;  // 'w': any word
};

constexpr TellingWord kTellingWords[] = {
    {"class", 'w'},     {"namespace", 'w'}, {"namespace", '{'}, {"private", ':'},
    {"protected", ':'}, {"public", ':'},    {"template", '<'},  {"using", 'w'},
    {"virtual", 'w'},   {"explicit", 'w'},  {"friend", 'w'},
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

// Tracks the depth of conditionals since `#ifdef __cplusplus`, whose content any C header may have.
class CppOnly {
 public:
  // Takes the result of BehindHash for a directive.
  void See(std::string_view directive) {
    if (directive.starts_with("if")) {
      // Only C++ compares the version.
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

bool Is(const CToken& token, std::string_view bytes, char character) {
  return token.kind == CTokenKind::kOther && bytes[token.begin] == character;
}

// Finds member functions of structs and unions, which C does not have.
class MemberFunctions {
 public:
  explicit MemberFunctions(std::string_view bytes) : bytes_(bytes) {}

  // Takes the result of BehindHash for a directive. Branches may have unbalanced braces, so after a
  // branch that begins within braces nothing more is found.
  void SeeDirective(std::string_view directive) {
    if (directive.starts_with("el") && !is_struct_.empty()) is_lost_ = true;
  }

  // Whether `token`, which `next` follows, names a member function. Must be called once per token.
  bool See(const CToken& token, const CToken& next) {
    const CToken first = std::exchange(first_, before_);
    const CToken before = std::exchange(before_, token);
    const std::string_view text = token.Text(bytes_);
    if (text == "struct" || text == "union") {
      begins_struct_ = true;
    } else if (text == "{") {
      is_struct_.push_back(std::exchange(begins_struct_, false));
    } else if (text == "}" && !is_struct_.empty()) {
      is_struct_.pop_back();
    } else if (token.kind == CTokenKind::kOther && text != ":" && text != "<" && text != ">") {
      begins_struct_ = false;
    }
    const bool is_member = !is_lost_ && !is_struct_.empty() && is_struct_.back();
    // `int size aligned(8)` is a member with a type and a name.
    const bool is_named = first.kind == CTokenKind::kWord && before.kind == CTokenKind::kWord &&
                          !BeginsType(first.Text(bytes_));
    const bool has_type =
        (before.kind == CTokenKind::kWord && !is_named) || Is(before, bytes_, '*');
    return is_member && has_type && MayBeName(token) && Is(next, bytes_, '(') && Ends(next);
  }

 private:
  // Words that further words of the same type follow.
  static bool BeginsType(std::string_view word) {
    static constexpr std::string_view kBeginnings[] = {
        "const",  "constexpr", "enum",   "extern", "inline",   "long",     "short",
        "signed", "static",    "struct", "union",  "unsigned", "volatile", "mutable"};
    return std::find(std::begin(kBeginnings), std::end(kBeginnings), word) != std::end(kBeginnings);
  }

  // Macros after a member, as for alignment, have other names.
  bool MayBeName(const CToken& token) const {
    const std::string_view text = token.Text(bytes_);
    return token.kind == CTokenKind::kWord && text[0] != '_' &&
           std::any_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  }

  // Whether a function head ends after the brackets; after those of a function pointer its
  // parameters follow.
  bool Ends(const CToken& open) const {
    CTokens tokens(bytes_, open.end);
    int depth = 1;
    for (int seen = 0; depth > 0 && seen < kMaxParameterTokens; ++seen) {
      const CToken token = tokens.Next();
      if (token.kind == CTokenKind::kEnd) return false;
      depth += Is(token, bytes_, '(') ? 1 : Is(token, bytes_, ')') ? -1 : 0;
    }
    const CToken behind = tokens.Next();
    return depth == 0 &&
           (Is(behind, bytes_, ';') || Is(behind, bytes_, '{') || behind.Text(bytes_) == "const");
  }

  static constexpr int kMaxParameterTokens = 64;

  std::string_view bytes_;
  CToken first_;  // before the last one
  CToken before_;
  bool is_lost_ = false;
  bool begins_struct_ = false;
  std::vector<bool> is_struct_;  // one per open pair of braces
};

}  // namespace

bool IsCppHeader(std::string_view bytes) {
  CTokens tokens(bytes);
  CppOnly cpp_only;
  MemberFunctions functions(bytes);
  CToken token = tokens.Next();
  while (token.kind != CTokenKind::kEnd) {
    const CToken next = tokens.Next();
    const std::string_view text = token.Text(bytes);
    if (token.kind == CTokenKind::kDirective) {
      const std::string_view said = BehindHash(text);
      cpp_only.See(said);
      functions.SeeDirective(said);
      if (!cpp_only.inside() && IncludesCppHeader(text)) return true;
    } else if (!cpp_only.inside()) {
      if (text == "::" || functions.See(token, next)) return true;
      if (token.kind == CTokenKind::kWord && IsTelling(text, next, bytes)) return true;
    }
    token = next;
  }
  return false;
}

}  // namespace waymark::indexer
