// Symbols with their source as text, JSON and GCX1. The answer is not a payload, so no codec writes
// it.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

// JoinedNotes() of the symbols.
std::string NameNoteOf(const SourcesAnswer& answer);

// For people and agents: for each symbol a line with kind, name and place, then its source
// unchanged, or its signature if no text was asked for.
std::string TextOf(const SourcesAnswer& answer);

// {"symbols":[{"id","kind","name","path","start_line","end_line","from_line","sig","etag","source",
// "lines_omitted"?,"name_note"?,"error"?}],"index":{...}}, one object, with a line break at its
// end. A symbol that was not found has only "asked" and "error". Bytes that are not UTF-8 become
// U+FFFD.
std::string JsonOf(const SourcesAnswer& answer);

// The layout of `get_symbol_source`. FailedPrecondition, with the reason, unless there is exactly
// one symbol, with its text.
absl::StatusOr<std::string> GcxOfSource(const SourcesAnswer& answer);

// The layout of `batch_symbols`; it has the column `source` if texts were asked for.
absl::StatusOr<std::string> GcxOfBatch(const SourcesAnswer& answer, bool with_text);

}  // namespace waymark::services
