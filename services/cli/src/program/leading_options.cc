#include "program/leading_options.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace waymark::services {
namespace {

constexpr LeadingOption kLeadingOptions[] = {
    {"--repo", true},
    {"--format", true},
    {"--json"},
    {"--color", true},
    {"--pager", true},
    {"--no-pager"},
    {"-q"},
    {"--quiet"},
    {"-v"},
    {"--verbose"},
    {"--store", true},
    {"--daemon", true},
    {"--daemon-token-file", true},
    {"--daemon-ca", true},
    {"--daemon-certificate", true},
    {"--daemon-key", true},
};

constexpr std::string_view kProgramOptions[] = {"-h", "--help", "--help-all", "-V", "--version"};

// The arguments that the option at the beginning of one takes, itself included; 0 if it is none of
// the table.
std::size_t CountTaken(std::string_view argument) {
  const std::string_view name = argument.substr(0, argument.find('='));
  const auto* const option =
      std::find_if(std::begin(kLeadingOptions), std::end(kLeadingOptions),
                   [name](const LeadingOption& known) { return known.name == name; });
  if (option == std::end(kLeadingOptions)) return 0;
  return option->has_value && name.size() == argument.size() ? 2 : 1;
}

}  // namespace

std::span<const LeadingOption> AllLeadingOptions() { return kLeadingOptions; }

bool IsProgramOption(std::string_view argument) {
  return std::find(std::begin(kProgramOptions), std::end(kProgramOptions), argument) !=
         std::end(kProgramOptions);
}

std::span<const std::string_view> AllProgramOptions() { return kProgramOptions; }

std::size_t CommandIndex(std::span<char* const> arguments) {
  std::size_t command = 1;
  while (command < arguments.size()) {
    const std::size_t taken = CountTaken(arguments[command]);
    if (taken == 0) break;
    command += taken;
  }
  return command;
}

std::vector<char*> WithCommandFirst(std::span<char* const> arguments) {
  std::vector<char*> ordered(arguments.begin(), arguments.end());
  const std::size_t command = CommandIndex(arguments);
  if (command >= ordered.size()) return ordered;
  if (*ordered[command] == '-' && !IsProgramOption(ordered[command])) return ordered;
  const auto at = ordered.begin() + static_cast<std::ptrdiff_t>(command);
  std::rotate(ordered.begin() + 1, at, at + 1);
  return ordered;
}

}  // namespace waymark::services
