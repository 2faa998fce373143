// What the program shows when it is given nothing to do: what it is, how the repository around the
// current directory stands, and what to try.
#pragma once

#include <cstdint>
#include <string>

#include "config/settings.h"

namespace waymark::services {

// Files of a checkout that are compared with its index for the screen, which is there at once:
// looking at as many takes some 10 ms.
inline constexpr std::uint64_t kMaxFilesGlanced = 2000;

// Text of at most 12 lines. Reads the store and asks nobody; neither store nor index need be there.
std::string StartScreen(const Settings& settings);

}  // namespace waymark::services
