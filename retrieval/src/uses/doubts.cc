// The reasons for which a place may use a symbol, in words and by likelihood.
#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "retrieval/incompleteness.h"

namespace waymark::retrieval {
namespace {

struct DoubtText {
  Doubt doubt = Doubt::kAmbiguous;
  std::string_view why;
  std::string_view one;  // "1 ambiguous reference"
  std::string_view several;
};

constexpr std::array<DoubtText, kDoubtCount> kDoubtTexts = {{
    {Doubt::kAmbiguous, "may mean it, as one of several symbols", "ambiguous reference",
     "ambiguous references"},
    {Doubt::kValue, "takes it as a value that may be called elsewhere", "use as a value",
     "uses as a value"},
    {Doubt::kOverridden, "uses a declaration that it overrides", "use of what it overrides",
     "uses of what it overrides"},
    {Doubt::kAlternative, "is bound to another definition of its name",
     "use of another definition of its name", "uses of another definition of its name"},
    {Doubt::kUnresolved, "uses its name on something of unknown type", "unresolved reference",
     "unresolved references"},
    {Doubt::kConstruction, "may make an instance of its type", "call that may construct it",
     "calls that may construct it"},
    {Doubt::kOutside, "uses a declaration outside the repository that it may override",
     "use of a declaration outside that it may override",
     "uses of declarations outside that it may override"},
    {Doubt::kWord, "has its name as a word; the file is not parsed",
     "word in a file that is not parsed", "words in files that are not parsed"},
    {Doubt::kPasted, "uses a name of which only a part is written", "name that is written in part",
     "names that are written in part"},
    {Doubt::kComputedName, "uses a member of its type by a computed name",
     "member by a computed name", "members by a computed name"},
}};

const DoubtText& TextOf(Doubt doubt) { return kDoubtTexts[static_cast<std::size_t>(doubt)]; }

static_assert([] {
  for (std::size_t i = 0; i < kDoubtCount; ++i) {
    if (kDoubtTexts[i].doubt != static_cast<Doubt>(i)) return false;
  }
  return true;
}());

}  // namespace

std::string_view WhyOf(Doubt doubt) { return TextOf(doubt).why; }

Completeness Incompleteness::completeness() const {
  if (!possible_uses.empty() || run_by_syntax) return Completeness::kIncomplete;
  return of_language || run_from_outside ? Completeness::kLikelyComplete : Completeness::kComplete;
}

std::string Incompleteness::ToString() const {
  std::array<std::uint64_t, kDoubtCount> counts{};
  for (const PossibleUse& use : possible_uses) ++counts[static_cast<std::size_t>(use.doubt)];
  std::string text;
  const auto tell = [&text](std::string_view what) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", what);
  };
  for (const DoubtText& row : kDoubtTexts) {
    const std::uint64_t count = counts[static_cast<std::size_t>(row.doubt)];
    if (count != 0) tell(fmt::format("{} {}", count, count == 1 ? row.one : row.several));
  }
  if (run_by_syntax) tell("operators or other syntax may run it without an edge");
  if (run_from_outside) tell("code outside the repository may call it");
  return text;
}

void RankByLikelihood(const graph::ReadView& view, std::vector<PossibleUse>& uses) {
  const auto key = [&view](const PossibleUse& use) {
    const bool is_test = (view.Flags(use.source) & kSymbolTest) != 0;
    return std::tuple(use.doubt, use.candidate_count, is_test,
                      view.File(view.FileOf(use.source)).path, use.site);
  };
  std::sort(uses.begin(), uses.end(),
            [&key](const PossibleUse& a, const PossibleUse& b) { return key(a) < key(b); });
}

}  // namespace waymark::retrieval
