// Changes of C and C++ source that may remove a syntax error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "syntax/c_tokens.h"
#include "syntax/syntax_repair.h"

namespace waymark::indexer {

// A text as tokens.
class CSourceTokens {
 protected:
  std::size_t TokenBehind(std::uint32_t byte) const;
  std::size_t OpenAround(std::size_t at) const;
  std::size_t CloseOf(std::size_t open) const;
  std::size_t BeginOfStatement(std::size_t at) const;
  bool BeginsStatement(std::size_t at) const;
  bool HasLiteralBehind(std::size_t at) const;
  bool HasStringBehind(std::size_t at) const;
  bool IsPlainWord(std::size_t at) const;
  std::size_t EndOfUse(std::size_t name) const;

  std::string_view TextAt(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].Text(text_) : std::string_view();
  }

  bool IsWord(std::size_t at) const {
    return at < tokens_.size() && tokens_[at].kind == CTokenKind::kWord;
  }

  bool IsDirective(std::size_t at) const {
    return at < tokens_.size() && tokens_[at].kind == CTokenKind::kDirective;
  }

  void Blank(std::size_t first, std::size_t last, TextChange& change) const {
    change.Blank(text_, tokens_[first].begin, tokens_[last].end);
  }

  TextChange Blanked(std::size_t first, std::size_t last) const {
    TextChange change;
    Blank(first, last, change);
    return change;
  }

  template <typename Fits>
  bool HasBehind(std::size_t at, const Fits& fits) const;

  static constexpr std::size_t kMaxTokensBack = 96;
  static constexpr std::size_t kMaxTokensAhead = 512;

  std::string_view text_;
  std::vector<CToken> tokens_;
};

class CAdvisor : public RepairAdvisor, private CSourceTokens {
 public:
  explicit CAdvisor(bool is_cpp) : is_cpp_(is_cpp) {}

  void Read(std::string_view text) override;
  void Propose(const SyntaxError& error, std::vector<TextChange>& changes) const override;
  bool MayBeMissing(const SyntaxError& error) const override;

 private:
  // An #if with its alternatives and its end, as indices of tokens.
  using Conditional = std::vector<std::size_t>;
  using Changes = std::vector<TextChange>;

  enum class ArgumentKind : std::uint8_t { kValue, kType, kOperator, kEmpty };

  void ReadDirectives();
  bool MayBeMacro(std::size_t at) const;
  std::size_t CountBareUses(std::size_t name) const;
  bool IsAlwaysBare(std::size_t name) const;
  bool IsOldStyleHead(std::size_t close) const;
  bool IsAtFileLevel(std::size_t name, std::size_t close) const;

  // Parts of macros, advice_arguments.cc.
  ArgumentKind KindOfArgument(std::size_t first, std::size_t end) const;
  void BlankType(std::size_t first, std::size_t end, TextChange& change) const;
  void ProposeArguments(std::size_t at, Changes& changes) const;
  bool HoldsStatement(std::size_t open, std::size_t close) const;
  void ProposeAround(std::size_t at, Changes& changes) const;

  // Whole macros, advice_macros.cc.
  void ProposeBesideString(std::size_t at, Changes& changes) const;
  void ProposeStatement(std::size_t at, Changes& changes) const;
  void ProposeUse(std::size_t at, std::size_t close, Changes& changes) const;
  void ProposeMacro(std::size_t at, Changes& changes) const;
  void ProposeMacros(std::size_t at, std::size_t end, Changes& changes) const;
  void ProposeLabel(std::size_t at, Changes& changes) const;
  void ProposeAttribute(std::size_t at, Changes& changes) const;

  // Directives, advice_branches.cc.
  bool IsOnlyDirectives(const Conditional& conditional) const;
  void KeepBranch(const Conditional& conditional, std::size_t kept, TextChange& change) const;
  void ProposeConditional(const Conditional& conditional, Changes& changes) const;
  void ProposeBranches(std::size_t first, std::size_t last, Changes& changes) const;
  bool IsWithinStatement(std::size_t directive) const;
  void ProposeDefinition(std::size_t directive, Changes& changes) const;
  void ProposeDirectives(std::size_t first, std::size_t last, Changes& changes) const;

  // Parts of C++ that its grammar lacks, advice_grammar.cc.
  void ReplaceToken(std::size_t at, TextChange& change) const;
  void ReplaceWord(std::size_t at, TextChange& change) const;
  void NameOperator(std::size_t at, TextChange& change) const;
  void ProposeInstantiation(std::size_t at, Changes& changes) const;
  void ProposeForGrammar(std::size_t at, Changes& changes) const;

  static constexpr std::size_t kTokensBefore = 8;  // an error that may have led to it
  static constexpr std::size_t kTokensBehind = 8;

  const bool is_cpp_;
  std::vector<Conditional> conditionals_;
  std::set<std::string_view> defined_;             // macros of this text
  mutable std::map<std::string_view, bool> bare_;  // by name: IsAlwaysBare
};

}  // namespace waymark::indexer
