// The ids of the symbols of a payload in the formats that have ids.
#pragma once

#include <string>
#include <vector>

#include "wire/payload.h"

namespace waymark::wire {

// For each symbol its handle; its identity in hexadecimal if it has no handle or an earlier symbol
// has the same one; "" if it has neither. No two symbols have the same id.
std::vector<std::string> SymbolIds(const Payload& payload);

}  // namespace waymark::wire
