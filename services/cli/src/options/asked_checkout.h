// The checkout that a command is about, and where its questions go.
#pragma once

#include <filesystem>

#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/exit_code.h"

namespace waymark::services {

struct AskedCheckout {
  Place place;
  std::filesystem::path root;
  int exit_code = kExitDone;  // otherwise neither is known, and the error is told
};

// An unknown --repo is told with the checkouts of the store that may have been meant.
AskedCheckout FindCheckout(const PlaceOption& place, const RepositoryOption& repository,
                           const Settings& settings);

}  // namespace waymark::services
