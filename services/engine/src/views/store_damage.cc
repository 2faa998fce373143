#include "views/store_damage.h"

#include <string>

#include <fmt/format.h>

#include "services/shell_word.h"

namespace waymark::services {

// Damage mostly concerns one view, which --force writes anew; feedback and workspaces are kept.
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
