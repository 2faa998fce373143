// Files of a repository's own directory that would hold a reader for ever: FIFOs, and devices. The
// git library opens its files without a look at their types.
#pragma once

#include <cstdint>
#include <filesystem>

#include <absl/status/status.h>

namespace waymark::indexer {

enum class GitFiles : std::uint8_t {
  kState,    // settings, index, and the references that HEAD goes through
  kHistory,  // also all other references, and objects
};

// FailedPrecondition with the file's name if the repository around `directory` has such a file; OK
// where there is no repository. A file may still be replaced before it is read. Cost: some 20
// system calls; for kHistory, one look at each directory of references and objects.
absl::Status CheckGitFiles(const std::filesystem::path& directory, GitFiles files);

}  // namespace waymark::indexer
