#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "graph/base_builder.h"
#include "graph/languages.h"
#include "graph/status.h"
#include "impact/test_units.h"
#include "retrieval/test_scope.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/syntax_names.h"

namespace waymark::retrieval {
namespace {

bool IsRun(SymbolKind kind) { return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod; }

// Keeps the symbols of a traversal with the paths to the roots.
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

class PossibleTestFinder {
 public:
  PossibleTestFinder(const graph::ReadView& view, BlastOptions options, const TestScope& certain)
      : view_(view), options_(std::move(options)), units_(view) {
    for (const CoveringTest& test : certain.tests) known_.insert(test.symbol);
  }

  absl::Status FindSources(std::span<const SymbolId> symbols);
  absl::StatusOr<std::vector<PossibleTest>> FindTests();

 private:
  // The step from a function to a visited symbol.
  struct Step {
    std::uint32_t to = 0;  // number of a visited symbol
    float confidence = 0;
  };

  void AddReferrers(std::uint32_t to);
  void AddUsersOfType(std::uint32_t to, SymbolId type);
  void AddSource(SymbolId source, const Step& step);
  std::size_t CountNamesakes(std::string_view name, NameGroup group);
  bool MayMean(const UnresolvedRow& row, SymbolId symbol);
  void AddBlocks(SymbolId source, const Step& step);
  void AddTest(PossibleTest test, const Step& step);

  NameGroup GroupOf(SymbolId symbol) const {
    return NameGroupOf(view_.File(view_.FileOf(symbol)).language);
  }

  const graph::ReadView& view_;
  BlastOptions options_;
  TestUnits units_;
  VisitedSymbols visited_;
  std::unordered_map<SymbolId, Step> sources_;
  std::unordered_set<SymbolId> known_;  // tests
  std::vector<PossibleTest> tests_;
  std::vector<UnresolvedRow> rows_;
  std::vector<SymbolId> symbols_;
  std::vector<Neighbor> edges_;
};

absl::Status PossibleTestFinder::FindSources(std::span<const SymbolId> symbols) {
  options_.limit = std::numeric_limits<std::uint32_t>::max();
  WM_RETURN_IF_ERROR(VisitBlastRadius(view_, symbols, options_, visited_).status());
  for (std::uint32_t i = 0; i < visited_.entries().size(); ++i) {
    if (sources_.size() >= kMaxPossibleSources) break;
    AddReferrers(i);
  }
  return absl::OkStatus();
}

void PossibleTestFinder::AddReferrers(std::uint32_t to) {
  const SymbolId symbol = visited_.entries()[to].symbol;
  const SymbolRow row = view_.Symbol(symbol);
  if (row.kind == SymbolKind::kFile || (row.flags & kSymbolTest) != 0) return;
  const Language language = view_.File(row.file).language;
  const NameGroup group = NameGroupOf(language);
  view_.UnresolvedWithName(row.name, rows_);
  const auto overrides = [&](const UnresolvedRow& open) {
    return open.type == EdgeType::kOverrides && open.source == symbol;
  };
  const bool runs_from_outside =
      IsRun(row.kind) && row.parent != SymbolId::kNone &&
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
  if (visited_.Has(source)) return;
  const auto [known, is_new] = sources_.emplace(source, step);
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
  const bool has_all = row.reason == UnresolvedReason::kAmbiguous && row.candidates_count > 0 &&
                       row.candidates_count < graph::kMaxCandidates;
  if (!has_all) return true;
  view_.Candidates(row, symbols_);
  return std::find(symbols_.begin(), symbols_.end(), symbol) != symbols_.end();
}

absl::StatusOr<std::vector<PossibleTest>> PossibleTestFinder::FindTests() {
  std::vector<SymbolId> functions;
  for (const auto& [source, step] : sources_) {
    if (IsRun(view_.Kind(source))) {
      functions.push_back(source);
    } else {
      AddBlocks(source, step);
    }
  }
  // The order of the map is not that of the view.
  std::sort(functions.begin(), functions.end());
  if (!functions.empty()) {
    WM_ASSIGN_OR_RETURN(const TestScope scope, FindCoveringTests(view_, functions, options_));
    const std::vector<BlastEntry>& entries = scope.blast.entries;
    for (const CoveringTest& found : scope.tests) {
      PossibleTest test{.symbol = found.symbol, .confidence = found.confidence};
      for (std::uint32_t i = found.entry;; i = entries[i].via) {
        test.chain.push_back(entries[i].symbol);
        if (entries[i].via == i || entries[i].hop == 0) break;
      }
      const auto step = sources_.find(test.chain.back());
      if (step != sources_.end()) AddTest(std::move(test), step->second);
    }
  }
  std::sort(tests_.begin(), tests_.end(), [this](const PossibleTest& a, const PossibleTest& b) {
    if (a.confidence != b.confidence) return a.confidence > b.confidence;
    return view_.CompareCanonical(a.symbol, b.symbol) < 0;
  });
  return std::move(tests_);
}

// A reference outside of functions: in the tests of a file whose tests are blocks.
void PossibleTestFinder::AddBlocks(SymbolId source, const Step& step) {
  const SymbolId unit = units_.Of(source);
  if (unit == SymbolId::kNone) return;
  AddTest({.symbol = unit, .chain = {source}, .confidence = 1}, step);
}

// Completes the chain from the source to a root.
void PossibleTestFinder::AddTest(PossibleTest test, const Step& step) {
  if (!known_.insert(test.symbol).second) return;
  const std::vector<BlastEntry>& entries = visited_.entries();
  for (std::uint32_t i = step.to;; i = entries[i].via) {
    test.chain.push_back(entries[i].symbol);
    if (entries[i].via == i || entries[i].hop == 0) break;
  }
  test.hop = static_cast<std::uint32_t>(test.chain.size()) - 1;
  test.confidence *= step.confidence;
  for (std::uint32_t hop = 0; hop < entries[step.to].hop; ++hop) test.confidence *= kRunShare;
  tests_.push_back(std::move(test));
}

}  // namespace

absl::StatusOr<std::vector<PossibleTest>> FindPossibleTests(const graph::ReadView& view,
                                                            std::span<const SymbolId> symbols,
                                                            BlastOptions options,
                                                            const TestScope& certain) {
  PossibleTestFinder finder(view, std::move(options), certain);
  WM_RETURN_IF_ERROR(finder.FindSources(symbols));
  return finder.FindTests();
}

}  // namespace waymark::retrieval
