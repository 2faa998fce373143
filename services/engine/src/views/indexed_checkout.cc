#include "views/indexed_checkout.h"

#include <algorithm>
#include <system_error>

#include "indexer/indexer.h"

namespace waymark::services {

namespace fs = std::filesystem;

const graph::ViewRecord* FindIndexed(const std::vector<graph::ViewRecord>& views,
                                     const fs::path& root) {
  std::error_code error;
  const fs::path canonical = fs::canonical(root, error);
  const graph::ViewRecord* latest = nullptr;
  for (const graph::ViewRecord& view : views) {
    if (error || view.root_path != canonical.native() || indexer::IsCommitView(view.key)) continue;
    if (latest == nullptr || view.indexed_unix_seconds > latest->indexed_unix_seconds) {
      latest = &view;
    }
  }
  return latest;
}

std::optional<fs::path> IndexedAround(const std::vector<graph::ViewRecord>& views,
                                      const fs::path& root) {
  std::error_code error;
  fs::path directory = fs::canonical(root, error);
  while (!error && !fs::exists(directory / ".git", error) && directory.has_relative_path()) {
    directory = directory.parent_path();
    const bool indexed = std::any_of(
        views.begin(), views.end(),
        [&](const graph::ViewRecord& view) { return view.root_path == directory.native(); });
    if (indexed) return directory;
  }
  return std::nullopt;
}

}  // namespace waymark::services
