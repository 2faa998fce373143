// A report of a change as SARIF 2.1.0 (OASIS), for the tools that show findings beside the code.
#pragma once

#include <string>

#include "render/change_report.h"

namespace waymark::services {

// One object with a line break. The run has a rule for each level of risk, and a result for each
// symbol. Paths are relative to the root of the repository (SRCROOT). Bytes that are not UTF-8
// become U+FFFD.
std::string SarifOf(const ChangeReport& report);

}  // namespace waymark::services
