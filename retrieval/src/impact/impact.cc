#include "impact/impact.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "graph/outside.h"
#include "impact/risk.h"
#include "impact/run_confidence.h"
#include "retrieval/test_scope.h"
#include "traits/constants.h"
#include "traits/entry_points.h"
#include "traits/product_code.h"

namespace waymark::retrieval {
namespace {

constexpr std::string_view kOwnerScheme = "owner://";

// A directory or an owner with its share of the reached symbols.
struct ReachedShare {
  std::string_view name;
  std::uint64_t code = 0;
  std::uint64_t all = 0;
};

// Sums shares of the same name; the greatest come first.
void AddUp(std::vector<ReachedShare>& shares) {
  std::sort(shares.begin(), shares.end(),
            [](const ReachedShare& a, const ReachedShare& b) { return a.name < b.name; });
  std::size_t kept = 0;
  for (const ReachedShare& share : shares) {
    if (kept == 0 || shares[kept - 1].name != share.name) {
      shares[kept++] = share;
    } else {
      shares[kept - 1].code += share.code;
      shares[kept - 1].all += share.all;
    }
  }
  shares.resize(kept);
  std::sort(shares.begin(), shares.end(), [](const ReachedShare& a, const ReachedShare& b) {
    return std::tie(b.code, b.all, a.name) < std::tie(a.code, a.all, b.name);
  });
}

ReachedList ListOf(const std::vector<ReachedShare>& shares) {
  ReachedList list{.count = shares.size(), .names = {}};
  for (const ReachedShare& share : shares) {
    if (list.names.size() == kNamedReached) break;
    list.names.emplace_back(share.name);
  }
  return list;
}

// "src/flask" for "src/flask/app.py".
std::string_view PackagePath(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "." : path.substr(0, slash);
}

class ImpactBuilder {
 public:
  ImpactBuilder(const graph::ReadView& view, std::size_t root_count, BlastBuffers& buffers,
                const SymbolSlots& slots)
      : view_(view), root_count_(root_count), buffers_(buffers), slots_(slots) {
    buffers_.reach.resize(std::max<std::size_t>(buffers_.reach.size(), view.file_bound()));
    buffers_.reached_files.clear();
  }

  ~ImpactBuilder() {
    for (const FileId file : buffers_.reached_files) buffers_.reach[ToIndex(file)] = FileReach();
  }

  ImpactBuilder(const ImpactBuilder&) = delete;
  ImpactBuilder& operator=(const ImpactBuilder&) = delete;

  Impact Compute(const BlastOptions& options, bool runs_from_outside) {
    for (std::size_t i = 0; i < buffers_.visits.size(); ++i) ReadVisit(i);
    impact_.packages = Packages();
    AddEntryPoints();
    impact_.owners = Owners();
    const std::span<const BlastVisit> roots = std::span(buffers_.visits).first(root_count_);
    facts_.packages = impact_.packages.count;
    facts_.exported = impact_.exported.count;
    facts_.entries = impact_.entry_points.count + impact_.routes.count;
    facts_.overrides = CountOverrides(roots);
    facts_.runs_from_outside = runs_from_outside;
    impact_.risk = RiskOf(view_, options, roots, facts_);
    return std::move(impact_);
  }

 private:
  FileReach& ReachOf(FileId file);
  void ReadVisit(std::size_t index);
  void ReadCode(const BlastVisit& visit, std::uint16_t flags);
  void Name(ReachedList& list, SymbolId symbol);
  ReachedList Packages() const;
  void AddEntryPoints();
  std::uint64_t CountOverrides(std::span<const BlastVisit> roots);
  std::uint32_t NearestReached(SymbolId symbol);
  std::optional<ReachedList> Owners();

