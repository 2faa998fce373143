// Reports a traversal: the entries that fit a limit, or row by row to a visitor.
#include <algorithm>
#include <numeric>

#include "graph/status.h"
#include "impact/blast_traversal.h"
#include "impact/impact.h"
#include "retrieval/blast_radius.h"
#include "uses/completeness.h"

namespace waymark::retrieval {
namespace {

bool FollowsCallsButNoValues(std::span<const EdgeType> types) {
  const auto has = [types](EdgeType type) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  return has(EdgeType::kCalls) && !has(EdgeType::kReferences);
}

}  // namespace

// Leaves in buffers_.order the `count` visits of highest confidence of a level that may be shown,
// without roots; ties in canonical order.
void BlastRadius::SortLevel(std::size_t begin, std::size_t end, std::size_t count) {
  std::vector<std::uint32_t>& order = buffers_.order;
  order.clear();
  for (std::size_t i = begin; i < end; ++i) {
    if (MayShow(i)) order.push_back(static_cast<std::uint32_t>(i));
  }
  count = std::min(count, order.size());
  const auto cut = order.begin() + static_cast<std::ptrdiff_t>(count);
  const std::vector<BlastVisit>& visits = buffers_.visits;
  std::partial_sort(order.begin(), cut, order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (visits[a].confidence != visits[b].confidence) {
      return visits[a].confidence > visits[b].confidence;
    }
    return view_.CompareCanonical(visits[a].symbol, visits[b].symbol) < 0;
  });
  order.erase(cut, order.end());
}

bool BlastRadius::MayShow(std::size_t visit) {
  return !options_.only_tests || units_.Of(buffers_.visits[visit].symbol) != SymbolId::kNone;
}

// Puts the affected symbols that fit `limit` into buffers_.shown, by hop and then by confidence,
// with the members of roots on their paths. Returns the room that is left.
std::size_t BlastRadius::ChooseAffected(std::size_t limit) {
  const std::vector<BlastVisit>& visits = buffers_.visits;
  std::size_t begin = hop_counts_[0];
  for (std::size_t hop = 1; hop < hop_counts_.size() && limit > 0; ++hop) {
    const std::size_t end = begin + hop_counts_[hop];
    SortLevel(begin, end, limit);
    for (const std::uint32_t visit : buffers_.order) {
      // Adds the path to a root; symbols reached earlier are shown already.
      std::size_t cost = 1;
      for (std::uint32_t i = visits[visit].via; i != visit && !buffers_.is_shown[i];
           i = visits[i].via) {
        ++cost;
        if (visits[i].via == i) break;  // a root that is not shown yet
      }
      if (cost > limit) return 0;
      limit -= cost;
      // Roots are added separately. The other symbols of the path follow from the root on, each
      // after the symbol from which it was reached.
      const std::size_t shown_before = buffers_.shown.size();
      for (std::uint32_t i = visit; !buffers_.is_shown[i]; i = visits[i].via) {
        buffers_.is_shown[i] = true;
        if (i >= hop_counts_[0]) buffers_.shown.push_back(i);
      }
      std::reverse(buffers_.shown.begin() + static_cast<std::ptrdiff_t>(shown_before),
                   buffers_.shown.end());
    }
    begin = end;
  }
  return limit;
}

BlastEntry BlastRadius::EntryOf(std::uint32_t index, bool tells_way) const {
  const BlastVisit& visit = buffers_.visits[index];
  BlastEntry entry;
  entry.symbol = visit.symbol;
  entry.hop = visit.hop;
  const bool has_way = tells_way && buffers_.entry_of[visit.via] != SymbolSlots::kNone;
  entry.via = buffers_.entry_of[has_way ? visit.via : index];
  entry.type = visit.edge.type;
  entry.rule = visit.edge.rule;
  entry.confidence = visit.confidence;
  if (visit.hop == 0 || visit.via == index || !has_way) return entry;
  if (options_.only_tests) return entry;
  if (visit.use == SymbolNotes::kUnnoted) {
    view_.Sites(visit.edge, entry.sites);
  } else {
    notes_.ReadSites(view_, visit.use, entry.sites);
  }
  entry.site_file = view_.FileOf(visit.edge.symbol);  // as it stands in the edge, a declaration too
  return entry;
}

// Chooses the given roots, the affected symbols that fit `limit`, and members of roots in the room
// that is left.
std::vector<std::uint32_t> BlastRadius::Choose(std::size_t limit) {
  const std::vector<BlastVisit>& visits = buffers_.visits;
  buffers_.is_shown.assign(visits.size(), false);
  buffers_.shown.clear();
  std::size_t roots_left = limit;
  for (std::uint32_t i = 0; i < hop_counts_[0] && roots_left > 0; ++i) {
    buffers_.is_shown[i] = visits[i].via == i;
    roots_left -= buffers_.is_shown[i] ? 1 : 0;
  }
  std::size_t left = ChooseAffected(limit);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t i = 0; i < hop_counts_[0]; ++i) {
    // A member comes after its owner, so that an entry's path to its root is complete.
    const bool has_room = left > 0 && buffers_.is_shown[visits[i].via] && MayShow(i);
    if (!buffers_.is_shown[i] && has_room) {
      buffers_.is_shown[i] = true;
      --left;
    }
    if (buffers_.is_shown[i]) chosen.push_back(i);
  }
  chosen.insert(chosen.end(), buffers_.shown.begin(), buffers_.shown.end());
  return chosen;
}

