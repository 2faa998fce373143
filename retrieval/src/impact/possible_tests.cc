#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/languages.h"
#include "graph/status.h"
#include "impact/run_confidence.h"
#include "impact/test_units.h"
#include "retrieval/test_scope.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/kind_traits.h"
#include "traits/syntax_names.h"
#include "uses/open_references.h"

namespace waymark::retrieval {
namespace {

// Steps that the graph does not have, in one chain; measured by test_scope_precision.py.
constexpr std::size_t kMaxUncertainSteps = 2;

// A type or a file as a root would stand for all its members.
bool IsFollowed(SymbolKind kind) { return IsCallable(kind) || IsValue(kind); }

// The symbols of a traversal with the paths to its roots.
class VisitedSymbols final : public BlastVisitor {
 public:
  absl::Status OnSymbol(const BlastEntry& entry) override {
    numbers_.emplace(entry.symbol, static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back(entry);
    return absl::OkStatus();
  }

  absl::Status AfterHop() override { return absl::OkStatus(); }

  absl::Status OnEdge(std::uint32_t /*number*/, const BlastEntry& /*entry*/) override {
    return absl::OkStatus();
  }

  const std::vector<BlastEntry>& entries() const { return entries_; }

  bool Has(SymbolId symbol) const { return numbers_.contains(symbol); }

 private:
  std::vector<BlastEntry> entries_;
  std::unordered_map<SymbolId, std::uint32_t> numbers_;
};

// Appends the symbols from an entry of a traversal to its root.
void AppendPath(const std::vector<BlastEntry>& entries, const BlastEntry* entry,
                std::vector<SymbolId>& path) {
  path.push_back(entry->symbol);
  while (entry->hop != 0) {
    entry = &entries[entry->via];
    path.push_back(entry->symbol);
  }
}

// The step from a function to a symbol that the traversal before visited.
struct Step {
  std::uint32_t to = 0;
  float confidence = 0;
};

using Sources = std::unordered_map<SymbolId, Step>;

class PossibleTestFinder {
 public:
  PossibleTestFinder(const graph::ReadView& view, BlastOptions options, const TestScope& certain)
      : view_(view), options_(std::move(options)), units_(view) {
    options_.limit = std::numeric_limits<std::uint32_t>::max();
    for (const CoveringTest& test : certain.tests) known_.insert(test.symbol);
  }

  // Follows the roots, then what may lead to what was met, and so on.
  absl::Status Run(std::span<const SymbolId> roots);

  std::vector<PossibleTest> Take() &&;

 private:
  absl::Status Follow(std::span<const SymbolId> roots);
  void AddReferrers(std::uint32_t to);
  void AddUsersOfType(std::uint32_t to, SymbolId type);
  void AddSource(SymbolId source, const Step& step);
  std::size_t CountNamesakes(std::string_view name, NameGroup group);
  bool MayMean(const UnresolvedRow& row, SymbolId symbol);
  std::vector<SymbolId> LastSources() const;
  void AddTests();
  void AddBlocks(SymbolId source);
  void AddTest(PossibleTest test);

  NameGroup GroupOf(SymbolId symbol) const {
    return NameGroupOf(view_.File(view_.FileOf(symbol)).language);
  }

