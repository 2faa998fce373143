#include "answers/convert.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "retrieval/dependants.h"
#include "retrieval/incompleteness.h"
#include "retrieval/lookup.h"
#include "services/quantities.h"

namespace waymark::services {

std::uint8_t ToDistance(std::uint32_t hops) {
  return static_cast<std::uint8_t>(
      std::min<std::uint32_t>(hops, std::numeric_limits<std::uint8_t>::max()));
}

namespace {

// In eighths: number of binary digits of the number of direct dependants.
float BlastRadiusComponent(std::uint32_t dependants) {
  constexpr float kMostDigits = 8;
  static_assert(std::bit_width(retrieval::kMaxDependants) == 8);
  return static_cast<float>(std::bit_width(dependants)) / kMostDigits;
}

// Halved by every hop.
float DistanceComponent(std::uint8_t hops) { return std::ldexp(1.0F, -hops); }

// In eighths: 1 less the number of base-4 digits of the number of newer commits.
float RecencyComponent(std::optional<std::uint32_t> newer_commits) {
  if (!newer_commits) return 0;
  constexpr int kEighths = 8;
  const int digits = (static_cast<int>(std::bit_width(*newer_commits)) + 1) / 2;
  return static_cast<float>(std::max(kEighths - digits, 0)) / kEighths;
}

wire::Components ToComponents(std::uint32_t dependants, float confidence, std::uint8_t distance) {
  return {.blast_radius = BlastRadiusComponent(dependants),
          .confidence = confidence,
          .recency = 0,
          .distance = DistanceComponent(distance)};
}

wire::Edge WireEdge(std::uint32_t source, std::uint32_t target, EdgeType type, EdgeRule rule) {
  wire::Edge edge;
  edge.source = source;
  edge.target = target;
  edge.type = type;
  edge.provenance = ProvenanceOf(rule);
  return edge;
}

// With its confidence, for answers whose edges are the answer.
wire::Edge ToSureEdge(std::uint32_t source, std::uint32_t target, EdgeType type, EdgeRule rule) {
  constexpr float kThousandths = 1000;
  wire::Edge edge = WireEdge(source, target, type, rule);
  edge.confidence = static_cast<float>(ConfidenceThousandths(rule)) / kThousandths;
  return edge;
}

void AddSites(const graph::ReadView& view, std::span<const retrieval::EdgeSite> sites,
              wire::Edge& edge) {
  for (const retrieval::EdgeSite& site : sites) {
    edge.sites.push_back({.path = std::string(view.File(site.file).path),
                          .line = site.position.line,
                          .column = site.position.column});
  }
}

wire::ChangeCounts ToCounts(const retrieval::StatusCounts& counts) {
  return {.added = counts.added,
          .removed = counts.removed,
          .changed = counts.changed,
          .moved = counts.moved};
}

// Adds a changed property, without duplicates, unless the symbol is on one side only: then
// everything changed.
void AddEntry(wire::SymbolChange& change, retrieval::ChangeClass kind, std::string_view name) {
  if (change.status == SymbolStatus::kAdded || change.status == SymbolStatus::kRemoved) return;
  std::vector<std::string>& entries = kind == retrieval::ChangeClass::kBehaviour ? change.behaviour
                                      : kind == retrieval::ChangeClass::kStructure
                                          ? change.structure
                                          : change.metadata;
  if (std::find(entries.begin(), entries.end(), name) == entries.end()) entries.emplace_back(name);
}

// `symbol` as in the newer state, or as in the older one if it was removed.
wire::SymbolChange ToChange(const graph::ReadView& before, const retrieval::DifferingSymbol& found,
                            const wire::Symbol& symbol) {
  wire::SymbolChange change;
  change.status = found.status;
  change.certainty = found.certainty;
  for (const retrieval::AspectRow& row : retrieval::AllAspects()) {
    if ((found.aspects & row.aspect) != 0) AddEntry(change, row.change, row.name);
  }
  for (const retrieval::ExternalThrow& thrown : found.throws) {
    const char mark = thrown.status == EdgeStatus::kAdded ? '+' : '-';
    AddEntry(change, retrieval::ClassOf(EdgeType::kThrows),
             fmt::format("{}:{}{}", Name(EdgeType::kThrows), mark, thrown.name));
  }
  if (found.omitted_throws != 0) {
    AddEntry(change, retrieval::ClassOf(EdgeType::kThrows),
             fmt::format("{}:{} more", Name(EdgeType::kThrows), found.omitted_throws));
  }
  if (found.before == SymbolId::kNone || found.after == SymbolId::kNone) return change;
  std::string old_name = before.QualifiedName(found.before);
  if (old_name != symbol.qualified_name) change.old_name = std::move(old_name);
  if ((found.aspects & retrieval::kAspectPlace) == 0) return change;
  const SymbolRow row = before.Symbol(found.before);
  change.old_place = {.path = std::string(before.File(row.file).path),
                      .start_line = row.range.begin.line,
                      .end_line = row.range.end.line,
                      .name_line = row.name_position.line};
  return change;
}

}  // namespace

wire::IndexInfo ToIndexInfo(const graph::ReadView& view,
                            std::optional<std::uint64_t> files_differing, wire::ShownState shown) {
  const graph::ViewInfo& info = view.info();
  return {.repository = info.repository,
          .generation = info.generation,
          .commit = info.commit,
          .root = info.root,
          .files_differing = files_differing,
          .shown = shown};
}

wire::Completeness ToWireCompleteness(const retrieval::Incompleteness& missing) {
  wire::Completeness completeness{.possible_uses = missing.possible_uses.size(),
                                  .reason = missing.ToString()};
  switch (missing.completeness()) {
    case retrieval::Completeness::kComplete:
      completeness.certainty = wire::Certainty::kComplete;
      break;
    case retrieval::Completeness::kLikelyComplete:
      completeness.certainty = wire::Certainty::kLikelyComplete;
      break;
    case retrieval::Completeness::kIncomplete:
      completeness.certainty = wire::Certainty::kIncomplete;
      break;
  }
  return completeness;
}

std::vector<wire::PossibleUse> ToWirePossible(const graph::ReadView& view,
                                              std::vector<retrieval::PossibleUse> possible,
                                              std::size_t limit) {
  retrieval::RankByLikelihood(view, possible);
  if (possible.size() > limit) possible.resize(limit);
  std::vector<wire::PossibleUse> uses;
  uses.reserve(possible.size());
  for (const retrieval::PossibleUse& use : possible) {
    const Position site = use.site.line == 0 ? view.Symbol(use.source).name_position : use.site;
    uses.push_back({.site = {.path = std::string(view.File(view.FileOf(use.source)).path),
                             .line = site.line,
                             .column = site.column},
                    .symbol = view.QualifiedName(use.source),
                    .why = std::string(retrieval::WhyOf(use.doubt))});
  }
  return uses;
}

wire::Completeness WithCall(wire::Completeness completeness, std::string_view call) {
  if (completeness.possible_uses == 0) return completeness;
  completeness.reason += fmt::format("{}list: {}", completeness.reason.empty() ? "" : "; ", call);
  return completeness;
}

wire::Completeness CompletenessOfFiles(const graph::ReadView& view) {
  return {.certainty = retrieval::CountUnreadFiles(view) == 0 ? wire::Certainty::kComplete
                                                              : wire::Certainty::kLikelyComplete,
          .possible_uses = 0,
          .reason = ""};
}

wire::Completeness WithUnresolved(wire::Completeness completeness, std::uint64_t count,
                                  std::string_view what) {
  if (count == 0) return completeness;
  const std::string seen = completeness.reason.empty() ? "" : ", " + completeness.reason;
  completeness.certainty = wire::Certainty::kIncomplete;
  completeness.reason = fmt::format("{} {}{}", count, what, seen);
  return completeness;
}

wire::Completeness WithDiffering(wire::Completeness completeness, const wire::IndexInfo& index) {
  const std::uint64_t files = index.files_differing.value_or(0);
  if (files == 0) return completeness;
  completeness.certainty = std::max(completeness.certainty, wire::Certainty::kIncomplete);
  completeness.reason += fmt::format(
      "{}{} from the index; run: waymark index", completeness.reason.empty() ? "" : ", ",
      Counted(files, "file on disk differs", "files on disk differ"));
  return completeness;
}

wire::Completeness WithReason(wire::Completeness completeness, std::string_view reason) {
  if (reason.empty()) return completeness;
  completeness.certainty = wire::Certainty::kIncomplete;
  if (!completeness.reason.empty()) completeness.reason += "; ";
  completeness.reason += reason;
  return completeness;
}

wire::Completeness WithUnranked(wire::Completeness completeness, std::uint64_t count) {
  return WithUnresolved(std::move(completeness), count, "weaker matches that are not ranked");
}

void SetTotal(std::uint64_t symbols, wire::Payload& payload) {
  const bool is_whole = symbols == payload.symbols.size();
  payload.total_symbols = is_whole ? std::nullopt : std::optional(symbols);
}

wire::Symbol ToWireSymbol(const graph::ReadView& view, SymbolId symbol) {
  return ToWireSymbol(view, symbol, retrieval::HandleOf(view, symbol));
}

wire::Symbol ToWireSymbol(const graph::ReadView& view, SymbolId symbol, std::string handle) {
  const SymbolRow row = view.Symbol(symbol);
  wire::Symbol result;
  result.id = view.Identity(symbol);
  result.handle = std::move(handle);
  result.qualified_name = view.QualifiedName(symbol);
  result.kind = row.kind;
  result.signature = view.Signature(symbol);
  result.path = view.File(row.file).path;
  result.start_line = row.range.begin.line;
  result.end_line = row.range.end.line;
  result.name_line = row.name_position.line;
  result.start_column = row.range.begin.column;
  result.end_column = row.range.end.column;
  result.name_column = row.name_position.column;
  return result;
}

wire::Symbol ToWireSymbol(const graph::ReadView& view, retrieval::DependantCounter& dependants,
                          const retrieval::TouchAges& ages, const retrieval::RankedSymbol& ranked) {
  wire::Symbol result = ToWireSymbol(view, ranked.symbol);
  result.score = ranked.score;
  result.provenance = ranked.provenance;
  result.distance = ToDistance(ranked.distance);
  result.components =
      ToComponents(dependants.Of(ranked.symbol), ranked.confidence, result.distance);
  result.components.recency = RecencyComponent(ages.Of(ranked.symbol));
  return result;
}

wire::Payload ToPayload(const retrieval::Pack& pack, const SymbolConverter& to_symbol) {
  wire::Payload payload;
  payload.symbols.reserve(pack.symbols.size());
  for (const retrieval::PackedSymbol& packed : pack.symbols) {
    payload.symbols.push_back(to_symbol(packed));
  }
  payload.edges.reserve(pack.edges.size());
  for (const retrieval::PackedEdge& edge : pack.edges) {
    payload.edges.push_back(WireEdge(edge.source, edge.target, edge.type, edge.rule));
  }
  return payload;
}

wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::BlastEntry& entry) {
  wire::Symbol symbol = ToWireSymbol(view, entry.symbol);
  symbol.score = entry.confidence;
  symbol.distance = ToDistance(entry.hop);
  symbol.provenance = ProvenanceOf(entry.rule);
  return symbol;
}

