// Breadth-first search over incoming edges, level by level in canonical order, so that of several
// paths with equal confidence every machine reports the same one.
#include "retrieval/blast_radius.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include <absl/status/status.h>
#include <fmt/format.h>

#include "graph/status.h"
#include "impact/blast_traversal.h"
#include "impact/risk.h"
#include "retrieval/declarations.h"
#include "traits/constants.h"
#include "traits/edge_traits.h"
#include "traits/enumerators.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

// Sorting a symbol costs about as much as reading this many words of a bitmap.
constexpr std::size_t kWordsASymbolSorted = 16;

// Number of symbols whose notes are prefetched while one is expanded.
constexpr std::size_t kNotesAhead = 8;

// Confidence of each rule as a factor, indexed by the rule's number.
std::array<float, 256> MakeConfidences() {
  std::array<float, 256> confidences{};
  for (const EdgeRule rule : AllEdgeRules()) {
    confidences[static_cast<std::uint8_t>(rule)] = ConfidenceOf(rule);
  }
  return confidences;
}

}  // namespace

BlastRadius::BlastRadius(const graph::ReadView& view, const BlastOptions& options,
                         Workspace::QueryBuffers& buffers, BlastVisitor* visitor)
    : view_(view),
      options_(options),
      buffers_(buffers.blast),
      slots_(buffers.slots),
      notes_(buffers.notes),
      visitor_(visitor),
      confidences_(MakeConfidences()),
      incoming_(view, options.edge_types, options.min_confidence, buffers.notes) {
  slots_.Reset(view.symbol_bound());
  notes_.Follow(view, options.min_confidence);
  buffers_.followed.Reset(view.symbol_bound());
  buffers_.followed_at.clear();
  buffers_.visits.clear();
  buffers_.marked.resize(
      std::max<std::size_t>(buffers_.marked.size(), view.symbol_bound() / 64 + 1));
  buffers_.files.resize(std::max<std::size_t>(buffers_.files.size(), view.file_bound() / 64 + 1));
}

BlastRadius::~BlastRadius() { std::fill(buffers_.files.begin(), buffers_.files.end(), 0); }

absl::Status BlastRadius::Run(std::span<const SymbolId> roots) {
  WM_RETURN_IF_ERROR(AddRoots(roots));
  WM_RETURN_IF_ERROR(TellLevel());
  const bool has_first = !options_.first_affected.empty();
  while (hop_ < options_.depth && (level_begin_ < level_end_ || (hop_ == 0 && has_first))) {
    WM_RETURN_IF_ERROR(ExpandLevel());
    WM_RETURN_IF_ERROR(TellLevel());
  }
  return TellEdges();
}

absl::Status BlastRadius::CheckLive(SymbolId symbol) const {
  if (ToIndex(symbol) < view_.symbol_bound() && view_.IsLive(symbol)) return absl::OkStatus();
  return absl::InvalidArgumentError(fmt::format(
      "blast radius: symbol {} is not in this view; look its name up again", ToIndex(symbol)));
}

absl::Status BlastRadius::AddRoots(std::span<const SymbolId> roots) {
  std::vector<SymbolId> enumerators;
  for (const SymbolId root : roots) {
    WM_RETURN_IF_ERROR(CheckLive(root));
    const auto own_index = static_cast<std::uint32_t>(buffers_.visits.size());
    view_.Out(root, out_);
    bool has_definition = false;
    for (const Neighbor& edge : out_) {
      if (edge.type != EdgeType::kDeclares) continue;
      has_definition = true;
      AddRoot(edge.symbol, static_cast<std::uint32_t>(buffers_.visits.size()), Neighbor{});
    }
    if (!has_definition) AddRoot(root, own_index, Neighbor{});
    EnumeratorsIn(view_, root, enumerators);
    for (const SymbolId enumerator : enumerators) {
      AddRoot(enumerator, static_cast<std::uint32_t>(buffers_.visits.size()), Neighbor{});
    }
  }
  AddMembers();
  level_end_ = buffers_.visits.size();
  OrderLevel();
  hop_counts_.assign(1, level_end_);
  return absl::OkStatus();
}

