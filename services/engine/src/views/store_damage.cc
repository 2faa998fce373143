#include "views/store_damage.h"

#include <string>

#include <fmt/format.h>

#include "services/shell_word.h"
#include "services/state_text.h"

namespace waymark::services {

// --force leaves out what is damaged, and replaces a store that is beyond use.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root) {
  if (!absl::IsDataLoss(status)) return status;
  const std::string fix =
      fmt::format("run: waymark index {} --store {} --force", ShellQuoted(root.string()),
                  ShellQuoted(store.directory().string()));
  return WithFix(absl::DataLossError(
                     fmt::format("the store is damaged, and nothing is answered from it: {}; {}",
                                 std::string(status.message()), fix)),
                 fix);
}

absl::StatusOr<std::shared_ptr<const graph::History>> OpenHistory(
    graph::Store& store, const graph::ViewKey& key, const std::filesystem::path& root) {
  absl::StatusOr<std::shared_ptr<const graph::History>> history = store.OpenHistory(key);
  if (history.ok()) return history;
  return WithStore(history.status(), store, root);
}

}  // namespace waymark::services
