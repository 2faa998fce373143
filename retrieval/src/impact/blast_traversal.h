// The traversal of a blast radius: blast_radius.cc searches, blast_report.cc reports.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <absl/status/status.h>

#include "graph/read_view.h"
#include "impact/test_units.h"
#include "retrieval/blast_radius.h"
#include "retrieval/workspace.h"
#include "traits/cancel_poll.h"
#include "traits/edge_traits.h"
#include "uses/incoming.h"
#include "uses/query_buffers.h"

namespace waymark::retrieval {

class BlastRadius {
 public:
  // Without a visitor the entries are reported at the end.
  BlastRadius(const graph::ReadView& view, const BlastOptions& options,
              Workspace::QueryBuffers& buffers, BlastVisitor* visitor);
  ~BlastRadius();
  BlastRadius(const BlastRadius&) = delete;
  BlastRadius& operator=(const BlastRadius&) = delete;

  absl::Status Run(std::span<const SymbolId> roots);
  void Report(BlastResult& result);
  // The impact alone, after Run.
  Impact ImpactOfVisits(bool runs_from_outside);

 private:
  absl::Status CheckLive(SymbolId symbol) const;
  absl::Status AddRoots(std::span<const SymbolId> roots);
  void AddRoot(SymbolId symbol, std::uint32_t via, const Neighbor& edge);
  void AddMembers();
  absl::Status ExpandLevel();
  absl::Status AddFirstAffected();
  void Expand(std::uint32_t visit);
  bool IsFollowedAlready(const Alias& alias, float confidence);
  void FollowEdges(std::uint32_t visit, const Alias& alias);
  static void Improve(BlastVisit& visit, const BlastVisit& reached);
  void Reach(const BlastVisit& reached);
  void OrderLevel();
  void OrderByBits(std::uint32_t first, std::uint32_t last);
  bool DepthCutsOff();
  bool LeadsToNew(const Alias& alias);

  // Another override of the same method does not depend on this one.
  static bool IsPassedOver(const Neighbor& edge, const Alias& alias) {
    return alias.is_overridden && TraitsOf(edge.type).dispatches;
  }

  float ConfidenceOf(const Neighbor& edge) const {
    return confidences_[static_cast<std::uint8_t>(edge.rule)];
  }

  void CountLevel();
  bool MayShow(std::size_t visit);
  void SortLevel(std::size_t begin, std::size_t end, std::size_t count);
  std::size_t ChooseAffected(std::size_t limit);
  std::vector<std::uint32_t> Choose(std::size_t limit);
  void LeaveOut(std::size_t limit, std::vector<std::uint32_t>& chosen);
  void AddEntries(BlastResult& result);
  absl::Status TellLevel();
  absl::Status TellEdges();
  BlastEntry EntryOf(std::uint32_t index, bool tells_way) const;

  const graph::ReadView& view_;
  const BlastOptions& options_;
  BlastBuffers& buffers_;
  SymbolSlots& slots_;
  SymbolNotes& notes_;
  BlastVisitor* visitor_;
  std::array<float, 256> confidences_;
  std::uint32_t hop_ = 0;
  std::size_t level_begin_ = 0;  // of the level that is expanded
  std::size_t level_end_ = 0;
  std::uint64_t edges_visited_ = 0;
  std::uint64_t weak_edges_ = 0;
  std::uint64_t affected_files_ = 0;
  std::uint64_t affected_tests_ = 0;
  CancelPoll poll_{options_.cancelled, "blast radius"};
  TestUnits units_{view_};
  std::vector<std::uint64_t> hop_counts_;
  IncomingEdges incoming_;
  std::vector<Neighbor> out_;
  std::vector<Neighbor> scratch_;
};

}  // namespace waymark::retrieval
