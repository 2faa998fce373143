// The store: one LMDB environment that holds every repository, view, facts pack and base of a user.
//
// Life of an index run:  Store::Open -> BeginWrite (elects the one writer) -> look up known facts,
// write one facts pack -> NewBase, filled in canonical order, or NewOverlay with the difference
// from an earlier state -> Publish (one small commit) -> CollectGarbage. Before Publish nothing of
// the run is visible; after a crash the next writer deletes it. Readers never wait for writers.
//
// docs/STORAGE_FORMAT.md describes the format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/base_builder.h"
#include "graph/facts_pack.h"
#include "graph/ids.h"
#include "graph/overlay_builder.h"
#include "graph/read_view.h"
#include "graph/records.h"
#include "graph/session_store.h"
#include "graph/shared/blob_store.h"

namespace waymark::graph {

inline constexpr std::uint32_t kStoreFormatVersion = 4;
inline constexpr std::uint64_t kDefaultMapBytes =
    std::uint64_t{1} << 40;  // address space, not disk; never resized in use
inline constexpr unsigned kMaxReaders = 1024;
inline constexpr std::size_t kMaxSnapshotsKept = 10;
// Git blobs whose content hashes are remembered. A publication that would exceed the number forgets
// all others.
inline constexpr std::uint64_t kMaxKnownBlobs = 1 << 20;

struct StoreOptions {
  std::filesystem::path directory;             // created when it does not exist, unless read_only
  bool read_only = false;                      // a missing store is NotFound then
  std::uint64_t map_bytes = kDefaultMapBytes;  // smaller only in tests of a full map
  // From where facts are fetched that a view has in a shared store. May be null: then only fetched
  // ones can be read. Called by one thread at a time.
  std::shared_ptr<BlobStore> shared = nullptr;
};

// A view by its stable names. `view` is "work:" and a hash of the checkout's path for a working
// tree, "commit:" and the commit's id for a commit.
struct ViewKey {
  std::string repository;
  std::string view;

