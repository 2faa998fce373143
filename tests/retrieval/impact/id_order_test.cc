// A view may be a base with an overlay, whose ids say nothing about order and have holes. Every
// answer must be the one of a clean index.
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "permuted_view.h"
#include "retrieval/blast_radius.h"
#include "retrieval/context.h"
#include "retrieval/lookup.h"
#include "testing/memory_view.h"

namespace waymark::retrieval {
namespace {

using ::testing::ElementsAreArray;
using ::waymark::testing::MemorySymbol;
using ::waymark::testing::MemoryView;

constexpr std::uint32_t kFiles = 30;
constexpr std::uint32_t kSymbolsInFile = 14;
constexpr std::uint32_t kTwins = 12;  // files that say the same, which only their paths tell apart
constexpr std::uint32_t kEdges = 900;
constexpr std::uint32_t kSeeds = 8;
constexpr std::size_t kRanked = 500;  // with the twins, which rank low
// Few words, so that many scores are equal and ties decide.
constexpr std::string_view kWords[] = {"session", "cookie", "open", "save", "route", "view"};
constexpr std::string_view kTasks[] = {
    "save the session cookie",
    "open a view of the route\n\nthe session in file3 is not saved",
    "`open_save` of src/view/file7.cc routes tests to the cookie",
};

class Repository {
 public:
  explicit Repository(std::uint32_t seed) : random_(seed) {
    for (std::uint32_t i = 0; i < kFiles; ++i) AddFile(i);
    for (std::uint32_t i = 0; i < kEdges; ++i) AddEdge();
    for (std::uint32_t i = 0; i < kTwins; ++i) AddTwin(i);
    view_.AddSkipped("big.cc", SkipReason::kTooLarge);
    view_.Finish();
  }

  const graph::ReadView& view() const { return view_; }

 private:
  std::uint32_t Draw(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  std::string_view Word() { return kWords[Draw(std::size(kWords))]; }

  void AddFile(std::uint32_t number) {
    const FileId file = view_.AddFile(fmt::format("src/{}/file{}.cc", Word(), number),
                                      Language::kCpp, Draw(6) == 0 ? kFileTest : 0);
    SymbolId type = SymbolId::kNone;
    for (std::uint32_t i = 0; i < kSymbolsInFile; ++i) {
      MemorySymbol symbol;
      symbol.name = fmt::format("{}_{}", Word(), Word());
      symbol.file = file;
      symbol.range = {{.line = 10 * i + 1, .column = 1}, {.line = 10 * i + 9, .column = 1}};
      symbol.identifiers = fmt::format("{} {}", Word(), Word());
      symbol.documentation = Word();
      if (i % 5 == 0) {
        symbol.kind = SymbolKind::kClass;
      } else if (Draw(3) > 0) {
        symbol.kind = SymbolKind::kMethod;
        symbol.parent = type;
        symbol.scope = "Type";
        if (Draw(4) == 0) symbol.flags = kSymbolDeclaration;
      }
      symbols_.push_back(view_.AddSymbol(symbol));
      if (i % 5 == 0) type = symbols_.back();
    }
  }

  void AddTwin(std::uint32_t number) {
    const FileId file = view_.AddFile(fmt::format("twins/{}.cc", number), Language::kCpp);
    for (std::uint32_t i = 0; i < 2; ++i) {
      MemorySymbol symbol;
      symbol.name = i == 0 ? "save_session" : "open_route";
      symbol.file = file;
      symbol.range = {{.line = 10 * i + 1, .column = 1}, {.line = 10 * i + 9, .column = 1}};
      view_.AddSymbol(symbol);
    }
  }

  void AddEdge() {
    constexpr EdgeType kTypes[] = {EdgeType::kCalls, EdgeType::kReferences, EdgeType::kExtends,
                                   EdgeType::kOverrides, EdgeType::kDeclares};
    constexpr EdgeRule kRules[] = {EdgeRule::kLexicalScope, EdgeRule::kCandidate};
    const SymbolId source = symbols_[Draw(static_cast<std::uint32_t>(symbols_.size()))];
    const SymbolId target = symbols_[Draw(static_cast<std::uint32_t>(symbols_.size()))];
    const EdgeType type = kTypes[Draw(std::size(kTypes))];
    const bool declares = (view_.Flags(source) & kSymbolDeclaration) != 0 &&
                          (view_.Flags(target) & kSymbolDeclaration) == 0;
    if (type == EdgeType::kDeclares && !declares) return;
    if (source == target) return;
    view_.AddEdge(source, target, type, kRules[Draw(std::size(kRules))], {.line = 3, .column = 1});
    if (Draw(10) == 0) {
      view_.AddUnresolved(source, std::string(view_.Symbol(target).name),
                          UnresolvedReason::kAmbiguous, {target});
    }
  }

  std::mt19937 random_;
  MemoryView view_;
  std::vector<SymbolId> symbols_;
};

// Everything that a ranked symbol says, its id as one of the inner view.
std::vector<std::string> Lines(const std::vector<RankedSymbol>& ranking,
                               const std::vector<SymbolId>& inner) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const RankedSymbol& r = ranking[i];
    lines.push_back(fmt::format("{} {:a} {:a} {:a} {:a} {} {} {:a}", ToIndex(inner[i]), r.score,
                                r.parts.lexical, r.parts.cohesion, r.parts.walk, r.distance,
                                Name(r.provenance), r.confidence));
  }
  return lines;
}

CostModel SimpleCosts() {
  CostModel cost;
  cost.symbol_bound = [](const PackedSymbol& symbol) {
    return symbol.fidelity == Fidelity::kPlace ? 6U : 10U;
  };
  cost.edge_bound = [](const PackedEdge&) { return 4U; };
  cost.encode = [](const Pack& pack) -> absl::StatusOr<std::uint32_t> {
    return static_cast<std::uint32_t>(9 * pack.symbols.size() + 3 * pack.edges.size());
  };
  return cost;
}

std::vector<std::string> Lines(const Pack& pack) {
  std::vector<std::string> lines;
  for (const PackedSymbol& symbol : pack.symbols) {
    lines.push_back(fmt::format("{:a} {}", symbol.ranked.score, static_cast<int>(symbol.fidelity)));
  }
  for (const PackedEdge& edge : pack.edges) {
    lines.push_back(fmt::format("{} {} {} {}", edge.source, edge.target, Name(edge.type),
                                ConfidenceThousandths(edge.rule)));
  }
  return lines;
}

std::vector<std::string> Lines(const BlastResult& result, const std::vector<SymbolId>& inner) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < result.entries.size(); ++i) {
    const BlastEntry& e = result.entries[i];
    lines.push_back(fmt::format("{} {} {} {} {:a} {}", ToIndex(inner[i]), e.hop, e.via,
                                Name(e.type), e.confidence, e.sites.size()));
  }
  lines.push_back(fmt::format("{} {} {} {} {} {}", result.affected_symbols, result.affected_files,
                              result.affected_tests, result.edges_visited,
                              result.missing.possible_uses.size(), result.beyond_depth));
  return lines;
}

