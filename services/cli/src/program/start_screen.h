// The screen of the program without arguments: what it is, the state of the repository around the
// current directory, and what to try.
#pragma once

#include <cstdint>
#include <string>

#include "config/settings.h"

namespace waymark::services {

// The number of files that the screen compares with the index. Comparing this many takes some 10
// ms, so the screen appears at once.
inline constexpr std::uint64_t kMaxFilesGlanced = 2000;

// Text of at most 12 lines. Reads the store without a daemon. Store and index may be missing.
std::string StartScreen(const Settings& settings);

}  // namespace waymark::services
