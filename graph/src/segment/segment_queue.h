// Segments that wait for their publication.
//
// A small segment is kept in memory when it is finished and becomes durable in the transaction that
// publishes it, so that an update costs one commit. A larger segment is written to the store as it
// grows.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include <absl/status/status.h>

#include "segment/segment_writer.h"

namespace waymark::graph {

// Not thread-safe.
class SegmentQueue : public BlockSink {
 public:
  explicit SegmentQueue(std::unique_ptr<SegmentSpace> space) : space_(std::move(space)) {}

  const std::shared_ptr<Environment>& environment() const { return space_->environment(); }

  SegmentId Allocate() override { return space_->Allocate(); }

  absl::Status Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                     const CatalogueRow* row) override;
  // Queues a segment that was built in memory; returns its id.
  absl::StatusOr<SegmentId> Add(std::shared_ptr<const MemorySegment> segment);

  // Null if the segment is not in the queue.
  std::shared_ptr<const MemorySegment> Find(SegmentId segment) const;

  // Writes the whole queue as part of a transaction; call Clear() once that is committed.
  absl::Status Put(WriteTxn& txn) const;
  void Clear();

 private:
  absl::Status Keep(SegmentId segment, std::shared_ptr<const MemorySegment> memory);

  std::unique_ptr<SegmentSpace> space_;
  std::set<SegmentId> partly_written_;
  std::map<SegmentId, std::shared_ptr<const MemorySegment>> waiting_;
  std::size_t waiting_bytes_ = 0;
};

// Keeps the one segment that is written to it.
class MemorySink : public BlockSink {
 public:
  SegmentId Allocate() override { return SegmentId::kNone; }

  absl::Status Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                     const CatalogueRow* row) override;

  // REQUIRES: the segment was finished.
  std::shared_ptr<const MemorySegment> Take();

 private:
  MemorySegment segment_;
};

// Sorts blocks into the order of MemorySegment.
void SortBlocks(std::vector<SegmentBlock>& blocks);

}  // namespace waymark::graph
