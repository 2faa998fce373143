// --team URL: the shared store of a team.
#pragma once

#include <string>

#include <absl/status/statusor.h>

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

}  // namespace waymark::services
