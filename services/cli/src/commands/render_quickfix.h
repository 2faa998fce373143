// Answers as places for editors, one per line: PATH:LINE:COLUMN: TEXT, as compilers write them.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/status.h>

#include "options/query_command.h"

namespace waymark::services {

inline constexpr char kQuickfixFormat[] = "quickfix";

// A path of a repository as programs find it: relative to the working directory if it is below
// that, otherwise absolute. `root` is that of the repository.
std::string PathFromHere(const Asking& asking, const std::filesystem::path& root,
                         const std::string& path);

// Writes the places where each symbol uses another one, in the order of the answer; the symbol's
// own place if no such place is known. Paths below the working directory are relative to it.
// Standard error says how much the answer leaves out.
absl::Status WriteQuickfix(const Asking& asking, const wire::Payload& payload);
// The places of the tests.
absl::Status WriteQuickfix(const Asking& asking, const TestScopeAnswer& answer);

}  // namespace waymark::services
