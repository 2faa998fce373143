// The shared store of a team as its operators see it: what it holds, what may go, whether it is
// whole. Blobs and references are as in graph/shared/. The errors are those of a BlobStore.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/blob_store.h"
#include "graph/shared/reference_store.h"
#include "services/work_queue.h"

namespace waymark::services {

// A longer name of a repository or a reference, in bytes, is refused.
inline constexpr std::size_t kMaxSharedNameBytes = 1024;
// The most repositories and references that an answer lists.
inline constexpr std::size_t kMaxListedRows = 10'000;
// The most problems that a check names; the others are counted.
inline constexpr std::size_t kMaxNamedProblems = 100;
// A blob is touched again only if it was not touched for this long.
inline constexpr std::chrono::seconds kTouchInterval = std::chrono::hours(1);
// An unfinished publication loses no blob within this time at least. Twice the interval, since a
// blob may have been touched one interval before its publication began.
inline constexpr std::chrono::seconds kMinGrace = 2 * kTouchInterval;

struct SharedRepository {
  std::string name;
  std::uint64_t references = 0;
  std::uint64_t blobs = 0;
  std::uint64_t bytes = 0;                   // of the blobs
  std::uint64_t stored_bytes = 0;            // the same as they are stored, compressed
  std::uint64_t published_unix_seconds = 0;  // the last publication; 0: none
};

struct SharedStoreState {
  std::string address;  // without a password
  std::string server;   // its version
  std::uint32_t format = 0;
  bool is_read_only = false;
  std::uint64_t database_bytes = 0;            // 0: the server does not say
  std::vector<SharedRepository> repositories;  // by name; at most kMaxListedRows
  bool is_truncated = false;
};

// The result of creating a store.
struct InitialisedStore {
  std::string address;
  std::uint32_t found = 0;  // format before; 0: there was no store
  std::uint32_t format = 0;
};

// The references that a collection keeps: every branch and tag, the commits that they are at, and
// of the other commits those that were published last.
struct RetentionPolicy {
  std::uint64_t kept_commits = 100;  // of a repository
  // A blob that no reference reaches is kept this long after it was last asked for or stored.
  std::chrono::seconds grace = std::chrono::hours(24);
  bool is_trial = false;  // counts, and deletes nothing
};

struct CollectionReport {
  std::uint64_t repositories = 0;
  std::uint64_t kept_references = 0;
  std::uint64_t removed_references = 0;
  std::uint64_t kept_blobs = 0;
  std::uint64_t removed_blobs = 0;
  std::uint64_t removed_bytes = 0;  // as stored
};

struct StoreCheck {
  std::uint64_t references = 0;
  std::uint64_t blobs = 0;
  std::uint64_t bytes = 0;
  std::uint64_t damaged_blobs = 0;
  std::uint64_t problems = 0;
  std::vector<std::string> named;  // the first kMaxNamedProblems of them
};

// Blobs looked at so far, of the repository.
using SharedProgress = std::function<void(const std::string& repository, std::uint64_t blobs)>;

// Not thread-safe.
class SharedStore : public graph::BlobStore, public graph::ReferenceStore {
 public:
  virtual absl::StatusOr<SharedStoreState> State() = 0;
  // Deletes references beyond the policy, and blobs that no reference reaches. Others may publish
  // meanwhile. InvalidArgument for a grace time below kMinGrace.
  virtual absl::StatusOr<CollectionReport> Collect(const RetentionPolicy& policy,
                                                   const SharedProgress& progress) = 0;
  // Reads every blob and compares it with its hash, and looks for the children of each and the
  // trees of references. `marks_damage`: damaged blobs count as absent from now on, so that the
  // next publication that holds them stores them again.
  virtual absl::StatusOr<StoreCheck> Check(bool marks_damage, const SharedProgress& progress) = 0;
  // The queue of work in the same database, as long as the store. One of the two is called at a
  // time.
  virtual WorkQueue& queue() = 0;
};

}  // namespace waymark::services
