// GCF, the graph-compact text for language models, in the dialect `gcf`; grammar and escapes stand
// in docs/WIRE_FORMAT.md.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "wire/codec.h"

namespace waymark::wire {

absl::StatusOr<std::string> EncodeGcf(const Payload& payload, const EncodeOptions& options);

// Reads the graph and drops the comments. Errors begin with the published code of the mistake:
// "decode gcf: CODE (line L): WHAT".
absl::StatusOr<Payload> DecodeGcf(std::string_view text);

}  // namespace waymark::wire
