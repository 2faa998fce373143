// Scripts for the completion of command lines in shells, written from the rows of the parser. They
// hold all that there is to complete: no process of the program runs when a word is completed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "help/option_table.h"

namespace waymark::services {

std::string BashCompletion(const std::vector<CommandOptions>& commands);
std::string ZshCompletion(const std::vector<CommandOptions>& commands);
std::string FishCompletion(const std::vector<CommandOptions>& commands);

struct ShellRow {
  std::string_view name;
  std::string (*write)(const std::vector<CommandOptions>& commands);
};

std::span<const ShellRow> AllShells();

}  // namespace waymark::services
