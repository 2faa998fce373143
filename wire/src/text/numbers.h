// Decimal text of numbers: locale-free, and the same on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace waymark::wire {

void AppendInteger(std::string& out, std::uint64_t value);

// Two decimals, half to even on the exact value; never "-0.00". REQUIRES: value is finite.
void AppendTwoDecimals(std::string& out, float value);

// The shortest decimal that reads back as the same float, without an exponent from 1e-6 up to 2^53.
// A JSON number. REQUIRES: value is finite.
void AppendShortest(std::string& out, float value);

}  // namespace waymark::wire
