#include "retrieval/relations.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include "graph/status.h"
#include "impact/co_change.h"
#include "impact/derived_edges.h"
#include "retrieval/blast_radius.h"
#include "retrieval/declarations.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "traits/enumerators.h"
#include "uses/incoming.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

struct RelationRow {
  Relation relation;
  std::string_view name;
  bool is_incoming;
  bool (*follows)(const Neighbor& edge);  // edges of the view; null: it is derived, or has no edges
  void (*derive)(const graph::ReadView&, SymbolId, std::vector<DerivedEdge>&) = nullptr;
  bool follows_overridden = false;  // uses of an overridden method may mean its overrides
};

bool CarriesDependence(const Neighbor& edge) { return TraitsOf(edge.type).carries_dependence; }

bool IsCall(const Neighbor& edge) { return edge.type == EdgeType::kCalls; }

bool IsImplicitCall(const Neighbor& edge) {
  return IsCall(edge) && edge.rule == EdgeRule::kImplicit;
}

bool IsWrittenCall(const Neighbor& edge) { return IsCall(edge) && !IsImplicitCall(edge); }

bool IsInheritance(const Neighbor& edge) {
  return edge.type == EdgeType::kExtends || edge.type == EdgeType::kImplements ||
         edge.type == EdgeType::kOverrides;
}

bool IsOwnership(const Neighbor& edge) { return edge.type == EdgeType::kOwnedBy; }

constexpr RelationRow kRelationRows[] = {
    {Relation::kUsages, "usages", true, CarriesDependence, nullptr, true},
    {Relation::kCallers, "callers", true, IsCall, nullptr, true},
    {Relation::kCallees, "callees", false, IsCall},
    {Relation::kDependencies, "dependencies", false, CarriesDependence},
    {Relation::kImplementations, "implementations", true, IsInheritance},
    {Relation::kOwners, "owners", false, nullptr, OwnersOf},
    {Relation::kOwned, "owned", true, IsOwnership},
    {Relation::kCoTested, "co_tested", false, nullptr, CoTestedWith},
    {Relation::kCoChanged, "co_changed", false, nullptr},
    {Relation::kSimilar, "similar", false, nullptr, SimilarTo},
    {Relation::kWrittenCallers, "written_callers", true, IsWrittenCall},
    {Relation::kImplicitCallers, "implicit_callers", true, IsImplicitCall},
};

constexpr std::array<Relation, std::size(kRelationRows)> kRelations = [] {
  std::array<Relation, std::size(kRelationRows)> relations{};
  for (std::size_t i = 0; i < std::size(kRelationRows); ++i) {
    relations[i] = kRelationRows[i].relation;
  }
  return relations;
}();

const RelationRow& RowOf(Relation relation) {
  return kRelationRows[static_cast<std::size_t>(relation)];
}

// An edge that was followed: the ends are visits, the neighbour is as in the view.
struct Followed {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  Neighbor neighbor;
  FileId site_file = FileId::kNone;
  SymbolId witness = SymbolId::kNone;
  bool derived = false;
};

class RelationFinder {
 public:
  // The visitor may be null.
  RelationFinder(const graph::ReadView& view, const RelationOptions& options, SymbolSlots& slots,
                 RelationVisitor* visitor)
      : view_(view),
        options_(options),
        row_(RowOf(options.relation)),
        slots_(slots),
        visitor_(visitor) {
    slots_.Reset(view.symbol_bound());
  }

  absl::Status Run(std::span<const SymbolId> roots);
  absl::StatusOr<RelatedSymbols> Take();

 private:
  absl::Status AddRoots(std::span<const SymbolId> roots);
  void AddEnumerators();
  absl::Status Expand(std::uint32_t visit);
  void FollowEdges(std::uint32_t visit, SymbolId symbol);
  void FollowOverridden(std::uint32_t visit, SymbolId symbol);
  void FollowDerived(std::uint32_t visit, SymbolId symbol);
  void FollowCommits(std::uint32_t visit, SymbolId symbol);
  Followed& Reach(std::uint32_t visit, const Neighbor& neighbor, FileId site_file);
  std::uint32_t Visit(std::uint32_t from, SymbolId neighbor, EdgeRule rule, float step_confidence);
  absl::Status EndLevel();
  void LeaveOut();
  void OrderEdges(const std::vector<std::uint32_t>& index_of);
  template <typename Sink>
  absl::Status TakeEdges(Sink sink) const;
  void AddSites(const Followed& followed, std::vector<Position>& scratch, RelatedEdge& edge) const;

  void Read(SymbolId symbol, std::vector<Neighbor>& neighbors) const {
    row_.is_incoming ? view_.In(symbol, neighbors) : view_.Out(symbol, neighbors);
  }

