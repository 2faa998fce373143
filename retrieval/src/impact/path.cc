#include "retrieval/path.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/status.h"
#include "impact/boundary_targets.h"
#include "impact/outside_calls.h"
#include "retrieval/blast_radius.h"
#include "retrieval/declarations.h"
#include "retrieval/incompleteness.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {
namespace {

// A path of a search to a symbol, as its last edge and the previous visit.
struct Visit {
  SymbolId symbol = SymbolId::kNone;
  std::uint32_t via = 0;
  std::uint32_t hop = 0;
  float confidence = 1;
  Neighbor edge = {};        // to it
  bool is_backward = false;  // the edge was followed against its direction
  FileId site_file = FileId::kNone;
  float step_confidence = 1;
  // For a message and the like: the address on the way, and the edge from this symbol to the
  // address, which is followed against its direction.
  SymbolId address = SymbolId::kNone;
  Neighbor receives = {};
};

// Symbols and steps that a search for a further path must not use.
struct Banned {
  std::vector<SymbolId> symbols;
  std::vector<SymbolId> first_steps;  // from the start, when there is one start
};

enum class Order : std::uint8_t {
  kShortest,  // fewest steps, then the surest
  kSurest,    // the surest, then fewest steps
};

class PathFinder {
 public:
  PathFinder(const graph::ReadView& view, std::span<const SymbolId> to, const PathOptions& options,
             SymbolSlots& slots)
      : view_(view), options_(options), slots_(slots), targets_(Definitions(to)) {}

  // The best path in that order; ties go to the canonical order.
  absl::StatusOr<std::optional<Path>> Best(Order order, std::span<const SymbolId> from,
                                           std::uint32_t max_hops, const Banned& banned);
  // The symbols that the last search met up to that hop, without duplicates.
  std::vector<SymbolId> Met(std::uint32_t last_hop) const;

  std::vector<SymbolId> Definitions(std::span<const SymbolId> symbols) {
    std::vector<SymbolId> definitions;
    for (const SymbolId symbol : symbols) {
      definitions.push_back(SingleDefinitionOf(view_, symbol, scratch_));
    }
    return definitions;
  }

  // By confidence, then fewest steps, then canonical order of the symbols.
  bool ComesBefore(const Path& a, const Path& b) const;

 private:
  void Begin(std::span<const SymbolId> from, const Banned& banned);
  absl::Status ExpandLevel(std::size_t begin, std::size_t end, const Banned& banned);
  void FollowEdges(std::uint32_t visit, SymbolId symbol, const Banned& banned);
  void FollowEdge(std::uint32_t visit, SymbolId symbol, const Neighbor& edge, bool is_backward,
                  const Banned& banned);
  void FollowSent(std::uint32_t visit, SymbolId symbol, const Neighbor& edge, const Banned& banned);
  void Reach(const Visit& found);
  void Improve(std::uint32_t known, const Visit& found);
  void MeetTargets(std::size_t begin);
  Path PathTo(std::uint32_t visit) const;
  PathStep StepAlong(const Neighbor& edge, SymbolId to, FileId site_file) const;

