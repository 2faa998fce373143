// The content root: one hash of a payload's content, independent of its ranking.
#pragma once

#include "graph/ids.h"
#include "wire/payload.h"

namespace waymark::wire {

// SHA-256 over the symbols and the edges.
//
//   symbol   kind, qualified name, signature, provenance, path, text; in a difference also status,
//            old name, changed properties, old path
//   edge     its two symbols, type, status
//
// A reader of every text format has all of this, so it can compute the root of the answer that it
// has read. Lines are not covered: code that only moved in its file keeps the root. Neither are
// order, scores, components, distances, sites, identities and metadata.
//
// The preimage: the fields of FieldHasher with the domain "waymark.content_root.v2"; the number of
// symbols; the symbols' records in byte order; the number of edges; the edges' records in byte
// order. A record is its fields, each after its length (8 bytes, little-endian); names are those of
// TermName, numbers are 8 bytes, little-endian; an edge's ends are the positions of their records,
// the first one among equal records. Equal edges count once. A text counts without the line break
// at its end, and with blanks for carriage returns.
//
// REQUIRES: Check(payload) is OK. Cost: O(n log n) in symbols and edges.
RootHash ContentRoot(const Payload& payload);

}  // namespace waymark::wire
