// What a payload says of itself, in GCX1: numbers in the header, the rest in rows.
#pragma once

#include <map>
#include <string>

#include <absl/status/status.h>

#include "wire/codec.h"
#include "wire/gcx.h"

namespace waymark::wire {

using GcxMeta = std::map<std::string, std::string>;

// budget, tokens and pack_root as far as they are there; the tokenizer with the metadata.
void WriteGcxMeta(const Payload& payload, const EncodeOptions& options, GcxMeta& meta);

// Errors say which pair is wrong. Other pairs are passed over.
absl::Status ReadGcxMeta(const GcxMeta& meta, Payload& payload);

// Completeness, index, truncation, affected and profile, a row each fact, under the names of JSON.
// For readers: it is not read back.
GcxSection GcxState(const Payload& payload, const std::string& tool);

}  // namespace waymark::wire
