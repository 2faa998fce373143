// What this program was built from. The source is written by every build, and only where it would
// differ (cmake/WriteBuiltFrom.cmake).
#pragma once

#include <string>

namespace waymark::services {

// The first 8 digits of the commit's id, with "-dirty" behind them where the files were not those
// of the commit; "unknown" where nobody said.
extern const char* const kCommit;
extern const char* const kCommitDate;  // YYYY-MM-DD; empty where it is not known
extern const char* const kBuildType;   // "Release"

// "waymark 0.2.0 (1a2b3c4d, Release)"
std::string VersionText();

}  // namespace waymark::services
