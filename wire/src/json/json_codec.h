// JSON, the format of scripts and of other programs: names shared by its encoder and decoder.
//
//   {"tool", "tokens_used", "tokenizer"?, "token_budget", "pack_root"?,
//    "name_note"?, "completeness"?, "possible_uses"?, "completeness_reason"?,
//    "possible"?: [{"path", "line", "column"?, "symbol"?, "why"}],
//    "commits"?: [{"id", "day", "subject", "files": [{"path", "symbols"?: []}], "more_files"?}],
//    "index"?: {"repository", "generation", "commit"?, "root"?, "files_differing", "state"?},
//    "truncation"?: {"omitted", "cursor"?, "next_call"?},
//    "symbols": [{"id"?, "qualified_name", "kind", "score", "signature"?, "provenance"?,
//                 "distance", "path"?, "start_line"?, "end_line"?, "name_line"?,
//                 "components": {"blast_radius", "confidence", "recency", "distance"}, "text"?}],
//    "edges": [{"source", "source_id"?, "source_index"?, "target", "target_id"?, "target_index"?,
//               "edge_type", "status"?, "provenance"?, "confidence"?,
//               "sites"?: [{"path", "line", "column"}]}]}
//
// Symbols are in rank order. The ends of an edge are qualified names, each with an identity if the
// symbol has one, and with an index into the symbols if name and identity are ambiguous. Unknown
// counts of files are null. Numbers are the shortest decimals of their float32.
#pragma once

#include <string_view>

#include <absl/status/statusor.h>

#include "wire/codec.h"

namespace waymark::wire {

absl::StatusOr<std::string> EncodeJson(const Payload& payload, const EncodeOptions& options);

// Accepts the above and the shorter form of other programs: only "tool", "symbols" (with
// "qualified_name", "kind", "score", "distance") and, in edges, "source", "target" and "edge_type"
// are required. An edge to an absent symbol is dropped. A name of several symbols is an error
// unless identity or index says which one is meant.
absl::StatusOr<Payload> DecodeJson(std::string_view text);

}  // namespace waymark::wire