  const graph::ReadView& view_;
  const PathOptions& options_;
  SymbolSlots& slots_;
  Order order_ = Order::kShortest;
  std::vector<Visit> visits_;
  std::optional<std::uint32_t> best_;  // visit of a target
  CancelPoll poll_{options_.cancelled, "path"};
  std::vector<Neighbor> neighbors_;
  std::vector<Neighbor> scratch_;
  BoundaryTargets boundary_targets_{view_};
  std::vector<BoundaryTarget> found_targets_;
  std::vector<SymbolId> declarations_;   // of the symbols whose edges were followed last
  const std::vector<SymbolId> targets_;  // found with the help of the scratch space above
};

bool Holds(std::span<const SymbolId> symbols, SymbolId symbol) {
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

void PathFinder::Begin(std::span<const SymbolId> from, const Banned& banned) {
  constexpr std::uint32_t kBannedSlot = SymbolSlots::kNone - 1;
  slots_.Reset(view_.symbol_bound());
  visits_.clear();
  best_.reset();
  for (const SymbolId symbol : banned.symbols) slots_.Set(symbol, kBannedSlot);
  for (const SymbolId symbol : from) {
    if (slots_.Find(symbol) != SymbolSlots::kNone) continue;
    slots_.Set(symbol, static_cast<std::uint32_t>(visits_.size()));
    visits_.push_back({.symbol = symbol, .via = static_cast<std::uint32_t>(visits_.size())});
  }
}

// Level by level. When ordered by steps, the first level with a target ends the search. When
// ordered by confidence, a symbol is visited again whenever a longer path to it has higher
// confidence, and a path is given up when its confidence does not exceed that of the best one,
// because no further step raises it.
absl::StatusOr<std::optional<Path>> PathFinder::Best(Order order, std::span<const SymbolId> from,
                                                     std::uint32_t max_hops, const Banned& banned) {
  order_ = order;
  Begin(from, banned);
  std::size_t begin = 0;
  for (std::uint32_t hop = 0; begin < visits_.size(); ++hop) {
    MeetTargets(begin);
    if (hop == max_hops || (best_.has_value() && order == Order::kShortest)) break;
    const std::size_t end = visits_.size();
    WM_RETURN_IF_ERROR(ExpandLevel(begin, end, hop == 0 ? banned : Banned{}));
    begin = end;
  }
  if (!best_.has_value()) return std::nullopt;
  return PathTo(*best_);
}

absl::Status PathFinder::ExpandLevel(std::size_t begin, std::size_t end, const Banned& banned) {
  for (std::size_t i = begin; i < end; ++i) {
    WM_RETURN_IF_ERROR(poll_.Check());
    const auto visit = static_cast<std::uint32_t>(i);
    declarations_.clear();
    FollowEdges(visit, visits_[i].symbol, banned);
    const std::size_t own = declarations_.size();
    for (std::size_t d = 0; d < own; ++d) FollowEdges(visit, declarations_[d], banned);
  }
  return absl::OkStatus();
}

// Follows the symbol's edges, leads to the receivers of what it sends, and to methods that override
// it, because a call of it may run them.
void PathFinder::FollowEdges(std::uint32_t visit, SymbolId symbol, const Banned& banned) {
  view_.Out(symbol, neighbors_);
  for (const Neighbor& edge : neighbors_) {
    if (TraitsOf(edge.type).carries_dependence) FollowEdge(visit, symbol, edge, false, banned);
    FollowSent(visit, symbol, edge, banned);
  }
  view_.In(symbol, neighbors_);
  for (const Neighbor& edge : neighbors_) {
    if (edge.type == EdgeType::kDeclares) declarations_.push_back(edge.symbol);
    if (TraitsOf(edge.type).dispatches) FollowEdge(visit, symbol, edge, true, banned);
  }
}

void PathFinder::FollowEdge(std::uint32_t visit, SymbolId symbol, const Neighbor& edge,
                            bool is_backward, const Banned& banned) {
  const SymbolId next = SingleDefinitionOf(view_, edge.symbol, scratch_);
  if (Holds(banned.first_steps, next)) return;
  Reach({.symbol = next,
         .via = visit,
         .hop = visits_[visit].hop + 1,
         .confidence = visits_[visit].confidence * ConfidenceOf(edge.rule),
         .edge = edge,
         .is_backward = is_backward,
         .site_file = view_.FileOf(is_backward ? edge.symbol : symbol),
         .step_confidence = ConfidenceOf(edge.rule)});
}

void PathFinder::FollowSent(std::uint32_t visit, SymbolId symbol, const Neighbor& edge,
                            const Banned& banned) {
  boundary_targets_.Of(edge, found_targets_);
  for (const BoundaryTarget& target : found_targets_) {
    if (Holds(banned.first_steps, target.edge ? edge.symbol : target.symbol)) continue;
    const float sent = ConfidenceOf(edge.rule) * target.confidence;
    Visit found{.symbol = target.symbol,
                .via = visit,
                .hop = visits_[visit].hop + 1,
                .confidence = visits_[visit].confidence * sent,
                .edge = edge,
                .site_file = view_.FileOf(symbol),
                .step_confidence = sent};
    if (target.edge) {
      found.confidence *= ConfidenceOf(target.edge->rule);
      found.address = edge.symbol;
      found.receives = *target.edge;
    }
    Reach(found);
  }
}

void PathFinder::Reach(const Visit& found) {
  const bool is_hopeless = best_.has_value() && found.confidence <= visits_[*best_].confidence;
  if (is_hopeless) return;
  const std::uint32_t known = slots_.Find(found.symbol);
  if (known == SymbolSlots::kNone) {
    slots_.Set(found.symbol, static_cast<std::uint32_t>(visits_.size()));
    visits_.push_back(found);
  } else if (known < visits_.size()) {
    Improve(known, found);
  }
}

// Keeps the better of two paths to one symbol, of which `known` was found first. When ordered by
// confidence, a longer path of higher confidence is kept beside the shorter one.
void PathFinder::Improve(std::uint32_t known, const Visit& found) {
  Visit& visit = visits_[known];
  const bool is_surer = found.confidence > visit.confidence;
  if (visit.hop == found.hop) {
    const bool is_first =
        found.confidence == visit.confidence &&
        view_.CompareCanonical(visits_[found.via].symbol, visits_[visit.via].symbol) < 0;
    if (is_surer || is_first) visit = found;
  } else if (is_surer && order_ == Order::kSurest) {
    // Symbols that were reached over the shorter path keep it.
    slots_.Set(found.symbol, static_cast<std::uint32_t>(visits_.size()));
    visits_.push_back(found);
  }
}

// The best target among the visits from `begin` on; ties go to the first.
void PathFinder::MeetTargets(std::size_t begin) {
  for (std::size_t i = begin; i < visits_.size(); ++i) {
    if (!Holds(targets_, visits_[i].symbol)) continue;
    if (!best_.has_value() || visits_[i].confidence > visits_[*best_].confidence) {
      best_ = static_cast<std::uint32_t>(i);
    }
  }
}

std::vector<SymbolId> PathFinder::Met(std::uint32_t last_hop) const {
  std::vector<SymbolId> met;
  for (std::uint32_t i = 0; i < visits_.size(); ++i) {
    const bool is_last = slots_.Find(visits_[i].symbol) == i;
    if (is_last && visits_[i].hop <= last_hop) met.push_back(visits_[i].symbol);
  }
  return met;
}

PathStep PathFinder::StepAlong(const Neighbor& edge, SymbolId to, FileId site_file) const {
  PathStep step{
      .symbol = to, .type = edge.type, .rule = edge.rule, .confidence = ConfidenceOf(edge.rule)};
  std::vector<Position> sites;
  view_.Sites(edge, sites);
  for (const Position& site : sites) step.sites.push_back({site_file, site});
  return step;
}

Path PathFinder::PathTo(std::uint32_t visit) const {
  Path path{.confidence = visits_[visit].confidence};
  for (; visits_[visit].via != visit; visit = visits_[visit].via) {
    const Visit& reached = visits_[visit];
    const bool is_sent = reached.address != SymbolId::kNone;
    if (is_sent) {
      path.steps.push_back(
          StepAlong(reached.receives, reached.symbol, view_.FileOf(reached.symbol)));
      path.steps.back().is_backward = true;
    }
    path.steps.push_back(
        StepAlong(reached.edge, is_sent ? reached.address : reached.symbol, reached.site_file));
    path.steps.back().is_backward = reached.is_backward;
    path.steps.back().confidence = reached.step_confidence;
  }
  path.begin = visits_[visit].symbol;
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

bool PathFinder::ComesBefore(const Path& a, const Path& b) const {
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.steps.size() != b.steps.size()) return a.steps.size() < b.steps.size();
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    const int order = view_.CompareCanonical(a.steps[i].symbol, b.steps[i].symbol);
    if (order != 0) return order < 0;
  }
  return false;
}

bool SameSymbols(const Path& a, const Path& b, std::size_t steps) {
  if (a.begin != b.begin || a.steps.size() < steps || b.steps.size() < steps) return false;
  return std::equal(a.steps.begin(), a.steps.begin() + static_cast<std::ptrdiff_t>(steps),
                    b.steps.begin(),
                    [](const PathStep& x, const PathStep& y) { return x.symbol == y.symbol; });
}

bool SameWay(const Path& a, const Path& b) {
  return a.steps.size() == b.steps.size() && SameSymbols(a, b, a.steps.size());
}

// Adds the paths that leave the last path found at each of its symbols (Yen's spur paths).
absl::Status AddSpurs(PathFinder& finder, const std::vector<Path>& found, std::uint32_t max_hops,
                      std::vector<Path>& candidates) {
  const Path& last = found.back();
  for (std::size_t i = 0; i < last.steps.size(); ++i) {
    const SymbolId spur = i == 0 ? last.begin : last.steps[i - 1].symbol;
    Banned banned;
    for (const Path& path : found) {
      if (SameSymbols(path, last, i) && path.steps.size() > i) {
        banned.first_steps.push_back(path.steps[i].symbol);
      }
    }
    if (i > 0) banned.symbols.push_back(last.begin);
    for (std::size_t j = 0; j + 1 < i; ++j) banned.symbols.push_back(last.steps[j].symbol);
    const SymbolId start[] = {spur};
    WM_ASSIGN_OR_RETURN(
        std::optional<Path> way,
        finder.Best(Order::kSurest, start, max_hops - static_cast<std::uint32_t>(i), banned));
    if (!way.has_value()) continue;
    Path whole{.begin = last.begin, .confidence = 1};
    whole.steps.assign(last.steps.begin(), last.steps.begin() + static_cast<std::ptrdiff_t>(i));
    whole.steps.insert(whole.steps.end(), way->steps.begin(), way->steps.end());
    for (const PathStep& step : whole.steps) {
      whole.confidence *= step.confidence;
    }
    const auto is_same = [&](const Path& path) { return SameWay(path, whole); };
    if (std::none_of(candidates.begin(), candidates.end(), is_same)) {
      candidates.push_back(std::move(whole));
    }
  }
  return absl::OkStatus();
}

// The `count` paths of highest confidence; `first` is the best one.
absl::StatusOr<std::vector<Path>> SurestWays(PathFinder& finder, Path first, std::uint32_t count,
                                             std::uint32_t max_hops) {
  std::vector<Path> found = {std::move(first)};
  std::vector<Path> candidates;
  while (found.size() < count && !found.back().steps.empty()) {
    WM_RETURN_IF_ERROR(AddSpurs(finder, found, max_hops, candidates));
    if (candidates.empty()) break;
    const auto best =
        std::min_element(candidates.begin(), candidates.end(),
                         [&](const Path& a, const Path& b) { return finder.ComesBefore(a, b); });
    found.push_back(std::move(*best));
    candidates.erase(best);
  }
  return found;
}

}  // namespace

