// The ten symbols and eight edges of the format's published example.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "wire/payload.h"

namespace waymark::wire {

Payload SpecExample();
extern const std::string_view kSpecExampleGcf;

// Two symbols and an edge, and their published bytes.
Payload TwoSymbols();
extern const std::string_view kTwoSymbolsGcb1Hex;

// A call of one symbol by another, by their numbers.
Edge Call(std::uint32_t source, std::uint32_t target);

// The text with `to` for its first `from`, which it holds.
std::string Replace(std::string_view text, std::string_view from, std::string_view to);

}  // namespace waymark::wire
