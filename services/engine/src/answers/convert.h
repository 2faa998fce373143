// From what the graph and the ranking know to what is sent. The only file pair that sees retrieval
// and wire at once.
//
// Components are numbers of 0..1 with few digits: blast_radius the binary digits of the number of
// direct dependants in eighths, confidence in hundredths, distance 1 halved by every hop, recency
// the digits to the base 4 of the number of newer commits in eighths. Recency is told of rankings.
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
#include "retrieval/lookup.h"
#include "retrieval/path.h"
#include "retrieval/relations.h"
#include "retrieval/touch_ages.h"
#include "wire/payload.h"

namespace waymark::services {

// The state a view shows. `files_differing` as FreshnessCheck gives it.
wire::IndexInfo ToIndexInfo(const graph::ReadView& view,
                            std::optional<std::uint64_t> files_differing, wire::ShownState shown);

// Of an answer for which every indexed symbol was considered: what it cannot have seen are files
// and submodules that were not indexed, or only in part.
wire::Completeness CompletenessOfFiles(const graph::ReadView& view);
// The same when so many things were not seen besides: "3 <what>".
wire::Completeness WithUnresolved(wire::Completeness completeness, std::uint64_t count,
                                  std::string_view what);
// The same when files on disk differ from the index: what they hold now may add to it.
wire::Completeness WithDiffering(wire::Completeness completeness, const wire::IndexInfo& index);
// Of the last answer to a `context` that is asked for piece by piece, when so many symbols were
// found that are in none of its answers.
wire::Completeness WithUnranked(wire::Completeness completeness, std::uint64_t count);

// Identity, name, kind, place and signature of a symbol; score, provenance and distance stay empty.
wire::Symbol ToWireSymbol(const graph::ReadView& view, SymbolId symbol);

// With score, provenance, distance and components of the ranking.
wire::Symbol ToWireSymbol(const graph::ReadView& view, retrieval::DependantCounter& dependants,
                          const retrieval::TouchAges& ages, const retrieval::RankedSymbol& ranked);

// How a packed symbol is to be sent.
using SymbolConverter = std::function<wire::Symbol(const retrieval::PackedSymbol& packed)>;

// Symbols and edges of a pack in its order, without sites: those are in the answer to
// `blast-radius`.
wire::Payload ToPayload(const retrieval::Pack& pack, const SymbolConverter& to_symbol);

// Scores as found; no edges.
wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::SearchHit> hits);

// A row of a blast radius, without components, and the edge that it was reached by: `number` is
// that of the entry, the number of the entry that it was reached from is `via`.
wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::BlastEntry& entry);
wire::Edge ToWireEdge(const graph::ReadView& view, std::uint32_t number,
                      const retrieval::BlastEntry& entry);

// Symbols by hop, the roots first; for every other one the edge it was reached by, with its sites.
// Score and the confidence component are the confidence of the path.
wire::Payload ToPayload(const graph::ReadView& view, const retrieval::BlastResult& result);

// A row of related symbols, without components, and an edge among them.
wire::Symbol ToWireSymbol(const graph::ReadView& view, const retrieval::RelatedSymbol& found);
wire::Edge ToWireEdge(const graph::ReadView& view, const retrieval::RelatedEdge& found);

// Symbols in their order, the ones asked about first; every edge among them, with its sites. Score
// and the confidence component are the confidence of the way.
wire::Payload ToPayload(const graph::ReadView& view, const retrieval::RelatedSymbols& related);

// Every symbol of the paths once, in the order in which they come; the edges of all. Distance is
// the step, score the confidence of the surest path through the symbol.
wire::Payload ToPayload(const graph::ReadView& view, std::span<const retrieval::Path> paths);

// What differs, in its order, then the other ends of edges at distance 1, as the newer state shows
// them where it has them. Score is the weight, the confidence component the certainty that a symbol
// of both states is the same one.
wire::Payload ToPayload(const graph::ReadView& before, const graph::ReadView& after,
                        const retrieval::Difference& difference);

}  // namespace waymark::services
