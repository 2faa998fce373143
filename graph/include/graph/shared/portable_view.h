// A published view on its way to another store: a state, which is small, and blobs, which it names
// by content. A bundle (graph/shared/bundle.h) carries both in one file; a shared store
// (graph/shared/blob_store.h) keeps them.
//
// A state depends on the sources and on the versions of the code alone: not on the machine, the
// checkout, the clock, or the history of the store that it comes from. docs/BUNDLE_FORMAT.md gives
// the bytes.
//
// To export: Store::OpenPortable(), then Read() each blob. To import: Writer::NewPortable(), Add()
// blobs in order, Finish(), and Publish() what it returned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/history.h"
#include "graph/ids.h"
#include "graph/records.h"
#include "graph/shared/blob_store.h"
#include "graph/store.h"

namespace waymark::graph {

struct BlobRef {
  BlobHash hash;
  std::uint64_t bytes = 0;  // at most kMaxBlobBytes

  bool operator==(const BlobRef&) const = default;
};

// A file of the view, without its stat data.
struct PortableFile {
  std::string path;
  std::uint64_t size_bytes = 0;
  ContentHash content;           // zero for a file that was never read
  std::uint8_t skip_reason = 0;  // SkipReason; 0 when the file has facts
};

// A block of a segment (docs/STORAGE_FORMAT.md, Segments).
struct PortableBlock {
  std::uint16_t section = 0;
  std::uint32_t number = 0;
  BlobRef blob;
};

struct PortableSegment {
  std::string row;                    // catalogue row; empty: there is no such segment
  std::vector<PortableBlock> blocks;  // by (section, number)
};

// Facts of consecutive files. Each blob holds one text of each file, as a chunk of a facts pack
// that was decompressed.
struct PortableFacts {
  std::uint32_t records = 0;  // 1 to 64
  BlobRef headers;
  BlobRef bodies;
};

struct PortableState {
  std::uint32_t store_format = kStoreFormatVersion;
  std::uint32_t indexer_version = 0;
  ViewKey key;
  std::string commit;
  RootHash root;
  std::vector<KindCount> unindexed;
  std::vector<PortableFile> files;  // in byte order of their paths
  PortableSegment base;
  PortableSegment overlay;           // none in a bundle
  std::vector<PortableFacts> facts;  // in the order of the files, each key once
  std::optional<BlobRef> history;    // History::EncodePlain()
};

// An encoded state has at most this many bytes; two million files fit.
inline constexpr std::size_t kMaxPortableStateBytes = std::size_t{256} << 20;

std::string EncodePortableState(const PortableState& state);
// FailedPrecondition for a state of another store format, which says who has to update; DataLoss
// for bytes that are no state.
absl::StatusOr<PortableState> DecodePortableState(std::string_view bytes);

// The blobs of a state in their order: blocks of the base and of the overlay, headers and bodies of
// each chunk of facts, history.
std::vector<BlobRef> BlobsOf(const PortableState& state);

// Reads the blobs of a view. Holds a read transaction. Thread-safe.
class PortableReader {
 public:
  virtual ~PortableReader() = default;

  virtual const PortableState& state() const = 0;
  // A blob by its number in BlobsOf(). DataLoss if the store gives other bytes than before.
  virtual absl::StatusOr<std::string> Read(std::size_t blob) const = 0;
};

// The segments that an import found or wrote, for a PublishRequest.
struct PortableSegments {
  SegmentId base = SegmentId::kNone;
  SegmentId overlay = SegmentId::kNone;
  std::vector<SegmentId> packs;
  std::optional<History> history;
};

// Where the facts that a store lacks are after an import.
enum class PortableFactsPlace : std::uint8_t {
  kHere,    // Add() takes their blobs
  kShared,  // in the shared store: their blobs are not missing, and readers fetch them
};

// Writes the blobs of a state into a store. What the store has already is not written again: the
// base of another view, facts in the packs of other views. Nothing is visible before a publication.
// Not thread-safe.
class PortableWriter {
 public:
  virtual ~PortableWriter() = default;

  // Numbers, in BlobsOf(), of the blobs to add now, ascending: first those of the graph, then those
  // of facts and history; none at the end. DataLoss once the graph is there, unless it has the
  // hashes of its rows and the root of the state.
  virtual absl::StatusOr<std::vector<std::size_t>> Missing() = 0;
  // Takes a blob. Blobs come in order; one that is not missing is left out. REQUIRES: it was
  // compared with its hash. DataLoss if it is not what the state says.
  virtual absl::Status Add(std::size_t number, std::string blob) = 0;
  // DataLoss unless everything is there.
  virtual absl::StatusOr<PortableSegments> Finish() = 0;
};

}  // namespace waymark::graph
