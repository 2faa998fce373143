// The commit and the type of this build. Each build writes the source file if its content changes
// (cmake/WriteBuiltFrom.cmake).
#pragma once

#include <string>

namespace waymark::services {

// The first 8 digits of the commit's id, followed by "-dirty" if the files differed from the
// commit; "unknown" without git.
extern const char* const kCommit;
extern const char* const kCommitDate;  // YYYY-MM-DD; empty if unknown
extern const char* const kBuildType;   // "Release"

// "waymark 0.2.0 (1a2b3c4d, Release)"
std::string VersionText();

}  // namespace waymark::services
