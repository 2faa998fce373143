// Breadth-first over incoming edges, level by level in canonical order, so that of several equally
// sure ways to a symbol the same one is told on every machine.
#include "retrieval/blast_radius.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "blast_traversal.h"
#include "constants.h"
#include "edge_traits.h"
#include "graph/status.h"
#include "kind_traits.h"
#include "retrieval/contracts.h"
#include "retrieval/declarations.h"

namespace waymark::retrieval {
namespace {

// Confidence of each rule as a factor, by its number.
std::array<float, 256> MakeConfidences() {
  std::array<float, 256> confidences{};
  for (const EdgeRule rule : AllEdgeRules()) {
    confidences[static_cast<std::uint8_t>(rule)] = ConfidenceOf(rule);
  }
  return confidences;
}

}  // namespace

BlastRadius::BlastRadius(const graph::ReadView& view, const BlastOptions& options,
                         Workspace::Arrays& arrays, BlastVisitor* visitor)
    : view_(view),
      options_(options),
      arrays_(arrays.blast),
      slots_(arrays.slots),
      visitor_(visitor),
      confidences_(MakeConfidences()) {
  for (const EdgeType type : AllEdgeTypes()) {
    const bool asked_for = std::find(options.edge_types.begin(), options.edge_types.end(), type) !=
                           options.edge_types.end();
    followed_[static_cast<std::uint8_t>(type)] =
        options.edge_types.empty() ? TraitsOf(type).carries_dependence : asked_for;
  }
  slots_.Reset(view.symbol_bound());
  arrays_.visits.clear();
  arrays_.marked.resize(std::max<std::size_t>(arrays_.marked.size(), view.symbol_bound() / 64 + 1));
  arrays_.files.resize(std::max<std::size_t>(arrays_.files.size(), view.file_bound() / 64 + 1));
}

BlastRadius::~BlastRadius() { std::fill(arrays_.files.begin(), arrays_.files.end(), 0); }

absl::Status BlastRadius::Run(std::span<const SymbolId> roots) {
  WM_RETURN_IF_ERROR(AddRoots(roots));
  WM_RETURN_IF_ERROR(TellLevel());
  while (hop_ < options_.depth && level_begin_ < level_end_) {
    WM_RETURN_IF_ERROR(ExpandLevel());
    WM_RETURN_IF_ERROR(TellLevel());
  }
  return TellEdges();
}

absl::Status BlastRadius::AddRoots(std::span<const SymbolId> roots) {
  for (const SymbolId root : roots) {
    if (ToIndex(root) >= view_.symbol_bound() || !view_.IsLive(root)) {
      return absl::InvalidArgumentError(fmt::format(
          "blast radius: symbol {} is not in this view; look its name up again", ToIndex(root)));
    }
    const auto own_index = static_cast<std::uint32_t>(arrays_.visits.size());
    view_.Out(root, out_);
    bool has_definition = false;
    for (const Neighbor& edge : out_) {
      if (edge.type != EdgeType::kDeclares) continue;
      has_definition = true;
      AddRoot(edge.symbol, static_cast<std::uint32_t>(arrays_.visits.size()), Neighbor{});
    }
    if (!has_definition) AddRoot(root, own_index, Neighbor{});
  }
  AddMembers();
  level_end_ = arrays_.visits.size();
  OrderLevel();
  hop_counts_.assign(1, level_end_);
  return absl::OkStatus();
}

void BlastRadius::AddRoot(SymbolId symbol, std::uint32_t via, const Neighbor& edge) {
  if (slots_.Find(symbol) != SymbolSlots::kNone) return;
  slots_.Set(symbol, static_cast<std::uint32_t>(arrays_.visits.size()));
  arrays_.visits.push_back(BlastVisit{.symbol = symbol, .via = via, .edge = edge});
}

// The contents of every root that holds something, and theirs.
void BlastRadius::AddMembers() {
  for (std::uint32_t i = 0; i < arrays_.visits.size(); ++i) {
    const SymbolId holder = arrays_.visits[i].symbol;
    const KindTraits& traits = TraitsOf(view_.Kind(holder));
    if (!traits.holds_members && !traits.holds_files) continue;
    view_.Out(holder, out_);
    for (Neighbor edge : out_) {
      if (edge.type != EdgeType::kContains) continue;
      edge.symbol = DefinitionOf(view_, edge.symbol, scratch_);
      AddRoot(edge.symbol, i, edge);
    }
  }
}

absl::Status BlastRadius::ExpandLevel() {
  ++hop_;
  for (const SymbolId symbol : arrays_.level) {
    WM_RETURN_IF_ERROR(poll_.Check());
    Expand(slots_.Find(symbol));
  }
  level_begin_ = level_end_;
  level_end_ = arrays_.visits.size();
  OrderLevel();
  CountLevel();
  if (level_begin_ < level_end_) hop_counts_.push_back(level_end_ - level_begin_);
  return absl::OkStatus();
}

// Fills arrays_.level with the symbols of the level from level_begin_ on, in canonical order. A
// pass over a bitmap gives them in order of their ids, which is the canonical one unless an overlay
// has moved some.
void BlastRadius::OrderLevel() {
  arrays_.level.clear();
  std::size_t first = arrays_.marked.size();
  std::size_t last = 0;
  for (std::size_t i = level_begin_; i < level_end_; ++i) {
    const std::uint32_t id = ToIndex(arrays_.visits[i].symbol);
    arrays_.marked[id / 64] |= std::uint64_t{1} << (id % 64);
    first = std::min<std::size_t>(first, id / 64);
    last = std::max<std::size_t>(last, id / 64 + 1);
  }
  for (std::size_t word = first; word < last; ++word) {
    for (std::uint64_t bits = arrays_.marked[word]; bits != 0; bits &= bits - 1) {
      arrays_.level.push_back(SymbolId{static_cast<std::uint32_t>(
          word * 64 + static_cast<std::size_t>(std::countr_zero(bits)))});
    }
    arrays_.marked[word] = 0;
  }
  const auto before = [this](SymbolId a, SymbolId b) { return view_.CompareCanonical(a, b) < 0; };
  if (!std::is_sorted(arrays_.level.begin(), arrays_.level.end(), before)) {
    std::sort(arrays_.level.begin(), arrays_.level.end(), before);
  }
}

// Counts files and tests of a level while its symbols lie in order.
void BlastRadius::CountLevel() {
  for (const SymbolId symbol : arrays_.level) {
    const std::uint32_t file = ToIndex(view_.FileOf(symbol));
    const std::uint64_t bit = std::uint64_t{1} << (file % 64);
    affected_files_ += (arrays_.files[file / 64] & bit) == 0 ? 1U : 0U;
    arrays_.files[file / 64] |= bit;
    affected_tests_ += (view_.Flags(symbol) & kSymbolTestCase) != 0 ? 1U : 0U;
  }
}

void BlastRadius::Expand(std::uint32_t visit) {
  const SymbolId symbol = arrays_.visits[visit].symbol;
  FollowEdges(visit, Alias{.symbol = symbol});
  CollectAliases(symbol);
  for (std::size_t i = 1; i < aliases_.size(); ++i) FollowEdges(visit, aliases_[i]);
}

bool BlastRadius::IsFollowed(const Neighbor& edge, bool through_override) const {
  // Another override of the same method is no dependent of this one.
  if (through_override && TraitsOf(edge.type).dispatches) return false;
  return followed_[static_cast<std::uint8_t>(edge.type)];
}

void BlastRadius::FollowEdges(std::uint32_t visit, const Alias& alias) {
  view_.In(alias.symbol, in_);
  edges_visited_ += in_.size();
  const float confidence = arrays_.visits[visit].confidence * alias.confidence;
  for (const Neighbor& edge : in_) {
    if (!IsFollowed(edge, alias.is_overridden)) continue;
    if (!IsSureEnough(edge)) {
      ++weak_edges_;
      continue;
    }
    Reach(edge, visit, confidence * ConfidenceOf(edge));
  }
}

void BlastRadius::Reach(const Neighbor& edge, std::uint32_t via, float confidence) {
  const std::uint32_t known = slots_.Find(edge.symbol);
  if (known < level_end_) return;  // of an earlier hop, as most are
  if (known != SymbolSlots::kNone) {
    BlastVisit& visit = arrays_.visits[known];
    if (confidence > visit.confidence) {
      visit = BlastVisit{
          .symbol = visit.symbol, .via = via, .hop = hop_, .confidence = confidence, .edge = edge};
    }
    return;
  }
  const SymbolId symbol = DefinitionOf(view_, edge.symbol, scratch_);
  if (symbol != edge.symbol && slots_.Find(symbol) != SymbolSlots::kNone) {
    slots_.Set(edge.symbol, slots_.Find(symbol));
    return Reach(edge, via, confidence);
  }
  const auto slot = static_cast<std::uint32_t>(arrays_.visits.size());
  slots_.Set(edge.symbol, slot);
  slots_.Set(symbol, slot);
  arrays_.visits.push_back(BlastVisit{
      .symbol = symbol, .via = via, .hop = hop_, .confidence = confidence, .edge = edge});
}

void BlastRadius::AddAlias(SymbolId symbol, float confidence, bool is_overridden) {
  if (aliases_.size() >= kMaxAliases) return;
  for (const Alias& alias : aliases_) {
    if (alias.symbol == symbol) return;
  }
  aliases_.push_back(
      Alias{.symbol = symbol, .confidence = confidence, .is_overridden = is_overridden});
}

// Leaves in aliases_ the symbol itself, its declarations, what it overrides, and so on, and of a
// route the addresses that it answers.
// REQUIRES: in_ holds the edges into `symbol`.
void BlastRadius::CollectAliases(SymbolId symbol) {
  aliases_.assign(1, Alias{.symbol = symbol});
  for (const Neighbor& edge : in_) {
    if (edge.type == EdgeType::kDeclares) AddAlias(edge.symbol, 1, false);
  }
  if (view_.Kind(symbol) == SymbolKind::kRouteHandler) {
    requests_.clear();
    RequestsAnsweredBy(view_, symbol, requests_);
    for (const SymbolId request : requests_) {
      aliases_.push_back({.symbol = request, .confidence = kAnsweredRequest});
    }
  }
  // Only methods override, and only what overrides has aliases of aliases.
  if (view_.Kind(symbol) != SymbolKind::kMethod) return;
  for (std::size_t i = 0; i < aliases_.size(); ++i) {
    const Alias alias = aliases_[i];
    view_.Out(alias.symbol, out_);
    edges_visited_ += out_.size();
    for (const Neighbor& edge : out_) {
      if (edge.type == EdgeType::kDeclares) {
        AddAlias(edge.symbol, alias.confidence, alias.is_overridden);
      } else if (TraitsOf(edge.type).dispatches && IsSureEnough(edge)) {
        AddAlias(edge.symbol, alias.confidence * ConfidenceOf(edge), true);
      }
    }
    if (!alias.is_overridden) continue;
    view_.In(alias.symbol, in_);
    edges_visited_ += in_.size();
    for (const Neighbor& edge : in_) {
      if (edge.type == EdgeType::kDeclares) AddAlias(edge.symbol, alias.confidence, true);
    }
  }
}

// Whether one hop more would reach something new.
bool BlastRadius::DepthCutsOff() {
  for (const SymbolId symbol : arrays_.level) {
    view_.In(symbol, in_);
    CollectAliases(symbol);
    for (const Alias& alias : aliases_) {
      view_.In(alias.symbol, in_);
      for (const Neighbor& edge : in_) {
        if (IsFollowed(edge, alias.is_overridden) && IsSureEnough(edge) &&
            slots_.Find(DefinitionOf(view_, edge.symbol, scratch_)) == SymbolSlots::kNone) {
          return true;
        }
      }
    }
  }
  return false;
}

namespace {

absl::StatusOr<BlastResult> RunBlastRadius(const graph::ReadView& view,
                                           std::span<const SymbolId> roots,
                                           const BlastOptions& options, BlastVisitor* visitor) {
  if (roots.empty()) return absl::InvalidArgumentError("blast radius: no symbol to start from");
  if (options.depth > kMaxBlastDepth) {
    return absl::InvalidArgumentError(
        fmt::format("blast radius: depth {}; the greatest is {}", options.depth, kMaxBlastDepth));
  }
  if (!(options.min_confidence >= 0 && options.min_confidence <= 1)) {
    return absl::InvalidArgumentError(fmt::format(
        "blast radius: a least confidence of {}; it must be from 0 to 1", options.min_confidence));
  }
  Workspace own_workspace;
  Workspace& workspace = options.workspace == nullptr ? own_workspace : *options.workspace;
  BlastRadius blast(view, options, workspace.arrays(), visitor);
  WM_RETURN_IF_ERROR(blast.Run(roots));
  BlastResult result;
  blast.Report(result);
  return result;
}

}  // namespace

absl::StatusOr<BlastResult> ComputeBlastRadius(const graph::ReadView& view,
                                               std::span<const SymbolId> roots,
                                               const BlastOptions& options) {
  return RunBlastRadius(view, roots, options, nullptr);
}

absl::StatusOr<BlastResult> VisitBlastRadius(const graph::ReadView& view,
                                             std::span<const SymbolId> roots,
                                             const BlastOptions& options, BlastVisitor& visitor) {
  return RunBlastRadius(view, roots, options, &visitor);
}

}  // namespace waymark::retrieval