void BlastRadius::AddRoot(SymbolId symbol, std::uint32_t via, const Neighbor& edge) {
  if (slots_.Find(symbol) != SymbolSlots::kNone) return;
  slots_.Set(symbol, static_cast<std::uint32_t>(buffers_.visits.size()));
  buffers_.visits.push_back(BlastVisit{.symbol = symbol, .via = via, .edge = edge});
}

// Adds the members of every root, and their members.
void BlastRadius::AddMembers() {
  for (std::uint32_t i = 0; i < buffers_.visits.size(); ++i) {
    const SymbolId holder = buffers_.visits[i].symbol;
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
  const std::vector<SymbolId>& level = buffers_.level;
  for (std::size_t i = 0; i < level.size(); ++i) {
    WM_RETURN_IF_ERROR(poll_.Check());
    if (i + kNotesAhead < level.size()) notes_.Prefetch(level[i + kNotesAhead]);
    Expand(slots_.Find(level[i]));
  }
  if (hop_ == 1) WM_RETURN_IF_ERROR(AddFirstAffected());
  level_begin_ = level_end_;
  level_end_ = buffers_.visits.size();
  OrderLevel();
  CountLevel();
  if (level_begin_ < level_end_) hop_counts_.push_back(level_end_ - level_begin_);
  return absl::OkStatus();
}

absl::Status BlastRadius::AddFirstAffected() {
  for (const SymbolId symbol : options_.first_affected) {
    WM_RETURN_IF_ERROR(CheckLive(symbol));
    const SymbolId definition = SingleDefinitionOf(view_, symbol, scratch_);
    if (slots_.Find(definition) != SymbolSlots::kNone) continue;
    const auto index = static_cast<std::uint32_t>(buffers_.visits.size());
    slots_.Set(definition, index);
    buffers_.visits.push_back(
        {.symbol = definition, .via = index, .hop = hop_, .confidence = 1, .edge = {}});
  }
  return absl::OkStatus();
}

// Fills buffers_.level with the symbols of the level from level_begin_ on, in canonical order. That
// is the order of ids, unless an overlay has moved some.
void BlastRadius::OrderLevel() {
  buffers_.level.clear();
  std::uint32_t first = UINT32_MAX;
  std::uint32_t last = 0;
  for (std::size_t i = level_begin_; i < level_end_; ++i) {
    buffers_.level.push_back(buffers_.visits[i].symbol);
    first = std::min(first, ToIndex(buffers_.level.back()));
    last = std::max(last, ToIndex(buffers_.level.back()));
  }
  if (buffers_.level.size() < 2) return;
  if ((last - first) / 64 < buffers_.level.size() * kWordsASymbolSorted) {
    OrderByBits(first, last);
  } else {
    std::sort(buffers_.level.begin(), buffers_.level.end());
  }
  const auto before = [this](SymbolId a, SymbolId b) { return view_.CompareCanonical(a, b) < 0; };
  if (!std::is_sorted(buffers_.level.begin(), buffers_.level.end(), before)) {
    std::sort(buffers_.level.begin(), buffers_.level.end(), before);
  }
}

// Sorts buffers_.level, whose ids lie between `first` and `last`, with a bitmap.
void BlastRadius::OrderByBits(std::uint32_t first, std::uint32_t last) {
  for (const SymbolId symbol : buffers_.level) {
    const std::uint32_t id = ToIndex(symbol);
    buffers_.marked[id / 64] |= std::uint64_t{1} << (id % 64);
  }
  buffers_.level.clear();
  for (std::uint32_t word = first / 64; word <= last / 64; ++word) {
    for (std::uint64_t bits = buffers_.marked[word]; bits != 0; bits &= bits - 1) {
      buffers_.level.push_back(
          SymbolId{word * 64 + static_cast<std::uint32_t>(std::countr_zero(bits))});
    }
    buffers_.marked[word] = 0;
  }
}

// Counts files and tests of a level while its symbols are in order.
void BlastRadius::CountLevel() {
  for (const SymbolId symbol : buffers_.level) {
    const std::uint32_t file = ToIndex(view_.FileOf(symbol));
    const std::uint64_t bit = std::uint64_t{1} << (file % 64);
    affected_files_ += (buffers_.files[file / 64] & bit) == 0 ? 1U : 0U;
    buffers_.files[file / 64] |= bit;
    affected_tests_ += (view_.Flags(symbol) & kSymbolTestCase) != 0 ? 1U : 0U;
  }
}

void BlastRadius::Expand(std::uint32_t visit) {
  const SymbolId symbol = buffers_.visits[visit].symbol;
  FollowEdges(visit, Alias{.symbol = symbol});
  for (const Alias& alias : incoming_.AliasesOf(symbol)) FollowEdges(visit, alias);
}

// Many methods override the same one. Its callers are reached over the first override of the
// highest confidence only.
bool BlastRadius::IsFollowedAlready(const Alias& alias, float confidence) {
  if (slots_.Find(alias.symbol) < level_begin_) return true;
  const std::uint32_t known = buffers_.followed.Find(alias.symbol);
  if (known == SymbolSlots::kNone) {
    buffers_.followed.Set(alias.symbol, static_cast<std::uint32_t>(buffers_.followed_at.size()));
    buffers_.followed_at.push_back({.hop = hop_, .confidence = confidence});
    return false;
  }
  FollowedAlias& followed = buffers_.followed_at[known];
  if (followed.hop < hop_ || followed.confidence >= confidence) return true;
  followed.confidence = confidence;
  return false;
}

void BlastRadius::FollowEdges(std::uint32_t visit, const Alias& alias) {
  const float confidence = buffers_.visits[visit].confidence * alias.confidence;
  if (alias.is_overridden && IsFollowedAlready(alias, confidence)) return;
  const std::span<const Neighbor> edges = incoming_.Of(alias.symbol);
  edges_visited_ += edges.size();
  const std::uint32_t first_use = incoming_.NumberOf(edges);
  const float least = options_.min_confidence;
  const std::size_t settled = level_end_;
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    const Neighbor& edge = edges[i];
    if (IsPassedOver(edge, alias)) continue;
    const float sure = ConfidenceOf(edge);
    if (sure < least) {
      ++weak_edges_;
      continue;
    }
    const std::uint32_t known = slots_.Find(edge.symbol);
    if (known < settled) continue;  // of an earlier hop, as most are
    const BlastVisit reached{.via = visit,
                             .hop = hop_,
                             .confidence = confidence * sure,
                             .edge = edge,
                             .use = first_use == SymbolNotes::kUnnoted ? first_use : first_use + i};
    if (known != SymbolSlots::kNone) {
      Improve(buffers_.visits[known], reached);
    } else {
      Reach(reached);
    }
  }
}

