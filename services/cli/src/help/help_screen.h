// The help that fits a screen, written from the rows of the parser: the main options with a line
// each. `--help-all` has everything.
#pragma once

#include <string>
#include <string_view>

#include "help/option_table.h"

namespace waymark::services {

// The purpose of a command, its arguments, the options of the main group, and examples. For the
// program: the commands, with the plumbing on one line.
std::string HelpScreen(const CommandOptions& command);

// The output of `waymark COMMAND --help`; for an empty name, of `waymark --help`.
std::string HelpOf(std::string_view command);

}  // namespace waymark::services
