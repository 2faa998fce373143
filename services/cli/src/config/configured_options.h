// Applies the configuration to the options of the command line, and names its keys in their help
// texts.
#pragma once

#include <absl/status/status.h>

#include "config/configuration.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// Adds its key to the help text of each option. Call once, after all commands are described.
void NoteConfigurationKeys(CLI::App& app);

// Call after the arguments are parsed. Sets every option that is not on the command line to its
// configured value, for all commands, so that the first command that runs reports an invalid value.
// A setting needs a value that some command takes. Also fills in the meanings of the keys.
// InvalidArgument names the place and the error.
absl::Status ApplyConfiguration(CLI::App& app, Configuration& configuration);

}  // namespace waymark::services