  auto operator<=>(const ViewKey&) const = default;
};

// The stat data of a file at index time. With it an unchanged file is recognised without reading
// it.
struct FileState {
  std::string path;
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  ContentHash content;
  std::uint8_t skip_reason = 0;  // SkipReason; 0 when the file has facts
};

// The id git gives to an object.
using GitObjectId = std::array<std::uint8_t, 20>;

// A file in git's object store: equal ids mean equal bytes, whatever the path, branch or
// repository.
struct GitBlob {
  GitObjectId object{};
  ContentHash content;
  std::uint64_t size_bytes = 0;
};

// Which files PublishRequest::file_states describes.
enum class StatesGiven : std::uint8_t {
  kAll,      // every file; earlier states of the view are forgotten
  kChanges,  // changed and new files; the view's other states stay
};

struct PublishRequest {
  ViewKey key;
  SegmentId base = SegmentId::kNone;
  // An overlay over that base; kNone: no overlay. It may be the one that the view has, or that of
  // another view of the same base.
  SegmentId overlay = SegmentId::kNone;
  std::vector<SegmentId> packs;  // every pack that holds facts of the view
  StatesGiven states_given = StatesGiven::kAll;
  std::vector<FileState> file_states;      // ordered by path
  std::vector<std::string> removed_paths;  // for kChanges: files that are gone; ordered
  std::vector<GitBlob> blobs;              // blobs to remember; known ones are allowed
  RootHash root;
  std::string commit;
  std::string root_path;
  std::uint64_t indexed_unix_seconds = 0;
  // Version of the code that makes the graph from the facts (indexer). A view of another version is
  // indexed anew.
  std::uint32_t indexer_version = 0;
  std::uint64_t expected_generation = 0;  // generation the run started from, 0 for a new view
  std::vector<KindCount> unindexed;       // files of kinds that are not indexed
};

// Row of the view table.
struct ViewRecord {
  ViewKey key;
  std::uint64_t generation = 0;
  SegmentId base = SegmentId::kNone;
  SegmentId overlay = SegmentId::kNone;
  std::vector<SegmentId> packs;
  RootHash root;
  RootHash parent_root;
  std::string commit;
  std::string root_path;
  std::uint64_t indexed_unix_seconds = 0;
  std::uint32_t indexer_version = 0;
  std::vector<KindCount> unindexed;
};

// A part of the store and its size, for `status` and the benches.
struct StorePart {
  std::string name;  // e.g. "facts headers", "symbol columns", "postings", "free pages"
  std::uint64_t bytes = 0;
};

// The amount of data that Verify found intact.
struct VerifiedStore {
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
};

// The result of Store::Replace().
struct ReplacedStore {
  std::filesystem::path kept_as;   // the old file; empty if there was none
  std::uint64_t rows_rescued = 0;  // feedback and workspaces, which are stored nowhere else
};

// The readers of a store in all processes.
struct ReaderTable {
  std::uint32_t slots = 0;   // how many can read at once
  std::uint32_t active = 0;  // how many read now
  // Slots of processes that were killed while they read, found and freed by this call. Until then
  // the states that they saw could not be deleted. A writer frees such slots too.
  std::uint32_t stale_freed = 0;
};

class History;         // graph/history.h
class PortableReader;  // graph/shared/portable_view.h
class PortableWriter;
struct PortableState;
enum class PortableFactsPlace : std::uint8_t;

// The one writer of a store. Move-only; its destructor releases the writer lock and drops
// everything that was not published. Not thread-safe, except that any thread may read facts while
// one thread writes a pack.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) = 0;
  // File states of a view, ordered by path.
  virtual absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) = 0;
  // Reads facts from every pack that a view references.
  virtual absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() = 0;
  // From now on readers know only the facts that are in this store: what is in a shared store that
  // cannot be reached is extracted again.
  virtual void LeaveOutRemoteFacts() = 0;
  virtual absl::StatusOr<std::unique_ptr<FactsPackBuilder>> NewFactsPack() = 0;
  virtual absl::StatusOr<std::unique_ptr<BaseBuilder>> NewBase() = 0;
  // Starts from the current state of `from`. The result may be published as another view: a second
  // work tree or a branch shares the base of the first. It is published with the base of `from`.
  // NotFound when `from` was never indexed.
  virtual absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewOverlay(const ViewKey& from) = 0;

  // Makes the new state the view's state and records the snapshot, in one commit. Small segments (8
  // MiB) finished since the last publication become durable in the same transaction. Aborted when
  // the view's generation is no longer `expected_generation`. InvalidArgument when a segment is not
  // of the kind that the request names it as, or when changes of file states are given for a view
  // that has none. Returns the new generation.
  virtual absl::StatusOr<std::uint64_t> Publish(const PublishRequest& request) = 0;
  // Replaces the history of a view. Aborted when the view shows another commit than the history.
  virtual absl::Status PutHistory(const ViewKey& key, const History& history) = 0;
  // Writes a view that comes from another store. The state must outlive the result. DataLoss if it
  // contradicts itself.
  virtual absl::StatusOr<std::unique_ptr<PortableWriter>> NewPortable(const PortableState& state,
                                                                      PortableFactsPlace facts) = 0;
  // Deletes segments that nothing references and no reader can see, in bounded transactions.
  virtual absl::Status CollectGarbage() = 0;
  virtual absl::Status RemoveView(const ViewKey& key) = 0;
};

// Thread-safe. One Store per path and process (asserted).
class Store {
 public:
  // Errors: NotFound (read_only and absent), FailedPrecondition (newer format version, network file
  // system, foreign file), PermissionDenied (directory not writable), DataLoss (damaged header),
  // ResourceExhausted (reader slots, disk).
  static absl::StatusOr<std::unique_ptr<Store>> Open(const StoreOptions& options);
  virtual ~Store() = default;

  // Puts the file of a store that is beyond use aside, under a fixed name in the same directory,
  // and makes a new store with what of the feedback and workspaces can still be read. An older file
  // of that name is replaced. Processes that have the old file open read and write it no more.
  // Errors: FailedPrecondition (no store of this program), Unavailable (another process writes),
  // those of Open().
  static absl::StatusOr<ReplacedStore> Replace(const std::filesystem::path& directory);

