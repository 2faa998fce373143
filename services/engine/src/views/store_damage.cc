#include "views/store_damage.h"

#include <string>

#include <fmt/format.h>

#include "services/shell_word.h"

namespace waymark::services {

// What is damaged belongs to one view mostly, which is written anew with --force; what was learned
// and the workspaces stay then.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root) {
  if (!absl::IsDataLoss(status)) return status;
  const std::string directory = ShellQuoted(store.directory().string());
  const std::string index =
      fmt::format("waymark index {} --store {}", ShellQuoted(root.string()), directory);
  return absl::DataLossError(
      fmt::format("the store is damaged, and nothing is answered from it: {}; run: {} --force; "
                  "if that fails too: rm -r {}; {}",
                  std::string(status.message()), index, directory, index));
}

}  // namespace waymark::services