void BlastRadius::Improve(BlastVisit& visit, const BlastVisit& reached) {
  if (reached.confidence <= visit.confidence) return;
  const SymbolId symbol = visit.symbol;
  visit = reached;
  visit.symbol = symbol;
}

// Adds a visit for `reached`, whose edge leads to a symbol without a slot.
void BlastRadius::Reach(const BlastVisit& reached) {
  const SymbolId user = reached.edge.symbol;
  const SymbolId symbol = notes_.DefinitionOf(view_, user, scratch_);
  if (symbol != user) {
    const std::uint32_t known = slots_.Find(symbol);
    if (known != SymbolSlots::kNone) {
      slots_.Set(user, known);
      if (known >= level_end_) Improve(buffers_.visits[known], reached);
      return;
    }
    slots_.Set(symbol, static_cast<std::uint32_t>(buffers_.visits.size()));
  }
  slots_.Set(user, static_cast<std::uint32_t>(buffers_.visits.size()));
  buffers_.visits.push_back(reached);
  buffers_.visits.back().symbol = symbol;
}

// Whether one more hop would reach a new symbol.
bool BlastRadius::DepthCutsOff() {
  for (const SymbolId symbol : buffers_.level) {
    if (LeadsToNew(Alias{.symbol = symbol})) return true;
    for (const Alias& alias : incoming_.AliasesOf(symbol)) {
      if (LeadsToNew(alias)) return true;
    }
  }
  return false;
}

