#include "store_damage.h"

#include <string>

#include <fmt/format.h>

#include "services/shell_word.h"

namespace waymark::services {

// What is damaged belongs to one view mostly, which is written anew with --force; what was learned
// and the workspaces stay then.
absl::Status WithStore(const absl::Status& status, const graph::Store& store,
                       const std::filesystem::path& root) {
  if (!absl::IsDataLoss(status)) return status;
  const std::string checkout = ShellQuoted(root.string());
  return absl::DataLossError(fmt::format(
      "the store is damaged, and nothing is answered from it: {}; run: waymark index {} --force; "
      "if that fails too: rm -r {}; waymark index {}",
      std::string(status.message()), checkout, ShellQuoted(store.directory().string()), checkout));
}

}  // namespace waymark::services
