// Segments that wait for their publication.
//
// A segment that is whole and small when it is finished is kept on the heap, and becomes durable in
// the transaction that publishes it: an update then costs one commit. What is larger goes to the
// store as it is written.
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
  // Queues a segment that was built on the heap; returns its id.
  absl::StatusOr<SegmentId> Add(std::shared_ptr<const MemorySegment> segment);

  // Null when the segment is not in the queue.
  std::shared_ptr<const MemorySegment> Find(SegmentId segment) const;

  // Puts all that waits as part of a transaction; Clear() once that is committed.
  absl::Status Put(WriteTxn& txn) const;
  void Clear();

 private:
  absl::Status Keep(SegmentId segment, std::shared_ptr<const MemorySegment> memory);

  std::unique_ptr<SegmentSpace> space_;
  std::set<SegmentId> partly_written_;
  std::map<SegmentId, std::shared_ptr<const MemorySegment>> waiting_;
  std::size_t waiting_bytes_ = 0;
};

// Keeps the one segment written to it.
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

// Brings blocks into the order of MemorySegment.
void SortBlocks(std::vector<SegmentBlock>& blocks);

}  // namespace waymark::graph
