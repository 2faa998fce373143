// The text that man pages and docs/CLI.md share: exit codes, meanings of options, filled lines.
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

// The value of an argument in a usage line: "TASK", "CLIENT...".
std::string ArgumentValue(const OptionRow& argument);

// Whether an argument stands behind the options, as words that are no options of this program do.
bool IsBehindOptions(const OptionRow& argument);

// "waymark path FROM TO [OPTION...]".
std::string UsageLine(const CommandOptions& command);

// The description as a sentence, then the allowed words unless value or description list them all,
// then whether an option is required.
std::string OptionMeaning(const OptionRow& option);

// The headings of the options, each once, in the order of first use.
std::vector<std::string> GroupsOf(const std::vector<OptionRow>& options);

// The words of the text, each converted by `written`, on lines of at most 78 columns with line
// breaks.
std::string FilledText(std::string_view text, std::string (*written)(std::string_view));

}  // namespace waymark::services
