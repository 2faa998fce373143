// The version of the program.
#pragma once

namespace waymark::services {

extern const char* const kVersion;  // MAJOR.MINOR.PATCH

}  // namespace waymark::services
