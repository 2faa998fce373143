// Reads facts packs: single packs, and the set of packs that a writer knows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "facts/facts_chunks.h"
#include "facts/facts_format.h"
#include "facts/fetched_blobs.h"
#include "graph/facts_pack.h"
#include "graph/mutex.h"
#include "segment/segment_reader.h"

namespace waymark::graph {

// One pack. Thread-safe.
class PackReader {
 public:
  // A pack, or the index of one in a shared store, whose records come from `fetched`. Null for a
  // pack of a version whose records cannot be checked. DataLoss if its index is damaged.
  static absl::StatusOr<std::shared_ptr<const PackReader>> Open(
      std::shared_ptr<const ReadTxn> txn, SegmentId pack,
      const std::shared_ptr<FetchedBlobs>& fetched);
  static absl::StatusOr<std::shared_ptr<const PackReader>> OpenInMemory(
      SegmentId pack, std::shared_ptr<const MemorySegment> memory);

  struct Place {
    std::uint32_t chunk = 0;
    std::uint8_t slot = 0;
  };

  SegmentId id() const { return id_; }

  std::uint64_t record_count() const { return index_.size(); }

  bool is_remote() const { return segment_->row().kind == SegmentKind::kRemoteFacts; }

  std::optional<Place> Find(const FactsKey& key) const;
  absl::StatusOr<std::string> ReadHeader(Place place) const;
  absl::StatusOr<std::string> ReadBody(Place place) const;

 private:
  explicit PackReader(SegmentId id);

  static absl::StatusOr<std::shared_ptr<const PackReader>> Bind(
      SegmentId pack, std::unique_ptr<SegmentReader> bound,
      const std::shared_ptr<FetchedBlobs>& fetched);
  absl::Status BindChunks(const std::shared_ptr<FetchedBlobs>& fetched);

  absl::StatusOr<std::string> Read(const FactsChunks& stream, int stream_number, Place place) const;

  SegmentId id_;
  std::uint64_t serial_;  // names this object in the caches of threads; never reused in a process
  std::unique_ptr<SegmentReader> segment_;
  Column<FactsIndexEntry> index_;
  std::unique_ptr<FactsChunks> headers_;
  std::unique_ptr<FactsChunks> bodies_;
};

// The packs that a writer knows, shared by its readers. Thread-safe.
class PackSet {
 public:
  void Add(std::shared_ptr<const PackReader> pack);
  // Forgets the packs in `deleted`, which is ascending and may contain other segments.
  void Remove(const std::vector<SegmentId>& deleted);
  void RemoveRemote();

  struct Found {
    std::shared_ptr<const PackReader> pack;
    PackReader::Place place;
  };

  std::optional<Found> Find(const FactsKey& key) const;
  std::shared_ptr<const PackReader> Get(SegmentId pack) const;

 private:
  mutable Mutex mutex_;
  std::vector<std::shared_ptr<const PackReader>> packs_ WM_GUARDED_BY(mutex_);
};

// Adds every pack that a view references.
absl::Status AddReferencedPacks(const std::shared_ptr<const ReadTxn>& txn,
                                const std::shared_ptr<FetchedBlobs>& fetched, PackSet& packs);

class PackSetReader : public FactsReader {
 public:
  explicit PackSetReader(std::shared_ptr<const PackSet> packs) : packs_(std::move(packs)) {}

  bool Contains(const FactsKey& key) const override;
  SegmentId PackOf(const FactsKey& key) const override;
  absl::StatusOr<std::string> ReadHeader(const FactsKey& key) const override;
  absl::StatusOr<std::string> ReadBody(const FactsKey& key) const override;
  std::uint64_t RecordCount(SegmentId pack) const override;
  bool IsRemote(SegmentId pack) const override;

 private:
  std::shared_ptr<const PackSet> packs_;
};

}  // namespace waymark::graph
