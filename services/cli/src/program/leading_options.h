// Options that stand before the command.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace waymark::services {

// An option that may stand before the command. Most commands have it.
struct LeadingOption {
  std::string_view name;
  bool has_value = false;  // in the next argument, or behind a '='
};

std::span<const LeadingOption> AllLeadingOptions();

// Whether the argument is an option of the program, which needs no command, such as --help.
bool IsProgramOption(std::string_view argument);

std::span<const std::string_view> AllProgramOptions();

// The index of the first argument behind the program and such options with their values. It can be
// greater than the number of arguments: then the last option lacks its value.
std::size_t CommandIndex(std::span<char* const> arguments);

// `arguments`, the first of which is the program, with such options moved behind the command:
// `waymark --repo x usages Y` is `waymark usages --repo x Y`. They are moved behind an option of
// the program too. Unchanged if neither follows them.
std::vector<char*> WithCommandFirst(std::span<char* const> arguments);

}  // namespace waymark::services
