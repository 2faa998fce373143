#include "git/git_handles.h"

#include <array>
#include <mutex>

namespace waymark::indexer {
namespace {

// Extensions of the repository format that do not affect reading.
constexpr std::array<const char*, 5> kHarmlessExtensions = {
    "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig", "noop"};

}  // namespace

// libgit2 counts its users; this program is one of them until it ends.
void StartLibgit2() {
  static std::once_flag started;
  std::call_once(started, [] {
    git_libgit2_init();
    // Reading another user's clone runs none of its hooks or filters.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    // git does not verify hashes on reading either (`git fsck` does). Verification was half the
    // cost of a history.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    std::array<const char*, kHarmlessExtensions.size()> extensions = kHarmlessExtensions;
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
  });
}

}  // namespace waymark::indexer