  const graph::ReadView& view_;
  const RelationOptions& options_;
  const RelationRow& row_;
  SymbolSlots& slots_;
  RelationVisitor* visitor_;
  std::vector<RelatedSymbol> visits_;
  std::vector<std::uint32_t> order_;  // of the answer, in visits
  std::vector<Followed> followed_;
  std::size_t root_count_ = 0;
  std::size_t level_begin_ = 0;
  CancelPoll poll_{options_.cancelled, "relations"};
  std::vector<Neighbor> neighbors_;
  std::vector<DerivedEdge> derived_;
  std::vector<SymbolId> overridden_;
  std::vector<CoChange> co_changed_;
  std::vector<Neighbor> scratch_;
};

absl::Status RelationFinder::AddRoots(std::span<const SymbolId> roots) {
  if (roots.empty()) return absl::InvalidArgumentError("relations: no symbol is given");
  for (const SymbolId root : roots) {
    if (ToIndex(root) >= view_.symbol_bound() || !view_.IsLive(root)) {
      return absl::InvalidArgumentError("relations: a symbol is not in this view");
    }
    const SymbolId symbol = SingleDefinitionOf(view_, root, scratch_);
    if (slots_.Find(symbol) != SymbolSlots::kNone) continue;
    slots_.Set(symbol, static_cast<std::uint32_t>(visits_.size()));
    visits_.push_back({.symbol = symbol});
  }
  root_count_ = visits_.size();
  return absl::OkStatus();
}

// A use of a C enumerator is a use of its enumeration, but there is no such edge.
void RelationFinder::AddEnumerators() {
  std::vector<SymbolId> enumerators;
  for (std::size_t i = 0; i < root_count_; ++i) {
    EnumeratorsIn(view_, visits_[i].symbol, enumerators);
    for (const SymbolId enumerator : enumerators) {
      view_.In(enumerator, neighbors_);
      const bool is_used = std::any_of(neighbors_.begin(), neighbors_.end(), CarriesDependence);
      if (!is_used || slots_.Find(enumerator) != SymbolSlots::kNone) continue;
      slots_.Set(enumerator, static_cast<std::uint32_t>(visits_.size()));
      visits_.push_back({.symbol = enumerator});
    }
  }
  root_count_ = visits_.size();
}

absl::Status RelationFinder::Run(std::span<const SymbolId> roots) {
  if (options_.depth < 1 || options_.depth > kMaxBlastDepth) {
    return absl::InvalidArgumentError("relations: the depth is out of range");
  }
  WM_RETURN_IF_ERROR(AddRoots(roots));
  if (options_.relation == Relation::kUsages) AddEnumerators();
  WM_RETURN_IF_ERROR(EndLevel());
  for (std::uint32_t hop = 0; hop < options_.depth && level_begin_ < visits_.size(); ++hop) {
    const std::size_t end = visits_.size();
    for (std::size_t i = level_begin_; i < end; ++i) {
      WM_RETURN_IF_ERROR(Expand(static_cast<std::uint32_t>(i)));
    }
    level_begin_ = end;
    WM_RETURN_IF_ERROR(EndLevel());
  }
  return absl::OkStatus();
}

absl::Status RelationFinder::Expand(std::uint32_t visit) {
  WM_RETURN_IF_ERROR(poll_.Check());
  const SymbolId symbol = visits_[visit].symbol;
  FollowEdges(visit, symbol);
  for (const SymbolId declaration : DeclarationsOf(view_, symbol)) FollowEdges(visit, declaration);
  if (row_.follows_overridden) FollowOverridden(visit, symbol);
  return absl::OkStatus();
}

void RelationFinder::FollowEdges(std::uint32_t visit, SymbolId symbol) {
  if (row_.derive != nullptr) return FollowDerived(visit, symbol);
  if (row_.relation == Relation::kCoChanged) return FollowCommits(visit, symbol);
  Read(symbol, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    if (!row_.follows(neighbor)) continue;
    Reach(visit, neighbor, view_.FileOf(row_.is_incoming ? neighbor.symbol : symbol));
  }
}

// A use of an overridden method may mean any of its overrides.
void RelationFinder::FollowOverridden(std::uint32_t visit, SymbolId symbol) {
  const std::size_t begin = overridden_.size();
  OverriddenBy(view_, symbol, overridden_);
  for (std::size_t i = begin; i < overridden_.size(); ++i) {
    neighbors_.clear();
    DispatchingUses(view_, overridden_[i], neighbors_);
    for (Neighbor neighbor : neighbors_) {
      if (!row_.follows(neighbor) || neighbor.symbol == symbol) continue;
      neighbor.rule = EdgeRule::kCandidate;
      Reach(visit, neighbor, view_.FileOf(neighbor.symbol));
    }
  }
}

