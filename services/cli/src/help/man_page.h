// The man pages, written from the rows of the parser.
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

// A page for the program and one for each command. `date`, YYYY-MM-DD or empty, is at the foot. The
// pages depend on nothing else outside the program.
std::vector<ManPage> ManPages(const std::vector<CommandOptions>& commands, const std::string& date);

// The day, in UTC, of SOURCE_DATE_EPOCH, a number of seconds; nothing if the text is not a number.
std::optional<std::string> DayOf(const std::string& epoch_seconds);

}  // namespace waymark::services
