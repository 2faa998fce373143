// The content root: one hash of a payload's content, independent of its ranking.
#pragma once

#include "graph/ids.h"
#include "wire/payload.h"

namespace waymark::wire {

// SHA-256 over the set of symbols and the set of edges.
//
//   symbol   identity, kind, qualified name, signature, provenance, path, lines, text; in a
//            difference also status, old name, changed properties, old place
//   edge     its two symbols, type, provenance, status
//
// Order, scores, components, distances, sites and metadata are not covered: a new ranking of the
// same symbols keeps the root; a changed signature, place, text, edge or set of symbols changes it.
// Two payloads with equal roots have the same content for a reader, so "unchanged" may be sent
// instead.
//
// The preimage: the fields of FieldHasher with the domain "waymark.content_root.v1"; the number of
// symbols; the symbols' records in byte order; the number of edges; the edges' records in byte
// order. A record is its fields, each after its length (8 bytes, little-endian); names are those of
// TermName, numbers are 8 bytes, little-endian; an edge's ends are positions among the records.
//
// REQUIRES: Check(payload) is OK. Cost: O(n log n) in symbols and edges.
RootHash ContentRoot(const Payload& payload);

}  // namespace waymark::wire
