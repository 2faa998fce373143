// The data of an answer besides its symbols and edges: in the header of its first section, and for
// the reader alone in comments.
#pragma once

#include <map>
#include <string>

#include <absl/status/status.h>

#include "wire/codec.h"
#include "wire/gcx.h"
#include "wire/payload.h"

namespace waymark::wire {

using GcxMeta = std::map<std::string, std::string>;

// Budget, tokens and root; with metadata also tokenizer, completeness, index, truncation and
// totals.
void WriteGcxMeta(const Payload& payload, const EncodeOptions& options, GcxMeta& meta);

// Reads them back, except the totals. InvalidArgument for a value that is not one.
absl::Status ReadGcxMeta(const GcxMeta& meta, Payload& payload);

// Adds difference, affected and profile as comments.
void AddGcxDetails(const Payload& payload, GcxSection& section);

}  // namespace waymark::wire
