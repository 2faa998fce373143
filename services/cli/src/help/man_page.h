// The man pages, from the rows that the parser of the command line was given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "help/option_table.h"

namespace waymark::services {

struct ManPage {
  std::string file;  // "waymark-context.1"
  std::string text;  // with the macros of man(7)
};

// One of the program and one of each command. `date`, YYYY-MM-DD or empty, stands at their foot;
// nothing else in them depends on when and where they are written.
std::vector<ManPage> ManPages(const std::vector<CommandOptions>& commands, const std::string& date);

// The day, in UTC, of a number of seconds as SOURCE_DATE_EPOCH has it; nothing when it is none.
std::optional<std::string> DayOf(const std::string& epoch_seconds);

}  // namespace waymark::services
