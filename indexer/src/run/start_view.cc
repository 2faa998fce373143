#include "run/start_view.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "graph/status.h"
#include "indexer/indexer.h"
#include "run/update_run.h"

namespace waymark::indexer {

absl::StatusOr<std::optional<graph::ViewRecord>> FindNearestView(graph::Store& store,
                                                                 const graph::ViewKey& key,
                                                                 const CommitTree& commit) {
  WM_ASSIGN_OR_RETURN(std::vector<graph::ViewRecord> records, store.Views());
  std::erase_if(records, [&](const graph::ViewRecord& record) {
    return record.key.repository != key.repository || record.key == key || record.commit.empty() ||
           record.indexer_version != IndexerVersion();
  });
  std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
    return a.indexed_unix_seconds > b.indexed_unix_seconds;
  });
  if (records.size() > kMaxComparedViews) records.resize(kMaxComparedViews);
  std::optional<graph::ViewRecord> nearest;
  std::uint64_t least = 0;
  for (graph::ViewRecord& record : records) {
    const std::optional<std::uint64_t> differences = commit.CountDifferences(record.commit);
    if (!differences.has_value()) continue;
    const auto rank = [](std::uint64_t count, const graph::ViewRecord& view) {
      return std::tuple(count, !IsCommitView(view.key), view.key);
    };
    if (nearest.has_value() && rank(least, *nearest) <= rank(*differences, record)) continue;
    least = *differences;
    nearest = std::move(record);
  }
  return nearest;
}

}  // namespace waymark::indexer
