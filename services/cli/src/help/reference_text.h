// What man pages and docs/CLI.md have in common: exit codes, meanings of options, filled lines.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "help/option_table.h"

namespace waymark::services {

struct ReferenceEntry {
  std::string_view term;
  std::string_view meaning;
};

std::span<const ReferenceEntry> ExitCodes();

// The value of an argument as a usage line has it: "TASK", "CLIENT...".
std::string ArgumentValue(const OptionRow& argument);

// The description as a sentence, then the allowed words unless value and description have them
// all, and whether an option is required.
std::string OptionMeaning(const OptionRow& option);

// The headings of the options, each once, in the order in which they are met.
std::vector<std::string> GroupsOf(const std::vector<OptionRow>& options);

// The words of the text, as `written` gives each, on lines of at most 78 columns, each with its
// end.
std::string FilledText(std::string_view text, std::string (*written)(std::string_view));

}  // namespace waymark::services
