// Repositories of a team store that can be asked about without a checkout.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "services/verbs.h"

namespace waymark::services {

// A question names such a repository by this prefix and the name of the repository, where it would
// name the root of a checkout: "team:github.com/owner/name".
inline constexpr char kTeamRootPrefix[] = "team:";

// The name of the repository; nothing for the root of a checkout.
std::optional<std::string> TeamRepositoryOf(const std::filesystem::path& root);

// Thread-safe.
class TeamViews {
 public:
  virtual ~TeamViews() = default;

  // Makes sure that `store` has the state of a repository to which a revision leads: the name of a
  // branch or a tag, or the id of a commit; empty: the one that was published last for the
  // repository's main branch. Returns the view, whose root path is the prefixed name. Whether the
  // team store has a newer state is asked at most once in a while; the state that is here is good
  // enough while the team store does not answer. Errors: NotFound (no such repository or revision),
  // Unavailable, PermissionDenied, FailedPrecondition (published by an incompatible version).
  virtual absl::StatusOr<graph::ViewKey> Bring(graph::Store& store, const std::string& repository,
                                               const std::string& revision,
                                               const CallControl& control) = 0;
};

}  // namespace waymark::services
