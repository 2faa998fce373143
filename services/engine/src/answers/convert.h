// Converts results of the graph and the ranking to payloads. Only these two files see both
// retrieval and wire.
//
// Components are numbers of 0..1 with few digits: blast_radius is the number of binary digits of
// the direct dependants' count in eighths; confidence is in hundredths; distance is 1 halved by
// every hop; recency is the number of base-4 digits of the newer commits' count in eighths. Only
// rankings have recency.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "graph/read_view.h"
#include "retrieval/blast_radius.h"
#include "retrieval/context.h"
#include "retrieval/dependants.h"
#include "retrieval/difference.h"
#include "retrieval/incompleteness.h"
#include "retrieval/lookup.h"
#include "retrieval/path.h"
#include "retrieval/relations.h"
#include "retrieval/symbol_commits.h"
#include "wire/payload.h"

namespace waymark::services {

// The state that a view shows. `files_differing` comes from FreshnessCheck.
wire::IndexInfo ToIndexInfo(const graph::ReadView& view,
                            std::optional<std::uint64_t> files_differing, wire::ShownState shown);

// Completeness of an answer about users.
wire::Completeness ToWireCompleteness(const retrieval::Incompleteness& missing);
// The likeliest `limit` possible uses, the likeliest first.
std::vector<wire::PossibleUse> ToWirePossible(const graph::ReadView& view,
                                              std::vector<retrieval::PossibleUse> possible,
                                              std::size_t limit);
// The completeness of an answer that does not list its possible uses: adds the call that does.
wire::Completeness WithCall(wire::Completeness completeness, std::string_view call);
// Completeness of an answer that considered every indexed symbol: it lacks only files and
// submodules that were not indexed, or only in part.
wire::Completeness CompletenessOfFiles(const graph::ReadView& view);
// The same if `count` further things were not seen: "3 <what>".
wire::Completeness WithUnresolved(wire::Completeness completeness, std::uint64_t count,
                                  std::string_view what);
// The same if files on disk differ from the index: their new content may add to the answer.
wire::Completeness WithDiffering(wire::Completeness completeness, const wire::IndexInfo& index);
// The same with a further reason for which the answer is incomplete; "" is none.
wire::Completeness WithReason(wire::Completeness completeness, std::string_view reason);
// Completeness of the last of several successive answers to a `context`, if `count` symbols that
// were found are in none of the answers.
wire::Completeness WithUnranked(wire::Completeness completeness, std::uint64_t count);

// The number of symbols of all pages. A page that is the whole answer has none.
void SetTotal(std::uint64_t symbols, wire::Payload& payload);

// Distances above 255 are told as 255.
std::uint8_t ToDistance(std::uint32_t hops);

// Identity, handle, name, kind, place and signature of a symbol; score, provenance and distance
// stay empty.
wire::Symbol ToWireSymbol(const graph::ReadView& view, SymbolId symbol);
// The same of a symbol whose handle is known.
wire::Symbol ToWireSymbol(const graph::ReadView& view, SymbolId symbol, std::string handle);

// With score, provenance, distance and components from the ranking.
wire::Symbol ToWireSymbol(const graph::ReadView& view, retrieval::DependantCounter& dependants,
                          const retrieval::TouchAges& ages, const retrieval::RankedSymbol& ranked);

// Converts a packed symbol to the form that is sent.
using SymbolConverter = std::function<wire::Symbol(const retrieval::PackedSymbol& packed)>;

// Symbols and edges of a pack in its order, without sites: `blast-radius` gives these.
wire::Payload ToPayload(const retrieval::Pack& pack, const SymbolConverter& to_symbol);

// Scores as found; no edges.
wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::SearchHit> hits);

// A row of a blast radius, without components, and the edge over which it was reached. `number` is
// the number of the entry, `via` that of the entry from which it was reached.
wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::BlastEntry& entry);
wire::Edge ToWireEdge(const graph::ReadView& view, std::uint32_t number,
                      const retrieval::BlastEntry& entry);

// Symbols by hop, the roots first, each other symbol with the edge over which it was reached, with
// sites. Score and the confidence component are the confidence of the path.
wire::Payload ToPayload(const graph::ReadView& view, const retrieval::BlastResult& result);

// A row of related symbols, without components, and an edge among them.
wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::RelatedSymbol& found);
wire::Edge ToWireEdge(const graph::ReadView& view, const retrieval::RelatedEdge& found);

// Symbols in their order, the roots first, and every edge between them with its sites. Score and
// the confidence component are the confidence of the path.
wire::Payload ToPayload(const graph::ReadView& view, const retrieval::RelatedSymbols& related);

// Every symbol of the paths once, in the order in which they occur, and the edges of all paths.
// Distance is the step; score is the confidence of the best path through the symbol.
wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::Path> paths);

// Differing symbols in their order, then the other ends of edges at distance 1, as in the newer
// state if it has them. Score is the weight; the confidence component is the certainty that a
// symbol of both states is the same one.
wire::Payload ToPayload(const graph::ReadView& before, const graph::ReadView& after,
                        const retrieval::Difference& difference);

}  // namespace waymark::services