absl::StatusOr<Paths> FindPaths(const graph::ReadView& view, std::span<const SymbolId> from,
                                std::span<const SymbolId> to, const PathOptions& options) {
  if (from.empty() || to.empty() || options.max_hops < 1 || options.max_hops > kMaxBlastDepth) {
    return absl::InvalidArgumentError("path: two ends and a number of hops are needed");
  }
  Workspace own_workspace;
  Workspace& workspace = options.workspace == nullptr ? own_workspace : *options.workspace;
  PathFinder finder(view, to, options, workspace.buffers().slots);
  const std::vector<SymbolId> starts = finder.Definitions(from);
  Paths paths;
  WM_ASSIGN_OR_RETURN(std::optional<Path> shortest,
                      finder.Best(Order::kShortest, starts, options.max_hops, {}));
  if (!shortest.has_value() || shortest->steps.size() > 1 || options.count > 1) {
    const auto steps =
        static_cast<std::uint32_t>(shortest.has_value() ? shortest->steps.size() : 0);
    const bool is_of_any = !shortest.has_value() || options.count > 1;
    const std::uint32_t last_hop = is_of_any ? options.max_hops : steps - 2;
    paths.unresolved = CountUnresolvedIn(view, finder.Met(last_hop), workspace);
  }
  if (!shortest.has_value()) {
    if (options.tells_outside) {
      paths.outside = OutsideCallsOf(view, finder.Met(options.max_hops));
    }
    return paths;
  }
  paths.paths.push_back(*std::move(shortest));
  if (options.count == 1 || paths.paths[0].steps.empty()) return paths;
  WM_ASSIGN_OR_RETURN(std::optional<Path> surest,
                      finder.Best(Order::kSurest, starts, options.max_hops, {}));
  if (!surest.has_value()) return paths;
  WM_ASSIGN_OR_RETURN(std::vector<Path> others,
                      SurestWays(finder, *std::move(surest), options.count, options.max_hops));
  for (Path& other : others) {
    if (paths.paths.size() < options.count && !SameWay(other, paths.paths[0])) {
      paths.paths.push_back(std::move(other));
    }
  }
  return paths;
}

}  // namespace waymark::retrieval