  const graph::ReadView& view_;
  BlastOptions options_;
  TestUnits units_;
  std::vector<VisitedSymbols> visited_;  // of each traversal
  std::vector<Sources> sources_;         // [i] leads to visited_[i]
  std::unordered_set<SymbolId> known_;   // tests
  std::vector<PossibleTest> tests_;
  std::vector<UnresolvedRow> rows_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> edges_;
};

absl::Status PossibleTestFinder::Run(std::span<const SymbolId> roots) {
  WM_RETURN_IF_ERROR(Follow(roots));
  while (sources_.size() < kMaxUncertainSteps) {
    sources_.emplace_back();
    for (std::uint32_t i = 0; i < visited_.back().entries().size(); ++i) {
      if (sources_.back().size() < kMaxPossibleSources) AddReferrers(i);
    }
    std::vector<SymbolId> followed = LastSources();
    const auto outside_functions =
        std::stable_partition(followed.begin(), followed.end(),
                              [this](SymbolId source) { return IsFollowed(view_.Kind(source)); });
    for (auto source = outside_functions; source != followed.end(); ++source) AddBlocks(*source);
    followed.erase(outside_functions, followed.end());
    if (followed.empty()) break;
    WM_RETURN_IF_ERROR(Follow(followed));
    AddTests();
  }
  return absl::OkStatus();
}

absl::Status PossibleTestFinder::Follow(std::span<const SymbolId> roots) {
  VisitedSymbols& visited = visited_.emplace_back();
  return VisitBlastRadius(view_, roots, options_, visited).status();
}

// In order of the view, which that of the map is not.
std::vector<SymbolId> PossibleTestFinder::LastSources() const {
  std::vector<SymbolId> last;
  for (const auto& [source, step] : sources_.back()) last.push_back(source);
  std::sort(last.begin(), last.end());
  return last;
}

void PossibleTestFinder::AddReferrers(std::uint32_t to) {
  const SymbolId symbol = visited_.back().entries()[to].symbol;
  const SymbolRow row = view_.Symbol(symbol);
  if (row.kind == SymbolKind::kFile || (row.flags & kSymbolTest) != 0) return;
  const Language language = view_.File(row.file).language;
  const NameGroup group = NameGroupOf(language);
  view_.UnresolvedWithName(row.name, rows_);
  const auto overrides = [&](const UnresolvedRow& open) {
    return open.type == EdgeType::kOverrides && open.source == symbol;
  };
  const bool runs_from_outside =
      IsCallable(row.kind) && row.parent != SymbolId::kNone &&
      (RunBySyntax(language, row.name) || std::any_of(rows_.begin(), rows_.end(), overrides));
  if (!rows_.empty()) {
    const std::size_t namesakes = CountNamesakes(row.name, group);
    const Step step{to,
                    kMayReachConfidence / static_cast<float>(std::max<std::size_t>(namesakes, 1))};
    for (const UnresolvedRow& open : rows_) {
      if (namesakes > kMaxNamesakes) break;
      if (open.type == EdgeType::kOverrides || open.reason == UnresolvedReason::kExternal) continue;
      if (GroupOf(open.source) == group && MayMean(open, symbol)) AddSource(open.source, step);
    }
  }
  if (runs_from_outside) AddUsersOfType(to, row.parent);
}

void PossibleTestFinder::AddUsersOfType(std::uint32_t to, SymbolId type) {
  view_.In(type, edges_);
  for (const Neighbor& edge : edges_) {
    if (!TraitsOf(edge.type).carries_dependence) continue;
    if (view_.Symbol(edge.symbol).parent == type) continue;  // its own members
    AddSource(edge.symbol, {to, kRunFromOutsideConfidence});
  }
}

// The surest step of a source counts.
void PossibleTestFinder::AddSource(SymbolId source, const Step& step) {
  const auto is_met = [source](const VisitedSymbols& visited) { return visited.Has(source); };
  if (std::any_of(visited_.begin(), visited_.end(), is_met)) return;
  const auto [known, is_new] = sources_.back().emplace(source, step);
  if (!is_new && known->second.confidence < step.confidence) known->second = step;
}

std::size_t PossibleTestFinder::CountNamesakes(std::string_view name, NameGroup group) {
  view_.WithName(name, symbols_);
  return static_cast<std::size_t>(
      std::count_if(symbols_.begin(), symbols_.end(), [&](SymbolId symbol) {
        return (view_.Flags(symbol) & (kSymbolTest | kSymbolDeclaration)) == 0 &&
               GroupOf(symbol) == group;
      }));
}

bool PossibleTestFinder::MayMean(const UnresolvedRow& row, SymbolId symbol) {
  if (!ListsAllCandidates(row)) return true;
  view_.Candidates(row, symbols_);
  return std::find(symbols_.begin(), symbols_.end(), symbol) != symbols_.end();
}

// The tests that the last traversal met.
void PossibleTestFinder::AddTests() {
  const std::vector<BlastEntry>& entries = visited_.back().entries();
  for (const BlastEntry& entry : entries) {
    const SymbolId unit = units_.Of(entry.symbol);
    if (unit == SymbolId::kNone) continue;
    PossibleTest test{.symbol = unit, .confidence = RunConfidence(entry.confidence, entry.hop)};
    AppendPath(entries, &entry, test.chain);
    AddTest(std::move(test));
  }
}

// A reference outside of functions: in the tests of a file whose tests are blocks.
void PossibleTestFinder::AddBlocks(SymbolId source) {
  const SymbolId unit = units_.Of(source);
  if (unit != SymbolId::kNone) AddTest({.symbol = unit, .chain = {source}, .confidence = 1});
}

// Completes a chain that ends at a source.
void PossibleTestFinder::AddTest(PossibleTest test) {
  if (!sources_.back().contains(test.chain.back()) || !known_.insert(test.symbol).second) return;
  for (std::size_t round = sources_.size(); round > 0; --round) {
    const auto found = sources_[round - 1].find(test.chain.back());
    if (found == sources_[round - 1].end()) break;
    test.confidence *= found->second.confidence;
    const std::vector<BlastEntry>& entries = visited_[round - 1].entries();
    const BlastEntry& step = entries[found->second.to];
    test.confidence = RunConfidence(test.confidence, step.hop + 1);
    AppendPath(entries, &step, test.chain);
  }
  test.hop = static_cast<std::uint32_t>(test.chain.size()) - 1;
  tests_.push_back(std::move(test));
}

std::vector<PossibleTest> PossibleTestFinder::Take() && {
  std::sort(tests_.begin(), tests_.end(), [this](const PossibleTest& a, const PossibleTest& b) {
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    return view_.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  return std::move(tests_);
}

}  // namespace

absl::StatusOr<std::vector<PossibleTest>> FindPossibleTests(const graph::ReadView& view,
                                                            std::span<const SymbolId> symbols,
                                                            BlastOptions options,
                                                            const TestScope& certain) {
  PossibleTestFinder finder(view, std::move(options), certain);
  WM_RETURN_IF_ERROR(finder.Run(symbols));
  return std::move(finder).Take();
}

}  // namespace waymark::retrieval
