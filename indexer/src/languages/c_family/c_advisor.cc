#include "languages/c_family/c_advisor.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "languages/c_family/macro_masker.h"
#include "languages/c_family/reserved_words.h"
#include "languages/c_family/syntax_advisor.h"
#include "syntax/macro_use.h"
#include "syntax/rule_table.h"
#include "syntax/syntax.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::string_view kDefineWord = "define";
constexpr std::string_view kAttributeMacros[] = {"__attribute", "__attribute__", "__declspec"};
constexpr int kMaxLevels = 3;  // of parentheses around an error

}  // namespace

void CAdvisor::Read(std::string_view text) {
  text_ = text;
  tokens_.clear();
  CTokens source(text);
  for (CToken token = source.Next(); token.kind != CTokenKind::kEnd; token = source.Next()) {
    tokens_.push_back(token);
  }
  ReadDirectives();
}

void CAdvisor::ReadDirectives() {
  conditionals_.clear();
  defined_.clear();
  bare_.clear();
  std::vector<Conditional> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if (!IsDirective(i)) continue;
    std::string_view said = BehindHash(TextAt(i));
    if (said.starts_with(kDefineWord)) {
      said.remove_prefix(std::min(said.find_first_not_of(" \t", kDefineWord.size()), said.size()));
      const auto end = std::find_if_not(said.begin(), said.end(), IsWordCharacter);
      defined_.insert(said.substr(0, static_cast<std::size_t>(end - said.begin())));
    }
    if (said.starts_with("if")) {
      open.emplace_back();
    } else if (open.empty() || !(said.starts_with("el") || said.starts_with("endif"))) {
      continue;
    }
    open.back().push_back(i);
    if (!said.starts_with("endif")) continue;
    conditionals_.push_back(std::move(open.back()));
    open.pop_back();
  }
}

// The first token that ends after the byte.
std::size_t CSourceTokens::TokenBehind(std::uint32_t byte) const {
  const auto found = std::partition_point(
      tokens_.begin(), tokens_.end(), [byte](const CToken& token) { return token.end <= byte; });
  return static_cast<std::size_t>(found - tokens_.begin());
}

// The parenthesis that is open at the token, 0 if it is too far.
std::size_t CSourceTokens::OpenAround(std::size_t at) const {
  int depth = 0;
  std::size_t open = std::min(at, tokens_.size() - 1);
  for (std::size_t seen = 0; seen < kMaxTokensBack; ++seen, --open) {
    const std::string_view text = TextAt(open);
    if (text == "(" && depth-- == 0) return open;
    if (text == ")" && open != at) ++depth;
    if (open == 0) return 0;
  }
  return 0;
}

// The parenthesis that closes the one at `open`, 0 if it is too far.
std::size_t CSourceTokens::CloseOf(std::size_t open) const {
  int depth = 0;
  const std::size_t end = std::min(tokens_.size(), open + kMaxTokensAhead);
  for (std::size_t i = open; i < end; ++i) {
    const std::string_view text = TextAt(i);
    if (text == "(") ++depth;
    if (text == ")" && --depth == 0) return i;
  }
  return 0;
}

bool CSourceTokens::BeginsStatement(std::size_t at) const {
  if (at == 0) return true;
  const std::string_view before = TextAt(at - 1);
  return IsDirective(at - 1) || before == ";" || before == "{" || before == "}" || before == ")" ||
         before == ":" || before == "else" || before == "do";
}

std::size_t CSourceTokens::BeginOfStatement(std::size_t at) const {
  std::size_t begin = std::min(at, tokens_.size());
  for (std::size_t seen = 0; begin > 0 && seen < kMaxTokensBack; ++seen, --begin) {
    const std::string_view before = TextAt(begin - 1);
    if (IsDirective(begin - 1) || before == ";" || before == "{" || before == "}") break;
  }
  return begin;
}

// Whether a character that fits stands between the token and the next one.
template <typename Fits>
bool CSourceTokens::HasBehind(std::size_t at, const Fits& fits) const {
  if (at >= tokens_.size()) return false;
  const std::size_t end = at + 1 < tokens_.size() ? tokens_[at + 1].begin : text_.size();
  for (std::size_t i = tokens_[at].end; i < end; i = EndOfPiece(text_, i)) {
    if (fits(text_[i])) return true;
  }
  return false;
}

