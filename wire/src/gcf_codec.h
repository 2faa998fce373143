// GCF, the graph-compact text for language models, in two dialects; grammars and escapes stand in
// docs/WIRE_FORMAT.md.
//
//   gcf    GCF tool=T ...                  the form in which the format was first published
//   gcf3   GCF profile=graph tool=T ...    its public graph profile of today
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "wire/codec.h"

namespace waymark::wire {

enum class GcfDialect : std::uint8_t { kGcf, kGcf3 };

absl::StatusOr<std::string> EncodeGcf(const Payload& payload, const EncodeOptions& options);
absl::StatusOr<std::string> EncodeGcf3(const Payload& payload, const EncodeOptions& options);

// Reads the graph, in the dialect that its header names, and drops the comments. Errors begin with
// the published code of the mistake: "decode gcf: CODE (line L): WHAT".
absl::StatusOr<Payload> DecodeGcf(std::string_view text);

// The same for `gcf3` alone: a header without a profile is an error.
absl::StatusOr<Payload> DecodeGcf3(std::string_view text);

}  // namespace waymark::wire
