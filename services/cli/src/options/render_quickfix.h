// Answers as places for editors, one a line: PATH:LINE:COLUMN: TEXT, as compilers write them.
#pragma once

#include <string>

#include "options/query_command.h"

namespace waymark::services {

inline constexpr char kQuickfixFormat[] = "quickfix";

// Where each symbol uses another one, in the order of the answer; where nothing is written that
// does, the symbol's own place. Paths are relative to the working directory when they are below it.
std::string QuickfixOf(const Asking& asking, const wire::Payload& payload);
// The places of the tests.
std::string QuickfixOf(const Asking& asking, const TestScopeAnswer& answer);

}  // namespace waymark::services
