// The store: one LMDB environment that holds every repository, view, facts pack and base of a user.
//
// Life of an index run:  Store::Open -> BeginWrite (elects the one writer) -> look up known facts,
// write one facts pack -> NewBase, filled in canonical order, or NewOverlay with what is new since
// a state -> Publish (one small commit) -> CollectGarbage. Until Publish nothing that was written
// is visible; after a crash the next writer deletes it. Readers never wait for writers.
//
// The format is docs/STORAGE_FORMAT.md.
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

namespace waymark::graph {

inline constexpr std::uint32_t kStoreFormatVersion = 4;
inline constexpr std::uint64_t kDefaultMapBytes =
    std::uint64_t{1} << 40;  // address space, not disk; never resized in use
inline constexpr unsigned kMaxReaders = 1024;
inline constexpr std::size_t kMaxSnapshotsKept = 10;
// Git blobs whose contents are remembered. A publication that would go beyond forgets all others.
inline constexpr std::uint64_t kMaxKnownBlobs = 1 << 20;

struct StoreOptions {
  std::filesystem::path directory;             // created when it does not exist, unless read_only
  bool read_only = false;                      // a missing store is NotFound then
  std::uint64_t map_bytes = kDefaultMapBytes;  // smaller only in tests of a full map
};

// A view by its stable names. `view` is "work:" and a hash of the checkout's path for a working
// tree, "commit:" and the commit's id for a commit.
struct ViewKey {
  std::string repository;
  std::string view;

