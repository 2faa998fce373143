// docs/CLI.md, from the rows that the parser of the command line was given.
#pragma once

#include <string>
#include <vector>

#include "help/option_table.h"

namespace waymark::services {

// Every command with what it answers, its usage, its options and examples. Options that several
// commands have alike stand in one table at the end, and the commands name them. Nothing in the
// page depends on when and where it is written, or on the version.
std::string MarkdownPage(const std::vector<CommandOptions>& commands);

}  // namespace waymark::services
