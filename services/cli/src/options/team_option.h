// --team URL: the shared store of a team.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "graph/shared/blob_store.h"
#include "services/team_program.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

struct TeamOption {
  std::string url;  // empty: none is named

  void AddTo(CLI::App& app);
  // InvalidArgument if no store is named. An interrupt cancels work on the store.
  absl::StatusOr<TeamOptions> Resolve() const;
};

// The blobs of the store that the configuration names; null if it names none. Reaches nothing.
std::shared_ptr<graph::BlobStore> ConfiguredTeamBlobs(const Settings& settings);

}  // namespace waymark::services
