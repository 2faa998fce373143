// Which of two versions of the program is the newer one.
#pragma once

#include <string_view>

namespace waymark::services {

// Of versions as "1.2.3"; false when one of them is none.
bool IsNewer(std::string_view version, std::string_view than);

}  // namespace waymark::services
