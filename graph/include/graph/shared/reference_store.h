// References of a shared store (graph/shared/blob_store.h): names of published states. The errors
// are those of a BlobStore. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"

namespace waymark::graph {

// A named state of a repository.
struct Reference {
  std::string name;           // "commit/<id>", "branch/<name>", "tag/<name>"
  std::uint64_t version = 0;  // from 1; counts changes of the reference
  BlobHash root;              // of the tree of blobs
  std::string commit;         // hexadecimal
  std::uint64_t published_unix_seconds = 0;
};

class ReferenceStore {
 public:
  virtual ~ReferenceStore() = default;

  virtual absl::StatusOr<std::optional<Reference>> Find(const std::string& repository,
                                                        const std::string& name) = 0;
  // References whose names begin with `prefix`, the last published first, at most `limit`.
  virtual absl::StatusOr<std::vector<Reference>> List(const std::string& repository,
                                                      const std::string& prefix,
                                                      std::size_t limit) = 0;
  // Moves a reference from `expected` (0: it must not exist) to a tree, in one transaction that
  // makes sure that the whole tree exists. Returns the new state. Aborted if the reference has
  // another version, FailedPrecondition if a blob of the tree is missing.
  virtual absl::StatusOr<Reference> CompareAndSwap(const std::string& repository,
                                                   const Reference& changed,
                                                   std::uint64_t expected) = 0;
  // Deletes a reference of this version. Aborted if it has another one.
  virtual absl::Status Remove(const std::string& repository, const std::string& name,
                              std::uint64_t expected) = 0;
  // Returns when a reference of the repository may have changed since the last call, or after
  // `patience_ms`. May return early: whoever calls it lists again.
  virtual absl::Status Watch(const std::string& repository, std::uint64_t patience_ms) = 0;
};

}  // namespace waymark::graph
