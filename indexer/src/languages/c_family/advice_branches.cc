// Directives at places where the grammar has none.
#include <algorithm>
#include <utility>

#include "languages/c_family/c_advisor.h"
#include "text/characters.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kMaxConditionals = 4;  // tried for an error
constexpr std::size_t kMaxConditionalsOfText = 4096;
constexpr std::size_t kMaxBranches = 4;  // of one that are tried

}  // namespace

bool CAdvisor::IsOnlyDirectives(const Conditional& conditional) const {
  for (std::size_t i = conditional.front(); i < conditional.back(); ++i) {
    if (!IsDirective(i) || HasLiteralBehind(i)) return false;
  }
  return true;
}

// Leaves out the directives and all branches but one.
void CAdvisor::KeepBranch(const Conditional& conditional, std::size_t kept,
                          TextChange& change) const {
  Blank(conditional.front(), conditional[kept], change);
  Blank(conditional[kept + 1], conditional.back(), change);
}

void CAdvisor::ProposeConditional(const Conditional& conditional, Changes& changes) const {
  if (IsOnlyDirectives(conditional)) {
    changes.push_back(Blanked(conditional.front(), conditional.back()));
  }
  TextChange all;  // a list whose elements depend on conditions
  all.must_mend = true;
  for (const std::size_t directive : conditional) Blank(directive, directive, all);
  changes.push_back(std::move(all));
  const std::size_t branches = std::min(conditional.size() - 1, kMaxBranches);
  for (std::size_t kept = 0; branches > 1 && kept < branches; ++kept) {
    TextChange change;
    KeepBranch(conditional, kept, change);
    changes.push_back(std::move(change));
  }
  if (BehindHash(TextAt(conditional.front())).starts_with("if 0")) {
    TextChange dead = Blanked(conditional[0], conditional[1]);
    if (conditional.size() > 2) Blank(conditional.back(), conditional.back(), dead);
    changes.push_back(std::move(dead));
  }
}

// Conditionals with a directive among the tokens or around them, from the inside.
void CAdvisor::ProposeBranches(std::size_t first, std::size_t last, Changes& changes) const {
  if (conditionals_.size() > kMaxConditionalsOfText) return;
  std::size_t proposed = 0;
  const Conditional* before = nullptr;
  for (const Conditional& conditional : conditionals_) {
    if (conditional.size() < 2) continue;
    const bool is_near =
        std::any_of(conditional.begin(), conditional.end(),
                    [&](std::size_t token) { return token >= first && token <= last; });
    const bool is_around = conditional.front() <= first && conditional.back() >= last &&
                           conditional.back() - conditional.front() < kMaxTokensAhead;
    if (!is_near && !is_around) continue;
    if (++proposed > kMaxConditionals) return;
    ProposeConditional(conditional, changes);
    // `else` after an `if` that stands in a conditional of its own.
    if (before != nullptr && before->back() + 1 == conditional.front()) {
      TextChange both;
      KeepBranch(*before, 0, both);
      KeepBranch(conditional, 0, both);
      changes.push_back(std::move(both));
    }
    before = &conditional;
  }
}

// Whether the directive stands between the parts of a statement or of a list.
bool CAdvisor::IsWithinStatement(std::size_t directive) const {
  std::size_t before = directive;
  while (before > 0 && IsDirective(before - 1)) --before;
  const std::string_view text = before > 0 ? TextAt(before - 1) : std::string_view();
  return !text.empty() && text != ";" && text != "}" && text != ")";
}

// #define LIST(names...): the name before the dots is left out.
void CAdvisor::ProposeDefinition(std::size_t directive, Changes& changes) const {
  const std::uint32_t begin = tokens_[directive].begin;
  const std::string_view text = TextAt(directive);
  const std::size_t dots = text.find("...");
  if (dots == std::string_view::npos || text.find(')') < dots) return;
  std::size_t name = dots;
  while (name > 0 && (IsWordCharacter(text[name - 1]) || text[name - 1] == ' ')) --name;
  TextChange change;
  change.must_mend = true;
  change.Blank(text_, begin + static_cast<std::uint32_t>(name),
               begin + static_cast<std::uint32_t>(dots));
  if (change.exists()) changes.push_back(std::move(change));
}

// #error in an expression, #define among the values of an array.
void CAdvisor::ProposeDirectives(std::size_t first, std::size_t last, Changes& changes) const {
  TextChange all;
  Changes each;
  for (std::size_t i = first; i < std::min(last, tokens_.size()); ++i) {
    if (!IsDirective(i)) continue;
    const std::string_view said = BehindHash(TextAt(i));
    if (said.starts_with("if") || said.starts_with("el") || said.starts_with("endif")) continue;
    const bool defines = said.starts_with("define") || said.starts_with("undef");
    if (defines) ProposeDefinition(i, changes);
    if (defines && !IsWithinStatement(i)) continue;
    Blank(i, i, all);
    each.push_back(Blanked(i, i));
  }
  changes.insert(changes.end(), each.begin(), each.end());
  if (each.size() > 1) changes.push_back(std::move(all));
}

}  // namespace waymark::indexer
