// The ten symbols and eight edges of the format's published example.
#pragma once

#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

Payload SpecExample();
extern const std::string_view kSpecExampleGcf;

// Two symbols and an edge, and their published bytes.
Payload TwoSymbols();
extern const std::string_view kTwoSymbolsGcb1Hex;

}  // namespace waymark::wire
