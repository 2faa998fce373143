// Payloads for property tests: every field filled, from a seed.
#pragma once

#include <cstdint>

#include "wire/payload.h"

namespace waymark::wire {

// Valid by Check(); equal for equal seeds. Names hold blanks, quotes, percent signs and non-ASCII
// characters; some symbols share a name, some have no identity.
Payload RandomPayload(std::uint32_t seed);

// The same, with only what GCB1 carries.
Payload RandomGraph(std::uint32_t seed);

}  // namespace waymark::wire