// Removes from `chosen` the entries of an answer with this limit, all of which it contains, except
// for the symbols from which a remaining entry was reached. Afterwards buffers_.is_shown marks the
// remaining entries.
void BlastRadius::LeaveOut(std::size_t limit, std::vector<std::uint32_t>& chosen) {
  std::vector<bool>& is_rest = buffers_.is_shown;
  const std::vector<std::uint32_t> earlier = Choose(limit);
  is_rest.assign(buffers_.visits.size(), false);
  for (const std::uint32_t i : chosen) is_rest[i] = true;
  for (const std::uint32_t i : earlier) is_rest[i] = false;
  std::vector<bool> is_needed = is_rest;
  for (const std::uint32_t i : chosen) {
    if (is_rest[i]) is_needed[buffers_.visits[i].via] = true;
  }
  std::erase_if(chosen, [&](std::uint32_t i) { return !is_needed[i]; });
}

void BlastRadius::AddEntries(BlastResult& result) {
  const std::vector<BlastVisit>& visits = buffers_.visits;
  std::vector<std::uint32_t> chosen = Choose(options_.skip + options_.limit);
  result.omitted = visits.size() - chosen.size();
  if (options_.skip != 0) LeaveOut(options_.skip, chosen);
  buffers_.entry_of.assign(visits.size(), SymbolSlots::kNone);
  result.entries.reserve(chosen.size());
  for (const std::uint32_t i : chosen) {
    buffers_.entry_of[i] = static_cast<std::uint32_t>(result.entries.size());
    result.entries.push_back(EntryOf(i, buffers_.is_shown[i]));
  }
}

void BlastRadius::Report(BlastResult& result) {
  const std::vector<BlastVisit>& visits = buffers_.visits;
  result.hop_counts = hop_counts_;
  result.affected_symbols = visits.size() - hop_counts_[0];
  result.affected_files = affected_files_;
  result.affected_tests = affected_tests_;
  result.edges_visited = edges_visited_;
  result.beyond_depth = DepthCutsOff();
  result.weak_edges = weak_edges_;
  if (visitor_ == nullptr) {
    AddEntries(result);
  } else {
    result.omitted = visits.size() - std::min(visits.size(), options_.limit + hop_counts_[0]);
  }

  // References to the last level would be one hop further.
  const bool last_level_expanded = level_begin_ == level_end_;
  const std::size_t traversed = last_level_expanded ? visits.size() : level_begin_;
  const FollowedUses followed{.only_calls = FollowsCallsButNoValues(options_.edge_types)};
  result.missing = IncompletenessOfTraversal(
      view_, std::span<const BlastVisit>(visits).first(traversed), slots_, followed, notes_);
  if (options_.tells_impact) {
    result.impact = ImpactOfVisits(result.missing.run_from_outside);
  }
}

Impact BlastRadius::ImpactOfVisits(bool runs_from_outside) {
  return ComputeImpact(view_, options_, hop_counts_[0], runs_from_outside, buffers_, slots_);
}

// A visit may still be improved until its level is complete. The last visit reported is visits[told
// - 1].
absl::Status BlastRadius::TellLevel() {
  if (visitor_ == nullptr) return absl::OkStatus();
  const std::size_t bound = options_.limit + hop_counts_[0];
  for (std::size_t i = level_begin_; i < std::min(level_end_, bound); ++i) {
    const BlastVisit& visit = buffers_.visits[i];
    WM_RETURN_IF_ERROR(visitor_->OnSymbol({.symbol = visit.symbol,
                                           .hop = visit.hop,
                                           .via = visit.via,
                                           .type = visit.edge.type,
                                           .rule = visit.edge.rule,
                                           .confidence = visit.confidence}));
  }
  return visitor_->AfterHop();
}

absl::Status BlastRadius::TellEdges() {
  if (visitor_ == nullptr) return absl::OkStatus();
  const std::size_t told = std::min(buffers_.visits.size(), options_.limit + hop_counts_[0]);
  buffers_.entry_of.resize(buffers_.visits.size());
  std::iota(buffers_.entry_of.begin(), buffers_.entry_of.end(), 0U);
  for (std::uint32_t i = 0; i < told; ++i) {
    WM_RETURN_IF_ERROR(poll_.Check());
    if (buffers_.visits[i].via == i) continue;
    WM_RETURN_IF_ERROR(visitor_->OnEdge(i, EntryOf(i, true)));
  }
  return absl::OkStatus();
}

}  // namespace waymark::retrieval
