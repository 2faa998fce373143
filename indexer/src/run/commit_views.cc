#include "run/commit_views.h"

#include <algorithm>
#include <vector>

#include "graph/status.h"
#include "indexer/indexer.h"

namespace waymark::indexer {

absl::Status DropOldCommits(graph::Store& store, graph::Writer& writer,
                            const graph::ViewKey& current) {
  WM_ASSIGN_OR_RETURN(std::vector<graph::ViewRecord> records, store.Views());
  std::erase_if(records, [&current](const graph::ViewRecord& record) {
    return record.key.repository != current.repository || record.key == current ||
           !IsCommitView(record.key);
  });
  std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) {
    return a.indexed_unix_seconds > b.indexed_unix_seconds;
  });
  for (std::size_t i = kMaxCommitViews - 1; i < records.size(); ++i) {
    WM_RETURN_IF_ERROR(writer.RemoveView(records[i].key));
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