template <typename Row>
std::vector<SymbolId> Inner(const PermutedView& view, const std::vector<Row>& rows) {
  std::vector<SymbolId> inner;
  inner.reserve(rows.size());
  for (const Row& row : rows) inner.push_back(view.From(row.symbol));
  return inner;
}

template <typename Row>
std::vector<SymbolId> Symbols(const std::vector<Row>& rows) {
  std::vector<SymbolId> symbols;
  symbols.reserve(rows.size());
  for (const Row& row : rows) symbols.push_back(row.symbol);
  return symbols;
}

bool HasTies(const std::vector<RankedSymbol>& ranking) {
  return std::adjacent_find(ranking.begin(), ranking.end(),
                            [](const RankedSymbol& a, const RankedSymbol& b) {
                              return a.score == b.score;
                            }) != ranking.end();
}

TEST(IdOrder, DoesNotShowInARankingOrItsPack) {
  const Repository repository(1);
  for (const std::string_view task : kTasks) {
    const auto clean = RankForTask(repository.view(), task, {.max_symbols = kRanked});
    ASSERT_TRUE(clean.ok()) << clean.status();
    ASSERT_TRUE(HasTies(clean->ranking)) << "nothing to decide";
    const auto clean_pack = PackRanking(repository.view(), clean->ranking, 300, SimpleCosts());
    ASSERT_TRUE(clean_pack.ok()) << clean_pack.status();

    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
      const PermutedView permuted(repository.view(), seed);
      const auto ranked = RankForTask(permuted, task, {.max_symbols = kRanked});
      ASSERT_TRUE(ranked.ok()) << ranked.status();
      EXPECT_THAT(Lines(ranked->ranking, Inner(permuted, ranked->ranking)),
                  ElementsAreArray(Lines(clean->ranking, Symbols(clean->ranking))))
          << "seed " << seed;
      const auto pack = PackRanking(permuted, ranked->ranking, 300, SimpleCosts());
      ASSERT_TRUE(pack.ok()) << pack.status();
      EXPECT_THAT(Lines(*pack), ElementsAreArray(Lines(*clean_pack))) << "seed " << seed;
    }
  }
}

TEST(IdOrder, DoesNotShowInABlastRadius) {
  const Repository repository(2);
  for (std::uint32_t root = 1; root < repository.view().symbol_bound(); root += 41) {
    const SymbolId roots[] = {SymbolId{root}};
    const auto clean = ComputeBlastRadius(repository.view(), roots, {.depth = 4, .limit = 60});
    ASSERT_TRUE(clean.ok()) << clean.status();
    const PermutedView permuted(repository.view(), root);
    const SymbolId there[] = {permuted.To(SymbolId{root})};
    const auto blast = ComputeBlastRadius(permuted, there, {.depth = 4, .limit = 60});
    ASSERT_TRUE(blast.ok()) << blast.status();
    EXPECT_THAT(Lines(*blast, Inner(permuted, blast->entries)),
                ElementsAreArray(Lines(*clean, Symbols(clean->entries))))
        << "root " << root;
  }
}

TEST(IdOrder, DoesNotShowInASearchOrALookup) {
  const Repository repository(3);
  const PermutedView permuted(repository.view(), 4);
  for (const std::string_view query : {"save", "open_view", "sess", "Type::open_save", "ssn"}) {
    const std::vector<SearchHit> clean = SearchSymbols(repository.view(), query, 25).hits;
    const std::vector<SearchHit> hits = SearchSymbols(permuted, query, 25).hits;
    EXPECT_THAT(Inner(permuted, hits), ElementsAreArray(Symbols(clean))) << query;

    std::vector<SymbolId> found = FindSymbols(permuted, query).exact;
    for (SymbolId& symbol : found) symbol = permuted.From(symbol);
    EXPECT_THAT(found, ElementsAreArray(FindSymbols(repository.view(), query).exact)) << query;
    EXPECT_THAT(FindSymbols(permuted, query).near,
                ElementsAreArray(FindSymbols(repository.view(), query).near))
        << query;
  }
}

}  // namespace
}  // namespace waymark::retrieval
