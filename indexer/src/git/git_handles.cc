#include "git/git_handles.h"

#include <array>
#include <mutex>

namespace waymark::indexer {
namespace {

// Extensions of the repository format that change nothing in what is read here.
constexpr std::array<const char*, 5> kHarmlessExtensions = {
    "partialclone", "preciousobjects", "relativeworktrees", "worktreeconfig", "noop"};

}  // namespace

// libgit2 counts its users; this program is one of them from the first use to its end.
void StartLibgit2() {
  static std::once_flag started;
  std::call_once(started, [] {
    git_libgit2_init();
    // Reading somebody else's clone runs none of its hooks or filters.
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    // git does not hash what it reads either (`git fsck` does), and it was half the cost of a
    // history.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    std::array<const char*, kHarmlessExtensions.size()> extensions = kHarmlessExtensions;
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions.data(), extensions.size());
  });
}

}  // namespace waymark::indexer