void RelationFinder::FollowDerived(std::uint32_t visit, SymbolId symbol) {
  row_.derive(view_, symbol, derived_);
  for (const DerivedEdge& edge : derived_) {
    const Neighbor neighbor{.symbol = edge.symbol, .type = edge.type, .rule = edge.rule};
    Followed& followed = Reach(visit, neighbor, view_.FileOf(symbol));
    followed.witness = edge.witness;
    followed.derived = true;
  }
}

void RelationFinder::FollowCommits(std::uint32_t visit, SymbolId symbol) {
  if (options_.history == nullptr) return;
  CoChangedWith(view_, *options_.history, symbol, co_changed_);
  for (const CoChange& partner : co_changed_) {
    Visit(visit, partner.symbol, EdgeRule::kCoChanged, partner.share);
  }
}

// The number of the neighbour's visit.
std::uint32_t RelationFinder::Visit(std::uint32_t from, SymbolId neighbor, EdgeRule rule,
                                    float step_confidence) {
  const SymbolId symbol = SingleDefinitionOf(view_, neighbor, scratch_);
  const std::uint32_t hop = visits_[from].hop + 1;
  const float confidence = visits_[from].confidence * step_confidence;
  std::uint32_t known = slots_.Find(symbol);
  if (known == SymbolSlots::kNone) {
    known = static_cast<std::uint32_t>(visits_.size());
    slots_.Set(symbol, known);
    visits_.push_back({.symbol = symbol, .hop = hop, .confidence = confidence, .rule = rule});
  } else if (visits_[known].hop == hop && confidence > visits_[known].confidence) {
    visits_[known].confidence = confidence;
    visits_[known].rule = rule;
  }
  return known;
}

Followed& RelationFinder::Reach(std::uint32_t visit, const Neighbor& neighbor, FileId site_file) {
  const std::uint32_t known =
      Visit(visit, neighbor.symbol, neighbor.rule, ConfidenceOf(neighbor.rule));
  return followed_.emplace_back(
      Followed{.from = visit, .to = known, .neighbor = neighbor, .site_file = site_file});
}

// Orders the new visits and reports those that are shown. The roots keep their order.
absl::Status RelationFinder::EndLevel() {
  const auto begin = static_cast<std::ptrdiff_t>(order_.size());
  for (std::size_t i = order_.size(); i < visits_.size(); ++i) {
    order_.push_back(static_cast<std::uint32_t>(i));
  }
  if (begin != 0) {
    std::sort(order_.begin() + begin, order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (visits_[a].confidence != visits_[b].confidence) {
        return visits_[a].confidence > visits_[b].confidence;
      }
      return view_.CompareCanonical(visits_[a].symbol, visits_[b].symbol) < 0;
    });
  }
  if (visitor_ == nullptr) return absl::OkStatus();
  const std::size_t end = std::min(order_.size(), root_count_ + options_.limit);
  for (auto i = static_cast<std::size_t>(begin); i < end; ++i) {
    WM_RETURN_IF_ERROR(visitor_->OnSymbol(visits_[order_[i]]));
  }
  return visitor_->AfterHop();
}

// Removes the first `skip` visits after the roots from the shown ones, except for ends of edges of
// the remaining visits.
void RelationFinder::LeaveOut() {
  std::vector<bool> is_of_page(visits_.size());
  std::vector<bool> is_shown(visits_.size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    is_of_page[order_[i]] = i >= root_count_ + options_.skip;
    is_shown[order_[i]] = i < root_count_ || is_of_page[order_[i]];
  }
  std::erase_if(followed_, [&](const Followed& followed) {
    return !is_of_page[followed.from] && !is_of_page[followed.to];
  });
  for (const Followed& followed : followed_) {
    is_shown[followed.from] = true;
    is_shown[followed.to] = true;
  }
  std::erase_if(order_, [&](std::uint32_t i) { return !is_shown[i]; });
}

// Renumbers the ends of followed edges by shown symbols, drops edges to others, and sorts. Among
// edges of one type between the same symbols the one of highest confidence comes first.
void RelationFinder::OrderEdges(const std::vector<std::uint32_t>& index_of) {
  std::erase_if(followed_, [&](const Followed& followed) {
    return index_of[followed.from] == SymbolSlots::kNone ||
           index_of[followed.to] == SymbolSlots::kNone;
  });
  for (Followed& followed : followed_) {
    followed.from = index_of[followed.from];
    followed.to = index_of[followed.to];
  }
  const auto key = [this](const Followed& f) {
    return row_.is_incoming ? std::tuple(f.to, f.from, f.neighbor.type)
                            : std::tuple(f.from, f.to, f.neighbor.type);
  };
  std::stable_sort(followed_.begin(), followed_.end(), [&](const Followed& a, const Followed& b) {
    if (key(a) != key(b)) return key(a) < key(b);
    return ConfidenceThousandths(a.neighbor.rule) > ConfidenceThousandths(b.neighbor.rule);
  });
}