  auto operator<=>(const ViewKey&) const = default;
};

// What was seen of a file at index time; lets an unchanged file be recognised without reading it.
struct FileState {
  std::string path;
  std::uint64_t size_bytes = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  ContentHash content;
  std::uint8_t skip_reason = 0;  // SkipReason, 0 when it has facts
};

// The id git gives to an object.
using GitObjectId = std::array<std::uint8_t, 20>;

// A file as git keeps it: equal ids are equal bytes, whatever the path, branch or repository.
struct GitBlob {
  GitObjectId object{};
  ContentHash content;
  std::uint64_t size_bytes = 0;
};

// What PublishRequest::file_states are.
enum class StatesGiven : std::uint8_t {
  kAll,      // of every file; those the view had are forgotten
  kChanges,  // of changed and new files; the others stand as the view had them
};

struct PublishRequest {
  ViewKey key;
  SegmentId base = SegmentId::kNone;
  // Over that base; kNone: none. May be the one that the view has, or that of another view of the
  // same base.
  SegmentId overlay = SegmentId::kNone;
  std::vector<SegmentId> packs;  // every pack that holds facts of the view
  StatesGiven states_given = StatesGiven::kAll;
  std::vector<FileState> file_states;      // ordered by path
  std::vector<std::string> removed_paths;  // of kChanges: files that are gone; ordered
  std::vector<GitBlob> blobs;              // to be remembered; those known already do no harm
  RootHash root;
  std::string commit;
  std::string root_path;
  std::uint64_t indexed_unix_seconds = 0;
  // Of what makes the graph from the facts (indexer). A view of another version is indexed anew.
  std::uint32_t indexer_version = 0;
  std::uint64_t expected_generation = 0;  // generation the run started from, 0 for a new view
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
};

// A part of the store and its size, for `status` and the benches.
struct StorePart {
  std::string name;  // e.g. "facts headers", "symbol columns", "postings", "free pages"
  std::uint64_t bytes = 0;
};

// What was read and found intact.
struct VerifiedStore {
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
};

// Who reads a store now, in all processes.
struct ReaderTable {
  std::uint32_t slots = 0;   // so many can read at once
  std::uint32_t active = 0;  // that do
  // Slots of processes that were killed while they read, found and freed by this question. What
  // they saw could not be deleted until then; a writer frees them too.
  std::uint32_t stale_freed = 0;
};

class History;  // graph/history.h

// The one writer of a store. Move-only; its destructor releases the writer lock and drops what was
// not published. Not thread-safe, except that facts may be read from any thread while a pack is
// being written by one.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) = 0;
  // File states of a view, ordered by path.
  virtual absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) = 0;
  // Facts that the store holds, from every pack that a view references.
  virtual absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() = 0;
  virtual absl::StatusOr<std::unique_ptr<FactsPackBuilder>> NewFactsPack() = 0;
  virtual absl::StatusOr<std::unique_ptr<BaseBuilder>> NewBase() = 0;
  // Starts from the current state of `from`, which need not be the view that is published: a second
  // worktree or a branch shares the base of the first. The result is published with the base of
  // `from`. NotFound when `from` was never indexed.
  virtual absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewOverlay(const ViewKey& from) = 0;

  // One commit that makes the new state the view's state and records the snapshot; what was
  // finished since the last publication and is small (8 MiB) becomes durable in the same
  // transaction. Aborted when the view's generation is not `expected_generation` any more.
  // InvalidArgument when a segment is not what it is named as, or changes of file states are given
  // to a view that has none. Returns the new generation.
  virtual absl::StatusOr<std::uint64_t> Publish(const PublishRequest& request) = 0;
  // Replaces the history of a view. Aborted when the view shows another commit than the history's.
  virtual absl::Status PutHistory(const ViewKey& key, const History& history) = 0;
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

  virtual const std::filesystem::path& directory() const = 0;
  virtual absl::StatusOr<std::vector<ViewRecord>> Views() = 0;
  virtual absl::StatusOr<std::optional<ViewRecord>> FindView(const ViewKey& key) = 0;
  // The latest state of a view. NotFound when it was never indexed. Shares the mapped view while
  // its generation is current. Opening costs about 0.2 ms and what the overlay's mask takes, so a
  // daemon opens every generation.
  virtual absl::StatusOr<std::shared_ptr<const ReadView>> OpenView(const ViewKey& key) = 0;
  // What is known of the commits up to the one that the view shows; null when its history was not
  // read yet or is that of another commit. Shared while it is current; opening takes some ms.
  virtual absl::StatusOr<std::shared_ptr<const History>> OpenHistory(const ViewKey& key) = 0;
  // The history that a view had last, of whatever commit: to begin a new one with. Not kept.
  virtual absl::StatusOr<std::shared_ptr<const History>> LastHistory(const ViewKey& key) = 0;
  // An overlay over the current state of a view that is never published: unsaved buffers. Takes no
  // writer lock and writes nothing; the builder ends in FinishUnpublished(). NotFound as above.
  virtual absl::StatusOr<std::unique_ptr<OverlayBuilder>> NewUnpublished(const ViewKey& from) = 0;
  // Facts of every pack that a view references now. Costs what opening the packs takes, some 20 us
  // each.
  virtual absl::StatusOr<std::unique_ptr<FactsReader>> OpenFacts() = 0;
  virtual absl::StatusOr<std::vector<FileState>> FileStates(const ViewKey& key) = 0;
  // What is remembered of git's blobs, parallel to `objects`. Costs about 2 us an object.
  virtual absl::StatusOr<std::vector<std::optional<GitBlob>>> FindBlobs(
      std::span<const GitObjectId> objects) = 0;
  // The text of a row of what was sent; nothing when there is none. DataLoss when it is damaged.
  virtual absl::StatusOr<std::optional<std::string>> Recall(MemoryKind kind,
                                                            const RootHash& key) = 0;
  // Replaces a row by what `change` makes of it, in one transaction, and forgets the rows of its
  // kind that were written longest ago where the bound asks for it. Waits for the transaction of a
  // writer, not for its run; costs a commit, some ms. FailedPrecondition when the store was opened
  // read-only, ResourceExhausted beyond the bounds of session_store.h, and what `change` returns.
  virtual absl::Status Remember(MemoryKind kind, const RootHash& key,
                                const MemoryChange& change) = 0;
  // Unavailable when another process writes; the message names its process id.
  virtual absl::StatusOr<std::unique_ptr<Writer>> BeginWrite() = 0;
  virtual absl::StatusOr<std::vector<StorePart>> Sizes() = 0;
  virtual absl::StatusOr<ReaderTable> Readers() = 0;
  // Recomputes the hashes of everything that views name, some 0.5 s a gigabyte. DataLoss names the
  // first segment and section whose bytes are not those written. `check` is asked before each
  // segment and ends the work with its error.
  virtual absl::StatusOr<VerifiedStore> Verify(const std::function<absl::Status()>& check) = 0;
};

}  // namespace waymark::graph
