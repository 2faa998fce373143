// The keys of the configuration as options of the command line: named in their help texts, and set
// where the command line does not.
#pragma once

#include <absl/status/status.h>

#include "config/configuration.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// Has the help of each option say its key. Call once, after all commands were described.
void NoteConfigurationKeys(CLI::App& app);

// After the arguments were parsed: gives what is configured to every option that was not written,
// of all commands, so that a value that cannot be is told by whichever command runs first; and
// fills in what the keys mean. InvalidArgument names the place and what is wrong.
absl::Status ApplyConfiguration(CLI::App& app, Configuration& configuration);

}  // namespace waymark::services
