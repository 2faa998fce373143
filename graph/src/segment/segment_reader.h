// Reads a segment in place. Opening collects the address of every block with one cursor scan and
// checks all lengths against the catalogue row. Afterwards an element is two indexings away and
// LMDB is not called, so reading is thread-safe.
//
// Stored values (addresses, ids) are checked at each use: a damaged store gives empty records,
// never a read out of bounds.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "lmdb/environment.h"
#include "model/bytes.h"
#include "segment/segment_format.h"

namespace waymark::graph {

struct BlockRef {
  const std::uint8_t* data = nullptr;  // null: inside the long record of an earlier block
  std::size_t bytes = 0;
};

// A section of fixed-size elements. Valid as long as its SegmentReader.
template <typename T>
class Column {
 public:
  Column() = default;

  Column(const BlockRef* blocks, std::uint64_t size) : blocks_(blocks), size_(size) {}

  std::uint64_t size() const { return size_; }

  // REQUIRES: index < size().
  T operator[](std::uint64_t index) const {
    assert(index < size_);
    return Load<T>(blocks_[index >> kShift].data + (index & kMask) * sizeof(T));
  }

  // Address of element `index`, and the number of contiguous elements from it on, itself included.
  // REQUIRES: index < size().
  struct Run {
    const std::uint8_t* data;
    std::uint64_t count;

    T operator[](std::uint64_t i) const { return Load<T>(data + i * sizeof(T)); }
  };

  Run RunAt(std::uint64_t index) const {
    assert(index < size_);
    const std::uint64_t in_block = index & kMask;
    const BlockRef& block = blocks_[index >> kShift];
    return Run{block.data + in_block * sizeof(T), block.bytes / sizeof(T) - in_block};
  }

 private:
  static constexpr unsigned kShift = ElementsShift(sizeof(T));
  static constexpr std::uint64_t kMask = (std::uint64_t{1} << kShift) - 1;

  const BlockRef* blocks_ = nullptr;
  std::uint64_t size_ = 0;
};

// A section of records. Valid as long as its SegmentReader.
class Records {
 public:
  Records() = default;

  Records(const BlockRef* blocks, std::uint32_t block_bound)
      : blocks_(blocks), block_bound_(block_bound) {}

  // The record at an address; empty if there is none.
  std::string_view at(std::uint32_t address) const {
    const std::uint32_t number = address / kBlockBytes;
    const std::size_t offset = address % kBlockBytes;
    if (number >= block_bound_) return {};
    const BlockRef& block = blocks_[number];
    if (offset >= block.bytes) return {};
    ByteReader reader({reinterpret_cast<const char*>(block.data) + offset, block.bytes - offset});
    return reader.Text();
  }

 private:
  const BlockRef* blocks_ = nullptr;
  std::uint32_t block_bound_ = 0;
};

class SegmentReader {
 public:
  // Errors: NotFound (no such segment), DataLoss (wrong kind, or blocks that are absent or differ
  // in length from the row), FailedPrecondition (newer version).
  static absl::StatusOr<std::unique_ptr<SegmentReader>> Open(std::shared_ptr<const ReadTxn> txn,
                                                             SegmentId segment, SegmentKind kind);
  // Opens a segment of any kind.
  static absl::StatusOr<std::unique_ptr<SegmentReader>> Open(std::shared_ptr<const ReadTxn> txn,
                                                             SegmentId segment);
  // Opens a segment that is still being written; its row is known but not stored.
  static absl::StatusOr<std::unique_ptr<SegmentReader>> OpenUnfinished(
      std::shared_ptr<const ReadTxn> txn, SegmentId segment, CatalogueRow row);
  // Opens a segment that is not stored, with the same checks.
  static absl::StatusOr<std::unique_ptr<SegmentReader>> OpenInMemory(
      std::shared_ptr<const MemorySegment> memory);

  const CatalogueRow& row() const { return row_; }

  // Binds `column` to a section. DataLoss if the section is absent or has another element size.
  template <typename T>
  absl::Status Bind(SectionNumber section, Column<T>& column) const {
    const Section* const found = Find(section);
    if (found == nullptr || found->row->element_bytes != sizeof(T)) return Missing(section);
    column = Column<T>(found->blocks.data(), found->row->count);
    return absl::OkStatus();
  }

  absl::Status Bind(SectionNumber section, Records& records) const;

  std::uint64_t bytes() const;  // of all sections
  // Recomputes all hashes, on two threads. DataLoss names the first section that does not match.
  absl::Status Verify() const;
  // The same for one section.
  absl::Status Verify(SectionNumber section) const;

 private:
  struct Section {
    const SectionRow* row = nullptr;
    std::vector<BlockRef> blocks;  // by block number
  };

  SegmentReader(std::shared_ptr<const ReadTxn> txn, SegmentId segment, CatalogueRow row)
      : txn_(std::move(txn)), segment_(segment), row_(std::move(row)) {}

  absl::Status CollectBlocks();
  absl::Status CollectBlocks(const MemorySegment& memory);
  absl::Status CheckBlocks();
  absl::Status AddBlock(Section& section, std::uint32_t number, std::string_view bytes) const;
  absl::Status AddTail(Section& section) const;
  absl::Status CheckComplete(const Section& section) const;
  absl::Status Damaged(std::string_view what) const;
  absl::Status Missing(SectionNumber section) const;
  static bool IsAsWritten(const Section& section);
  const Section* Find(SectionNumber section) const;

  // The owner of the blocks' memory: one of the two.
  std::shared_ptr<const ReadTxn> txn_;
  std::shared_ptr<const MemorySegment> memory_;
  SegmentId segment_;
  CatalogueRow row_;
  std::vector<Section> sections_;  // as in row_
};

}  // namespace waymark::graph
