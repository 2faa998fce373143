// Opens the state of a repository of the team store, without a checkout.
#pragma once

#include <memory>
#include <string>

#include <absl/status/statusor.h>

#include "graph/read_view.h"
#include "graph/store.h"
#include "indexer/source_reader.h"
#include "services/team/team_views.h"
#include "services/verbs.h"

namespace waymark::services {

struct OpenedTeamView {
  graph::ViewKey key;
  std::shared_ptr<const graph::ReadView> view;
  std::shared_ptr<const indexer::SourceReader> sources;  // reads by content, and fetches
};

// `team` may be null: then FailedPrecondition. Other errors are those of TeamViews::Bring().
absl::StatusOr<OpenedTeamView> OpenTeamView(graph::Store& store, TeamViews* team,
                                            const std::string& repository,
                                            const std::string& revision,
                                            const CallControl& control);

}  // namespace waymark::services