void RelationFinder::AddSites(const Followed& followed, std::vector<Position>& scratch,
                              RelatedEdge& edge) const {
  if (followed.witness != SymbolId::kNone) {
    edge.sites.push_back(
        {view_.FileOf(followed.witness), view_.Symbol(followed.witness).name_position});
  }
  if (followed.derived) return;
  view_.Sites(followed.neighbor, scratch);
  for (const Position& site : scratch) edge.sites.push_back({followed.site_file, site});
}

// Gives one edge per pair of symbols and type, with the rule of highest confidence and all sites.
template <typename Sink>
absl::Status RelationFinder::TakeEdges(Sink sink) const {
  std::vector<Position> scratch;
  for (std::size_t i = 0; i < followed_.size();) {
    const Followed& first = followed_[i];
    RelatedEdge edge{.source = first.from,
                     .target = first.to,
                     .type = first.neighbor.type,
                     .rule = first.neighbor.rule};
    if (row_.is_incoming) std::swap(edge.source, edge.target);
    for (; i < followed_.size() && followed_[i].from == first.from && followed_[i].to == first.to &&
           followed_[i].neighbor.type == first.neighbor.type;
         ++i) {
      AddSites(followed_[i], scratch, edge);
    }
    WM_RETURN_IF_ERROR(sink(std::move(edge)));
  }
  return absl::OkStatus();
}

absl::StatusOr<RelatedSymbols> RelationFinder::Take() {
  RelatedSymbols result;
  order_.resize(std::min(order_.size(), root_count_ + options_.skip + options_.limit));
  result.omitted = visits_.size() - order_.size();
  result.found.reserve(visits_.size());
  for (const RelatedSymbol& visit : visits_) result.found.push_back(visit.symbol);
  result.followed = level_begin_;
  result.overridden = std::move(overridden_);
  if (options_.skip != 0) LeaveOut();
  std::vector<std::uint32_t> index_of(visits_.size(), SymbolSlots::kNone);
  for (std::uint32_t i = 0; i < order_.size(); ++i) index_of[order_[i]] = i;
  OrderEdges(index_of);
  if (visitor_ != nullptr) {
    WM_RETURN_IF_ERROR(
        TakeEdges([this](const RelatedEdge& edge) { return visitor_->OnEdge(edge); }));
    return result;
  }
  result.symbols.reserve(order_.size());
  for (const std::uint32_t visit : order_) result.symbols.push_back(visits_[visit]);
  WM_RETURN_IF_ERROR(TakeEdges([&result](RelatedEdge edge) {
    result.edges.push_back(std::move(edge));
    return absl::OkStatus();
  }));
  return result;
}

absl::StatusOr<RelatedSymbols> Run(const graph::ReadView& view, std::span<const SymbolId> roots,
                                   const RelationOptions& options, RelationVisitor* visitor) {
  Workspace own;
  Workspace& workspace = options.workspace != nullptr ? *options.workspace : own;
  RelationFinder finder(view, options, workspace.buffers().slots, visitor);
  WM_RETURN_IF_ERROR(finder.Run(roots));
  return finder.Take();
}

}  // namespace

std::string_view Name(Relation relation) { return RowOf(relation).name; }

std::optional<Relation> RelationFromName(std::string_view name) {
  for (const RelationRow& row : kRelationRows) {
    if (row.name == name) return row.relation;
  }
  return std::nullopt;
}

std::span<const Relation> AllRelations() { return kRelations; }

bool IsIncoming(Relation relation) { return RowOf(relation).is_incoming; }

bool FollowsOverridden(Relation relation) { return RowOf(relation).follows_overridden; }

bool FollowsReferences(Relation relation) {
  const RelationRow& row = RowOf(relation);
  return row.follows != nullptr && relation != Relation::kOwned;
}

absl::StatusOr<RelatedSymbols> FindRelated(const graph::ReadView& view,
                                           std::span<const SymbolId> roots,
                                           const RelationOptions& options) {
  return Run(view, roots, options, nullptr);
}

absl::StatusOr<RelatedSymbols> VisitRelated(const graph::ReadView& view,
                                            std::span<const SymbolId> roots,
                                            const RelationOptions& options,
                                            RelationVisitor& visitor) {
  if (options.skip != 0) return absl::InvalidArgumentError("relations: a stream skips nothing");
  return Run(view, roots, options, &visitor);
}

}  // namespace waymark::retrieval
