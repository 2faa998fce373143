// The order of versions of the program.
#pragma once

#include <string_view>

namespace waymark::services {

// For versions like "1.2.3"; false if either is not a version.
bool IsNewer(std::string_view version, std::string_view than);

}  // namespace waymark::services