bool CSourceTokens::HasLiteralBehind(std::size_t at) const {
  return HasBehind(at, [](char c) { return c == '"' || c == '\'' || IsDigit(c); });
}

bool CSourceTokens::HasStringBehind(std::size_t at) const {
  return HasBehind(at, [](char c) { return c == '"'; });
}

bool CSourceTokens::IsPlainWord(std::size_t at) const {
  return IsWord(at) && !IsReservedWord(TextAt(at));
}

bool CAdvisor::MayBeMacro(std::size_t at) const {
  if (!IsWord(at)) return false;
  const std::string_view text = TextAt(at);
  const bool is_short = text.size() == 2 && IsMacroName(std::string(text) + "_");
  return is_short || IsMacroName(text) || defined_.contains(text) || IsIn(kAttributeMacros, text) ||
         (text.starts_with("_") && !IsReservedWord(text));
}

// The last token of the use of a macro, its closing parenthesis if it has arguments.
std::size_t CSourceTokens::EndOfUse(std::size_t name) const {
  const std::size_t close = TextAt(name + 1) == "(" ? CloseOf(name + 1) : 0;
  return close == 0 ? name : close;
}

void CAdvisor::Propose(const SyntaxError& error, std::vector<TextChange>& changes) const {
  if (tokens_.empty()) return;
  const std::size_t at = TokenBehind(error.begin);
  const std::size_t last = std::max(TokenBehind(error.end), at + 1);  // first token behind it
  const std::size_t first = at > kTokensBefore ? at - kTokensBefore : 0;
  const std::size_t end = std::min(std::min(last + 1, at + kTokensBehind), tokens_.size());
  ProposeArguments(at, changes);
  if (at > 0) ProposeArguments(at - 1, changes);
  const std::size_t statement = BeginOfStatement(at);
  for (std::size_t i = first + 1; i < end; ++i) {
    if (TextAt(i - 1) == "(") ProposeArguments(i, changes);
  }
  ProposeAround(at, changes);
  if (is_cpp_) ProposeForGrammar(at, changes);
  ProposeBesideString(at, changes);
  const bool is_near = IsDirective(at) || (at > 0 && IsDirective(at - 1)) || IsDirective(last);
  const std::size_t before = std::min(first, statement > 1 ? statement - 2 : 0);
  if (is_near) ProposeBranches(before, end, changes);
  ProposeStatement(at, changes);
  for (std::size_t i = at; i < end; ++i) ProposeMacro(i, changes);
  for (std::size_t i = at; i-- > first;) ProposeMacro(i, changes);
  std::size_t open = OpenAround(at);
  for (int level = 0; level < kMaxLevels && open > 0; ++level) {
    ProposeMacro(open - 1, changes);
    open = OpenAround(open - 1);
  }
  ProposeMacros(at, end, changes);
  ProposeAttribute(at, changes);
  if (!is_near) ProposeBranches(before, end, changes);
  ProposeDirectives(first, end, changes);
}

// TEST_CASE("name") {: the block after a macro needs no semicolon.
bool CAdvisor::MayBeMissing(const SyntaxError& error) const {
  if (error.added != ";") return false;
  const std::size_t at = TokenBehind(error.begin);
  return at > 0 && TextAt(at) == "{" && TextAt(at - 1) == ")";
}

std::unique_ptr<RepairAdvisor> AdviseC() { return std::make_unique<CAdvisor>(false); }

std::unique_ptr<RepairAdvisor> AdviseCpp() { return std::make_unique<CAdvisor>(true); }

absl::Status ParseC(Parser& parser, const RuleTable& rules, std::string& buffer,
                    std::string_view& parsed, SyntaxTree& tree) {
  return parser.ParseAndRepair(rules.grammar(), parsed, rules.kept(), *AdviseC(), buffer, tree);
}

absl::Status ParseCpp(Parser& parser, const RuleTable& rules, std::string& buffer,
                      std::string_view& parsed, SyntaxTree& tree) {
  return parser.ParseAndRepair(rules.grammar(), parsed, rules.kept(), *AdviseCpp(), buffer, tree);
}

}  // namespace waymark::indexer
