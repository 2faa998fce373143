// Options that stand before the command.
#pragma once

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

// `arguments`, the first of which is the program, with such options moved behind the command:
// `waymark --repo x usages Y` is `waymark usages --repo x Y`. Unchanged if no word follows them.
std::vector<char*> WithCommandFirst(std::span<char* const> arguments);

}  // namespace waymark::services
