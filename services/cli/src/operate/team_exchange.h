// `team push` and `team pull`: their options, and commits on their way to the team and from it.
#pragma once

#include <string>

#include <absl/status/status.h>

#include "config/settings.h"
#include "options/query_options.h"
#include "services/shared_store.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

class TeamExchange {
 public:
  void AddTo(CLI::App& app);

  // An option that does not go with the action; empty if there is none. `takes_revision`: the
  // action is about a commit.
  std::string MisuseOf(bool takes_revision, bool is_exchange) const;

  // Both write what they did. NotFound if the team has no commit that the checkout knows.
  absl::Status Push(SharedStore& team, const Settings& settings, bool json) const;
  // `url` is that of the store: if the configuration names it too, the facts stay there.
  absl::Status Pull(SharedStore& team, const std::string& url, const Settings& settings,
                    bool json) const;

  const std::string& revision() const { return at_; }

  const std::string& directory() const { return repository_.path; }

 private:
  std::string at_;
  std::string name_;
  RepositoryOption repository_;
  StoreOption store_;
};

}  // namespace waymark::services
