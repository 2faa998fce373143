// Runs `waymark` on a terminal of its own.
#pragma once

#include <string>
#include <vector>

#include "program.h"

namespace waymark::testing {

struct TerminalOptions {
  unsigned short rows = 24;
  unsigned short columns = 80;
  std::vector<std::string> environment = {"TERM=xterm"};  // besides that of the home
};

struct TerminalResult {
  int exit_code = -1;
  std::string screen;  // what was written to standard output and error
};

// Runs `waymark ARGUMENTS` to its end, with a terminal as its input, output and error.
TerminalResult RunOnTerminal(const WaymarkHome& home, const std::vector<std::string>& arguments,
                             const TerminalOptions& options = {});

}  // namespace waymark::testing
