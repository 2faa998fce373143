// The data of a payload besides symbols and edges, in GCX1: numbers in the header, the rest in
// rows.
#pragma once

#include <map>
#include <string>

#include <absl/status/status.h>

#include "wire/codec.h"
#include "wire/gcx.h"

namespace waymark::wire {

using GcxMeta = std::map<std::string, std::string>;

// Writes budget, tokens and pack_root, if present; the tokenizer only with the metadata.
void WriteGcxMeta(const Payload& payload, const EncodeOptions& options, GcxMeta& meta);

// Errors name the wrong pair. Unknown pairs are ignored.
absl::Status ReadGcxMeta(const GcxMeta& meta, Payload& payload);

// Completeness, index, truncation, affected and profile, one row per value, under the names of
// JSON. For readers only: it is not decoded.
GcxSection GcxState(const Payload& payload, const std::string& tool);

}  // namespace waymark::wire
