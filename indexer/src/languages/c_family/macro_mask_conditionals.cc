// Preprocessor directives: branches that are not whole statements, and the text of macros of
// several lines.
#include <algorithm>
#include <utility>

#include "languages/c_family/macro_masker.h"

namespace waymark::indexer {

// The grammar ends a macro's text at a comment, even if continued lines follow it, and at a line
// that only a comment continues.
void Masker::MaskComments(const CToken& directive) {
  for (std::uint32_t at = directive.begin; at < directive.end;) {
    const auto end = static_cast<std::uint32_t>(EndOfPiece(bytes_, at));
    if (bytes_.substr(at, 2) == "/*") {
      Mask(at, end);
      for (std::uint32_t i = at + 2; i < end; ++i) {
        if (bytes_[i] == '\n') buffer_[i - 1] = '\\';
      }
    }
    at = end;
  }
}

// Whether `else` follows directives: its `if` stands before them.
static bool IsBeforeElse(std::string_view bytes, CTokens ahead) {
  constexpr int kMaxDirectives = 4;
  CToken next = ahead.Next();
  for (int i = 0; i < kMaxDirectives && next.kind == CTokenKind::kDirective; ++i) {
    next = ahead.Next();
  }
  return next.Text(bytes) == "else";
}

void Masker::SeeDirective(const CToken& token) {
  std::string_view text = Text(token);
  if (text.find('\n') != std::string_view::npos) MaskComments(token);
  text.remove_prefix(1);
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (text.find_first_not_of(kBlanks) == text.npos) Mask(token.begin, token.begin + 1);
  if (text.starts_with("if") || text.starts_with("elif")) MaskConditionArguments(token);
  if (text.starts_with("if")) {
    Conditional& conditional = conditionals_.emplace_back();
    conditional.directives.push_back(token);
    conditional.depth = braces_.size();
    conditional.head = head_;
    conditional.is_whole = IsBetweenStatements() && !IsBeforeElse(bytes_, tokens_);
    conditional.is_cplusplus =
        text.find("__cplusplus") != std::string_view::npos && !text.starts_with("ifndef");
    return;
  }
  // The grammar does not support macros among enumerators.
  const bool is_definition = text.starts_with("define") || text.starts_with("undef");
  if (is_definition && braces_.back() == Braces::kEnumerators) Mask(token.begin, token.end);
  if (conditionals_.empty()) return;
  if (text.starts_with("el")) {
    CloseBranch(conditionals_.back());
    conditionals_.back().directives.push_back(token);
  } else if (text.starts_with("endif")) {
    Conditional conditional = std::move(conditionals_.back());
    conditionals_.pop_back();
    CloseConditional(conditional, token);
  }
}

// Macros may stand for whole statements, and lists may be split after each comma.
bool Masker::IsBetweenStatements() const {
  if (head_.count == 0) return !head_.is_template;
  const std::string_view last = Text(head_.last);
  if (braces_.back() == Braces::kEnumerators) return last == ",";
  if (braces_.back() == Braces::kCode && last == ":") return true;
  if (last == ")") return IsMacroName(Text(head_.first));
  return head_.last.kind == CTokenKind::kWord && IsMacroName(last);
}

// Each branch begins in the same state as the first.
void Masker::CloseBranch(Conditional& conditional) {
  conditional.is_whole &= braces_.size() == conditional.depth && IsBetweenStatements();
  SetDepth(conditional.depth);
  head_ = conditional.head;
}

// #if 0, if it is not whole: what follows may be no code at all. #ifdef __OBJC__: it is
// Objective-C. The alternative is kept, if there is one.
bool Masker::MaskDead(const Conditional& conditional, bool is_whole, const CToken& end) {
  constexpr std::string_view kObjectiveC = "__OBJC__";
  const std::vector<CToken>& directives = conditional.directives;
  const std::string_view condition = BehindHash(Text(directives[0]));
  const bool is_other = condition.find(kObjectiveC) != condition.npos &&
                        condition.find('!') == condition.npos && !condition.starts_with("ifndef");
  if (!is_other && (is_whole || !condition.starts_with("if 0"))) return false;
  const bool has_alternative = directives.size() > 1;
  Mask(directives[0].begin, has_alternative ? directives[1].end : end.end);
  if (has_alternative) Mask(directives.size() > 2 ? directives[2].begin : end.begin, end.end);
  if (!has_alternative) {
    SetDepth(conditional.depth);
    head_ = conditional.head;
  }
  return true;
}

// If the branches are not whole statements, the first one is kept as if there were no #if.
void Masker::CloseConditional(const Conditional& conditional, const CToken& end) {
  if (conditional.is_cplusplus) MaskExternC(conditional, end);
  const bool ends_whole = braces_.size() == conditional.depth && IsBetweenStatements() &&
                          !IsBeforeElse(bytes_, tokens_);
  const bool is_whole = conditional.is_whole && ends_whole;
  if (MaskDead(conditional, is_whole, end) || is_whole) return;
  Mask(conditional.directives[0].begin, conditional.directives[0].end);
  const bool has_branches = conditional.directives.size() > 1;
  Mask(has_branches ? conditional.directives[1].begin : end.begin, end.end);
}

// extern "C" { and its closing brace, each in its own #ifdef: masked together with the directives.
void Masker::MaskExternC(const Conditional& conditional, const CToken& end) {
  const CToken& first = conditional.directives[0];
  CTokens inside(bytes_, first.end);
  CToken token = inside.Next();
  if (Text(token) == "extern") token = inside.Next();
  const std::string_view text = Text(token);
  if (text != "{" && text != "}") return;
  const CToken last = inside.Next();
  if (last.kind != CTokenKind::kDirective) return;
  Mask(first.end, last.begin);
  if (last.begin == end.begin) SetDepth(conditional.depth);
}

}  // namespace waymark::indexer
