#include "views/freshness.h"

#include "indexer/indexer.h"
#include "services/limits.h"

namespace waymark::services {

FreshnessCheck::FreshnessCheck(graph::Store& store, const graph::ViewKey& key,
                               std::optional<std::uint64_t> known)
    : known_(known) {
  if (known.has_value()) return;
  differing_ = std::async(std::launch::async, [&store, key]() -> std::optional<std::uint64_t> {
    const absl::StatusOr<indexer::TreeDifference> difference =
        indexer::CompareTree(store, key, kMaxFreshnessFiles);
    if (!difference.ok() || !difference->checked) return std::nullopt;
    return difference->changed + difference->added + difference->removed;
  });
}

std::optional<std::uint64_t> FreshnessCheck::Wait() {
  if (differing_.valid()) known_ = differing_.get();
  return known_;
}

}  // namespace waymark::services
