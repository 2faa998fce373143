// The answers of the program that the page and the report need.
#pragma once

#include <filesystem>
#include <string>

#include <absl/status/status.h>

#include "config/settings.h"
#include "options/daemon_option.h"
#include "services/page_server.h"

namespace waymark::services {

// Indexes the checkout if it has no index; an error if it cannot be asked about.
absl::Status IndexIfNeeded(const Place& place, const std::filesystem::path& root,
                           const Settings& settings);

// Options with the root, who answers, the configured numbers, and the answers about the program
// itself. `settings` must outlive them.
PageOptions PageOptionsFor(const Place& place, const std::filesystem::path& root,
                           const Settings& settings, VerbsSource verbs);

// The options for the place on the command line, each after a blank and quoted for a shell.
std::string OptionsWritten(const PlaceOption& place, const Settings& settings);

}  // namespace waymark::services
