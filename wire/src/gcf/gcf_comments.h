// Reads comments of GCF with data for which the grammar has no place. Any producer may write
// comments: one that does not have exactly the expected form is ignored without an error.
#pragma once

#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

// Each function takes the text after "# ". If the form is another one, it changes nothing and
// returns false.

// Comments about the answer, below the header: "tokenizer=", "name_note: ", "index=", "base=" and
// the counts of a difference, "completeness=", "truncated". Other data (commits, affected, profile)
// are for readers only.
bool ReadGcfState(std::string_view text, Payload& payload);

// Below a node of a difference: "changed behaviour=body was=OLD from=PATH:FIRST-LAST".
bool ReadGcfChange(std::string_view text, Symbol& symbol);

// Below a node: "PATH:FIRST-LAST SIGNATURE", "- SIGNATURE" or "-". A text follows below.
bool ReadGcfPlace(std::string_view text, Symbol& symbol);

// Below an edge: "at 12,PATH:14,15", in the file `path` unless another is named. Columns are 0.
bool ReadGcfSites(std::string_view text, std::string_view path, Edge& edge);

// The last line of a truncated answer: "rest: CALL".
bool ReadGcfNextCall(std::string_view text, Truncation& truncation);

}  // namespace waymark::wire