bool BlastRadius::LeadsToNew(const Alias& alias) {
  const std::span<const Neighbor> edges = incoming_.Of(alias.symbol);
  return std::any_of(edges.begin(), edges.end(), [&](const Neighbor& edge) {
    return !IsPassedOver(edge, alias) && ConfidenceOf(edge) >= options_.min_confidence &&
           slots_.Find(edge.symbol) == SymbolSlots::kNone &&
           slots_.Find(notes_.DefinitionOf(view_, edge.symbol, scratch_)) == SymbolSlots::kNone;
  });
}

namespace {

// The sources of the possible uses, each once.
std::vector<SymbolId> PossibleSources(const BlastResult& result) {
  std::vector<SymbolId> sources;
  for (const PossibleUse& use : result.missing.possible_uses) sources.push_back(use.source);
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

// Raises the risk to the worst that the possible uses allow, as if each used a root.
absl::Status AllowForPossibleUses(const graph::ReadView& view, std::span<const SymbolId> roots,
                                  const BlastOptions& options, Workspace& workspace,
                                  BlastResult& result) {
  if (!result.impact || result.impact->risk.level == RiskLevel::kHigh) return absl::OkStatus();
  if (result.missing.completeness() != Completeness::kIncomplete) return absl::OkStatus();
  std::vector<SymbolId> affected = PossibleSources(result);
  affected.insert(affected.end(), options.first_affected.begin(), options.first_affected.end());
  BlastOptions with_possible = options;
  with_possible.first_affected = affected;
  BlastRadius blast(view, with_possible, workspace.buffers(), nullptr);
  WM_RETURN_IF_ERROR(blast.Run(roots));
  Risk& risk = result.impact->risk;
  risk = WorstRisk(risk, blast.ImpactOfVisits(result.missing.run_from_outside).risk,
                   result.missing.run_by_syntax);
  return absl::OkStatus();
}

absl::StatusOr<BlastResult> RunBlastRadius(const graph::ReadView& view,
                                           std::span<const SymbolId> roots,
                                           const BlastOptions& options, BlastVisitor* visitor) {
  if (roots.empty() && options.first_affected.empty()) {
    return absl::InvalidArgumentError("blast radius: no symbol to start from");
  }
  if (options.depth > kMaxBlastDepth) {
    return absl::InvalidArgumentError(
        fmt::format("blast radius: depth {}; the limit is {}", options.depth, kMaxBlastDepth));
  }
  if (!(options.min_confidence >= 0 && options.min_confidence <= 1)) {
    return absl::InvalidArgumentError(
        fmt::format("blast radius: a minimum confidence of {}; it must be from 0 to 1",
                    options.min_confidence));
  }
  Workspace own_workspace;
  Workspace& workspace = options.workspace == nullptr ? own_workspace : *options.workspace;
  BlastResult result;
  {
    BlastRadius blast(view, options, workspace.buffers(), visitor);
    WM_RETURN_IF_ERROR(blast.Run(roots));
    blast.Report(result);
  }  // it leaves the buffers to the next one
  WM_RETURN_IF_ERROR(AllowForPossibleUses(view, roots, options, workspace, result));
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
