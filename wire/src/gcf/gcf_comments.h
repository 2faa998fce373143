// Reading the comments of GCF that tell what the grammar has no place for. They are comments, which
// any producer may write: one that is not exactly of our form is no mistake, and says nothing.
#pragma once

#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

// Each takes the text behind "# ", and changes nothing and returns false where that is of another
// form.

// Of the answer, below the header: "tokenizer=", "index=", "base=" and the counts of a difference,
// "completeness=", "truncated". What is told otherwise (affected, profile) is for reading only.
bool ReadGcfState(std::string_view text, Payload& payload);

// Below a node of a difference: "changed behaviour=body was=OLD from=PATH:FIRST-LAST".
bool ReadGcfChange(std::string_view text, Symbol& symbol);

// Below a node: "PATH:FIRST-LAST SIGNATURE", "- SIGNATURE" or "-".
bool ReadGcfPlace(std::string_view text, Symbol& symbol);

// Below an edge: "at 12,PATH:14,15", in the file `path` unless another is named. Columns are 0.
bool ReadGcfSites(std::string_view text, std::string_view path, Edge& edge);

// The last line of what leaves something out: "rest: CALL".
bool ReadGcfNextCall(std::string_view text, Truncation& truncation);

}  // namespace waymark::wire
