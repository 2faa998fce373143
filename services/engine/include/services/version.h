// Which version of the project this program is.
#pragma once

namespace waymark::services {

extern const char* const kVersion;  // MAJOR.MINOR.PATCH

}  // namespace waymark::services
