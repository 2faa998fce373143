// What man pages and docs/CLI.md say alike, as plain text: the meaning of an option, the exit
// codes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "help/option_table.h"

namespace waymark::services {

struct ReferenceEntry {
  std::string_view term;
  std::string_view meaning;
};

std::span<const ReferenceEntry> ExitCodes();

// The value of an argument as a usage line has it: "TASK", "CLIENT...".
std::string ArgumentValue(const OptionRow& argument);

// The description as a sentence, then the allowed words unless value and description have them
// all, and whether an option is required.
std::string OptionMeaning(const OptionRow& option);

}  // namespace waymark::services