  const graph::ReadView& view_;
  const std::size_t root_count_;
  BlastBuffers& buffers_;
  const SymbolSlots& slots_;
  Impact impact_;
  RiskFacts facts_;
  std::vector<Neighbor> edges_;
};

FileReach& ImpactBuilder::ReachOf(FileId file) {
  FileReach& reach = buffers_.reach[ToIndex(file)];
  if (!reach.is_met) {
    reach.is_met = true;
    reach.is_product = IsProductFile(view_.FileFlags(file));
    buffers_.reached_files.push_back(file);
  }
  return reach;
}

void ImpactBuilder::ReadVisit(std::size_t index) {
  const BlastVisit& visit = buffers_.visits[index];
  FileReach& reach = ReachOf(view_.FileOf(visit.symbol));
  const std::uint16_t flags = view_.Flags(visit.symbol);
  const bool is_affected = index >= root_count_;
  if (is_affected) {
    if (reach.affected++ == 0) ++facts_.files;
  }
  if ((flags & kSymbolTestCase) != 0) {
    // Visits come hop by hop, so the first test is the nearest.
    if (facts_.tests++ == 0) facts_.nearest_test = visit.hop;
    if (RunConfidence(visit.confidence, visit.hop) >= kSureTestConfidence) ++facts_.sure_tests;
  }
  if ((flags & kSymbolTest) != 0) return;
  if (!is_affected) ++facts_.changed_code;
  if (!reach.is_product) return;
  ReadCode(visit, flags);
  if (!is_affected) return;
  ++reach.code;
  ++facts_.reach;
  if (visit.hop == 1) ++facts_.fan_in;
}

void ImpactBuilder::ReadCode(const BlastVisit& visit, std::uint16_t flags) {
  const SymbolKind kind = view_.Kind(visit.symbol);
  if (kind == SymbolKind::kRouteHandler) {
    if (impact_.routes.count++ < kNamedReached) {
      impact_.routes.names.emplace_back(view_.Symbol(visit.symbol).name);
    }
    return;
  }
  if ((flags & kSymbolExported) == 0 || (flags & kSymbolLocal) != 0) return;
  if (kind == SymbolKind::kFile || kind == SymbolKind::kPackage || LiesOutside(kind)) return;
  if (impact_.exported.count++ < kNamedReached) {
    impact_.exported.names.push_back(view_.QualifiedName(visit.symbol));
  }
}

ReachedList ImpactBuilder::Packages() const {
  std::vector<ReachedShare> shares;
  for (const FileId file : buffers_.reached_files) {
    const FileReach& reach = buffers_.reach[ToIndex(file)];
    if (reach.affected == 0) continue;
    shares.push_back({PackagePath(view_.File(file).path), reach.code, reach.affected});
  }
  AddUp(shares);
  return ListOf(shares);
}

// The number of the first visit of a symbol or, for a type, of a member.
std::uint32_t ImpactBuilder::NearestReached(SymbolId symbol) {
  std::uint32_t nearest = slots_.Find(symbol);
  if (view_.Kind(symbol) == SymbolKind::kFunction || view_.Kind(symbol) == SymbolKind::kMethod) {
    return nearest;
  }
  view_.Out(symbol, edges_);
  for (const Neighbor& edge : edges_) {
    if (edge.type == EdgeType::kContains) nearest = std::min(nearest, slots_.Find(edge.symbol));
  }
  return nearest;
}

void ImpactBuilder::AddEntryPoints() {
  std::vector<SymbolId> symbols;
  FindEntryPoints(view_, symbols);
  std::vector<std::pair<std::uint32_t, SymbolId>> reached;
  for (const SymbolId symbol : symbols) {
    const std::uint32_t visit = NearestReached(symbol);
    if (visit != SymbolSlots::kNone) reached.emplace_back(visit, symbol);
  }
  std::sort(reached.begin(), reached.end());
  impact_.entry_points.count = reached.size();
  if (reached.size() > kNamedReached) reached.resize(kNamedReached);
  for (const auto& [visit, symbol] : reached) {
    impact_.entry_points.names.push_back(
        fmt::format("{}: {}", view_.File(view_.FileOf(symbol)).path, view_.QualifiedName(symbol)));
  }
}

std::uint64_t ImpactBuilder::CountOverrides(std::span<const BlastVisit> roots) {
  std::uint64_t count = 0;
  const auto is_override = [](const Neighbor& edge) { return edge.type == EdgeType::kOverrides; };
  for (const BlastVisit& root : roots) {
    if (view_.Kind(root.symbol) != SymbolKind::kMethod) continue;
    view_.Out(root.symbol, edges_);
    count += static_cast<std::uint64_t>(std::count_if(edges_.begin(), edges_.end(), is_override));
    view_.In(root.symbol, edges_);
    count += static_cast<std::uint64_t>(std::count_if(edges_.begin(), edges_.end(), is_override));
  }
  return count;
}

std::optional<ReachedList> ImpactBuilder::Owners() {
  bool has_owners = false;
  view_.VisitNames(kOwnerScheme, [&](std::string_view name) {
    has_owners = name.starts_with(kOwnerScheme);
    return false;
  });
  if (!has_owners) return std::nullopt;
  std::vector<ReachedShare> shares;
  for (const FileId file : buffers_.reached_files) {
    view_.Out(view_.File(file).first_symbol, edges_);
    for (const Neighbor& edge : edges_) {
      if (edge.type != EdgeType::kOwnedBy) continue;
      shares.push_back({view_.Symbol(edge.symbol).name.substr(kOwnerScheme.size()), 0, 1});
    }
  }
  AddUp(shares);
  return ListOf(shares);
}

}  // namespace

Impact ComputeImpact(const graph::ReadView& view, const BlastOptions& options,
                     std::size_t root_count, bool runs_from_outside, BlastBuffers& buffers,
                     const SymbolSlots& slots) {
  return ImpactBuilder(view, root_count, buffers, slots).Compute(options, runs_from_outside);
}

}  // namespace waymark::retrieval
