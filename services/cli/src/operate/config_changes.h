// Changes of the files of the configuration by `waymark config`.
#pragma once

#include <string>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/settings.h"

namespace waymark::services {

// A change that was made.
struct ConfigChange {
  std::filesystem::path file;
  std::string value;  // JSON; empty: the key was removed
};

// `origin` is the file to change: kFile for that of the user, kProject for that of the checkout
// around the working directory.

// Sets the key to a value in the form of its option; a relative path is taken from the working
// directory. Keeps comments and layout. InvalidArgument for an unknown key, for a value that the
// option would refuse, and for a file that other commands would refuse; then nothing is written.
absl::StatusOr<ConfigChange> SetConfigured(const std::string& key, const std::string& value,
                                           ConfigurationOrigin origin, const Settings& settings);

// Removes the key, also one that is unknown. NotFound if the file does not have it.
absl::StatusOr<ConfigChange> UnsetConfigured(const std::string& key, ConfigurationOrigin origin,
                                             const Settings& settings);

// Opens the file in the user's editor, and waits for its end. A missing file is made first.
// InvalidArgument, with the line, if other commands would refuse the result; Unavailable if the
// editor fails.
absl::Status EditConfiguration(ConfigurationOrigin origin, const Settings& settings);

}  // namespace waymark::services