wire::Edge ToWireEdge(const graph::ReadView& view, std::uint32_t number,
                      const retrieval::BlastEntry& entry) {
  // Only members of a root are reached along an edge; all other symbols are reached against one.
  wire::Edge edge = entry.type == EdgeType::kContains
                        ? ToSureEdge(entry.via, number, entry.type, entry.rule)
                        : ToSureEdge(number, entry.via, entry.type, entry.rule);
  for (const Position& site : entry.sites) {
    edge.sites.push_back({.path = std::string(view.File(entry.site_file).path),
                          .line = site.line,
                          .column = site.column});
  }
  return edge;
}

wire::Payload ToPayload(const graph::ReadView& view, const retrieval::BlastResult& result) {
  wire::Payload payload;
  payload.symbols.reserve(result.entries.size());
  retrieval::DependantCounter dependants(view);
  for (std::uint32_t i = 0; i < result.entries.size(); ++i) {
    const retrieval::BlastEntry& entry = result.entries[i];
    wire::Symbol symbol = ToWireSymbol(view, entry);
    symbol.components =
        ToComponents(dependants.Of(entry.symbol), entry.confidence, symbol.distance);
    if (entry.via != i) payload.edges.push_back(ToWireEdge(view, i, entry));
    payload.symbols.push_back(std::move(symbol));
  }
  return payload;
}

wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::RelatedSymbol& found) {
  wire::Symbol symbol = ToWireSymbol(view, found.symbol);
  symbol.score = found.confidence;
  symbol.distance = ToDistance(found.hop);
  symbol.provenance = found.hop == 0 ? Provenance::kStructural : ProvenanceOf(found.rule);
  return symbol;
}

wire::Edge ToWireEdge(const graph::ReadView& view, const retrieval::RelatedEdge& found) {
  wire::Edge edge = ToSureEdge(found.source, found.target, found.type, found.rule);
  AddSites(view, found.sites, edge);
  return edge;
}

wire::Payload ToPayload(const graph::ReadView& view, const retrieval::RelatedSymbols& related) {
  wire::Payload payload;
  payload.symbols.reserve(related.symbols.size());
  retrieval::DependantCounter dependants(view);
  for (const retrieval::RelatedSymbol& found : related.symbols) {
    wire::Symbol symbol = ToWireSymbol(view, found);
    symbol.components =
        ToComponents(dependants.Of(found.symbol), found.confidence, symbol.distance);
    payload.symbols.push_back(std::move(symbol));
  }
  payload.edges.reserve(related.edges.size());
  for (const retrieval::RelatedEdge& found : related.edges) {
    payload.edges.push_back(ToWireEdge(view, found));
  }
  return payload;
}

wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::Path> paths) {
  wire::Payload payload;
  std::map<SymbolId, std::uint32_t> index_of;
  retrieval::DependantCounter dependants(view);
  const auto add = [&](SymbolId id, std::size_t step, float confidence, Provenance provenance) {
    const auto [entry, is_new] =
        index_of.emplace(id, static_cast<std::uint32_t>(payload.symbols.size()));
    if (!is_new) return entry->second;
    wire::Symbol symbol = ToWireSymbol(view, id);
    symbol.score = confidence;
    symbol.distance = ToDistance(static_cast<std::uint32_t>(step));
    symbol.components = ToComponents(dependants.Of(id), confidence, symbol.distance);
    symbol.provenance = provenance;
    payload.symbols.push_back(std::move(symbol));
    return entry->second;
  };
  for (const retrieval::Path& path : paths) {
    std::uint32_t before = add(path.begin, 0, path.confidence, Provenance::kStructural);
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
      const retrieval::PathStep& step = path.steps[i];
      const std::uint32_t after = add(step.symbol, i + 1, path.confidence, ProvenanceOf(step.rule));
      // A step to an override or a receiver goes against the edge.
      wire::Edge edge = step.is_backward ? ToSureEdge(after, before, step.type, step.rule)
                                         : ToSureEdge(before, after, step.type, step.rule);
      AddSites(view, step.sites, edge);
      payload.edges.push_back(std::move(edge));
      before = after;
    }
  }
  return payload;
}

wire::Payload ToPayload(const graph::ReadView& before, const graph::ReadView& after,
                        const retrieval::Difference& difference) {
  wire::Payload payload;
  payload.symbols.reserve(difference.symbols.size());
  retrieval::DependantCounter old_dependants(before);
  retrieval::DependantCounter new_dependants(after);
  for (const retrieval::DifferingSymbol& found : difference.symbols) {
    const bool is_gone = found.after == SymbolId::kNone;
    wire::Symbol symbol =
        is_gone ? ToWireSymbol(before, found.before) : ToWireSymbol(after, found.after);
    symbol.score = found.weight;
    symbol.provenance = Provenance::kStructural;
    symbol.distance = payload.symbols.size() < difference.shown ? 0 : 1;
    const std::uint32_t dependants =
        is_gone ? old_dependants.Of(found.before) : new_dependants.Of(found.after);
    symbol.components = ToComponents(dependants, found.certainty, symbol.distance);
    if (found.status != SymbolStatus::kUnchanged) symbol.change = ToChange(before, found, symbol);
    payload.symbols.push_back(std::move(symbol));
  }
  for (const retrieval::DifferingEdge& found : difference.edges) {
    wire::Edge edge = ToSureEdge(found.source, found.target, found.type, found.rule);
    edge.status = found.status;
    const graph::ReadView& view = found.status == EdgeStatus::kRemoved ? before : after;
    for (const Position& site : found.sites) {
      edge.sites.push_back({.path = std::string(view.File(found.file).path),
                            .line = site.line,
                            .column = site.column});
    }
    payload.edges.push_back(std::move(edge));
    wire::SymbolChange& change = *payload.symbols[found.symbol].change;
    AddEntry(change, retrieval::ClassOf(found.type), Name(found.type));
  }
  const auto& [behaviour, structure, metadata] = difference.edge_counts;
  payload.difference = wire::Difference{.base = {},
                                        .symbols = ToCounts(difference.symbol_counts),
                                        .behaviour = ToCounts(behaviour),
                                        .structure = ToCounts(structure),
                                        .metadata = ToCounts(metadata)};
  return payload;
}

wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::SearchHit> hits) {
  wire::Payload payload;
  payload.symbols.reserve(hits.size());
  for (const retrieval::SearchHit& hit : hits) {
    wire::Symbol symbol = ToWireSymbol(view, hit.symbol);
    symbol.score = hit.score;
    symbol.provenance = Provenance::kStructural;
    payload.symbols.push_back(std::move(symbol));
  }
  return payload;
}

}  // namespace waymark::services
