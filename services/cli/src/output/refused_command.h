// The command that works in place of one that was refused.
#pragma once

#include <span>
#include <string>

#include <absl/status/status.h>

#include "services/state_text.h"

namespace waymark::services {

// The command of the remedy: `words`, which are those of the refused command after the program's
// name, with the change; or another question about the same repository. Empty if the words do not
// have the text to replace. For a command that is too long to repeat: the change alone.
std::string CommandOf(const Remedy& remedy, std::span<const std::string> words);

// From now on errors with a remedy end with the command that works in place of this one.
void AdviseAbout(int argc, char** argv);

// The error with that command; unchanged without a remedy.
absl::Status WithCommand(const absl::Status& status);

}  // namespace waymark::services
