// docs/CLI.md, written from the rows of the parser.
#pragma once

#include <string>
#include <vector>

#include "help/option_table.h"

namespace waymark::services {

// Every command with its answer, usage, options and examples. Options that several commands share
// are in one table at the end, and the commands refer to it. The page depends on neither the time
// nor the machine nor the version.
std::string MarkdownPage(const std::vector<CommandOptions>& commands);

}  // namespace waymark::services