  virtual const std::filesystem::path& directory() const = 0;
  virtual absl::StatusOr<std::vector<ViewRecord>> Views() = 0;
  virtual absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) = 0;
  // The latest state of a view. NotFound when it was never indexed. The mapped view is shared while
  // its generation is current. Opening costs about 0.2 ms plus the time for the overlay's mask, so
  // a daemon opens every generation.
  virtual absl::StatusOr<std::shared_ptr<const ReadView>> OpenView(const ViewKey& key) = 0;
  // The history up to the commit that the view shows; null when it was not read yet or belongs to
  // another commit. Shared while it is current; opening takes some milliseconds.
  virtual absl::StatusOr<std::shared_ptr<const History>> OpenHistory(const ViewKey& key) = 0;
  // The last history of a view, of whatever commit, as a start for a new one; null when it is
  // damaged. Not cached.
  virtual absl::StatusOr<std::shared_ptr<const History>> LastHistory(const ViewKey& key) = 0;
  // Starts an overlay over the current state of a view that is never published, for unsaved
  // buffers. Takes no writer lock and writes nothing; the builder ends in FinishUnpublished().
  // NotFound as above.
  virtual absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewUnpublished(const ViewKey& from) = 0;
  // Reads facts from every pack that a view references now. Opening costs some 20 us per pack.
  virtual absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() = 0;
  virtual absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) = 0;
  // A view on its way to another store, with its history if that is current. `check` is called
  // before each chunk of facts; its error ends the work. Errors: NotFound as above,
  // FailedPrecondition (facts are absent), DataLoss (the graph is damaged). Cost: reads and hashes
  // the whole view, 0.2 s for 100,000 symbols.
  virtual absl::StatusOr<std::unique_ptr<PortableReader>> OpenPortable(
      const ViewKey& key, const std::function<absl::Status()>& check) = 0;
  // The remembered git blobs, parallel to `objects`. Costs about 2 us per object.
  virtual absl::StatusOr<std::vector<std::optional<GitBlob>>> FindBlobs(
      std::span<const GitObjectId> objects) = 0;
  // The text of a row of the session store; nothing when there is none. DataLoss when it is
  // damaged.
  virtual absl::StatusOr<std::optional<std::string>> Recall(SessionRowKind kind,
                                                            const RootHash& key) = 0;
  // Replaces a row by the result of `change`, in one transaction. If the bound requires it, deletes
  // the rows of its kind that were written longest ago. Waits for another writer's transaction, not
  // for its run. Costs a commit, some milliseconds. Errors: FailedPrecondition when the store was
  // opened read-only, ResourceExhausted beyond the bounds of session_store.h, and whatever `change`
  // returns.
  virtual absl::Status Remember(SessionRowKind kind, const RootHash& key,
                                const SessionRowChange& change) = 0;
  // Unavailable when another process writes; the message names its process id.
  virtual absl::StatusOr<std::unique_ptr<Writer>> BeginWrite() = 0;
  virtual absl::StatusOr<std::vector<StorePart>> Sizes() = 0;
  virtual absl::StatusOr<ReaderTable> Readers() = 0;
  // Recomputes the hashes of everything that views reference, some 0.5 s per gigabyte. DataLoss
  // names the first segment and section whose bytes changed since they were written. `check` is
  // called before each segment; its error ends the work.
  virtual absl::StatusOr<VerifiedStore> Verify(const std::function<absl::Status()>& check) = 0;
  // Leaves out what is damaged, so that a run that reads everything anew can write: rows that
  // cannot be read, facts packs that differ from their hash, and views that refer to a segment that
  // does. Views of the name `kept_view` stay, since the run replaces its own. Facts that are left
  // out are read again with the next run of a view. Returns what was left out, in words. Cost: that
  // of Verify(). Errors: those of BeginWrite().
  virtual absl::StatusOr<std::vector<std::string>> Repair(const std::string& kept_view) = 0;
};

}  // namespace waymark::graph
