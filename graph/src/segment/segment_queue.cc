#include "segment/segment_queue.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "graph/status.h"

namespace waymark::graph {
namespace {

std::size_t BytesOf(const std::vector<SegmentBlock>& blocks) {
  std::size_t bytes = 0;
  for (const SegmentBlock& block : blocks) bytes += block.bytes.size();
  return bytes;
}

}  // namespace

void SortBlocks(std::vector<SegmentBlock>& blocks) {
  std::sort(blocks.begin(), blocks.end(), [](const SegmentBlock& a, const SegmentBlock& b) {
    return std::tie(a.section, a.number) < std::tie(b.section, b.number);
  });
}

absl::Status SegmentQueue::Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                                 const CatalogueRow* row) {
  if (row == nullptr) {
    partly_written_.insert(segment);
    return space_->Write(segment, blocks, row);
  }
  if (partly_written_.erase(segment) > 0) return space_->Write(segment, blocks, row);
  SortBlocks(blocks);
  return Keep(segment,
              std::make_shared<const MemorySegment>(MemorySegment{*row, std::move(blocks)}));
}

absl::StatusOr<SegmentId> SegmentQueue::Add(std::shared_ptr<const MemorySegment> segment) {
  const SegmentId id = Allocate();
  if (BytesOf(segment->blocks) <= kWriteTxnBytes) {
    WM_RETURN_IF_ERROR(Keep(id, std::move(segment)));
    return id;
  }
  std::vector<SegmentBlock> blocks;
  for (const SegmentBlock& block : segment->blocks) {
    if (BytesOf(blocks) + block.bytes.size() > kWriteTxnBytes) {
      WM_RETURN_IF_ERROR(space_->Write(id, blocks, nullptr));
      blocks.clear();
    }
    blocks.push_back(block);
  }
  WM_RETURN_IF_ERROR(space_->Write(id, blocks, &segment->row));
  return id;
}

// The queue fits one transaction; if it would not, everything queued is written first.
absl::Status SegmentQueue::Keep(SegmentId segment, std::shared_ptr<const MemorySegment> memory) {
  const std::size_t bytes = BytesOf(memory->blocks);
  if (waiting_bytes_ + bytes > kWriteTxnBytes && !waiting_.empty()) {
    WM_ASSIGN_OR_RETURN(WriteTxn txn, environment()->BeginWrite());
    WM_RETURN_IF_ERROR(Put(txn));
    WM_RETURN_IF_ERROR(std::move(txn).Commit());
    Clear();
  }
  waiting_.emplace(segment, std::move(memory));
  waiting_bytes_ += bytes;
  return absl::OkStatus();
}

std::shared_ptr<const MemorySegment> SegmentQueue::Find(SegmentId segment) const {
  const auto found = waiting_.find(segment);
  return found == waiting_.end() ? nullptr : found->second;
}

absl::Status SegmentQueue::Put(WriteTxn& txn) const {
  for (const auto& [segment, memory] : waiting_) {
    WM_RETURN_IF_ERROR(space_->Put(txn, segment, memory->blocks, &memory->row));
  }
  return absl::OkStatus();
}

void SegmentQueue::Clear() {
  waiting_.clear();
  waiting_bytes_ = 0;
}

absl::Status MemorySink::Write(SegmentId, std::vector<SegmentBlock>& blocks,
                               const CatalogueRow* row) {
  std::move(blocks.begin(), blocks.end(), std::back_inserter(segment_.blocks));
  blocks.clear();
  if (row != nullptr) segment_.row = *row;
  return absl::OkStatus();
}

std::shared_ptr<const MemorySegment> MemorySink::Take() {
  SortBlocks(segment_.blocks);
  return std::make_shared<const MemorySegment>(std::move(segment_));
}

}  // namespace waymark::graph
