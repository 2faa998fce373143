// Notes on standard error: what a command tells besides its answer and its errors, such as that it
// indexes first. -q leaves them out, -v adds details.
#pragma once

#include <cstdint>
#include <string_view>

namespace waymark::services {

enum class Verbosity : std::uint8_t { kQuiet, kUsual, kVerbose };

// For the rest of the process. Call before other threads exist.
void SetVerbosity(Verbosity verbosity);

// Whether notes are left out.
bool IsQuiet();

// Writes the text unless notes are left out.
void PrintNote(std::string_view text);

// Writes the text only if details are asked for.
void PrintDetail(std::string_view text);

}  // namespace waymark::services
