#include "views/asked_revision.h"

#include <initializer_list>
#include <string_view>

#include "indexer/source_reader.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

// Advises the first of `others` that exists, as the value of `field`.
absl::StatusOr<std::string> Resolve(const std::filesystem::path& root, const std::string& revision,
                                    std::string_view field,
                                    std::initializer_list<const char*> others) {
  absl::StatusOr<std::string> commit = indexer::ResolveRevision(root, revision);
  if (commit.ok()) return commit;
  for (const char* const other : others) {
    if (!indexer::ResolveRevision(root, other).ok()) continue;
    return WithRemedy(commit.status(), WithTextIn(field, revision, other));
  }
  return commit;
}

}  // namespace

absl::StatusOr<std::string> ResolveAt(const std::filesystem::path& root,
                                      const std::string& revision) {
  return Resolve(root, revision, "at", {"HEAD"});
}

// Since HEAD there may be no change to ask about.
absl::StatusOr<std::string> ResolveBase(const std::filesystem::path& root,
                                        const std::string& revision) {
  return Resolve(root, revision, "base", {"HEAD~1", "HEAD"});
}

}  // namespace waymark::services
