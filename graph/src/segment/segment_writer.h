// Writes one segment block by block. Full blocks are hashed, queued, and written in transactions of
// at most kWriteTxnBytes, so memory is bounded by the queue and one open block per section. Nothing
// is visible before a publication references the segment.
//
// Appending never fails by itself: the first write error is kept and returned by status() and
// Finish(), and later data is dropped. Not thread-safe.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/status.h>

#include "graph/hash.h"
#include "graph/ids.h"
#include "lmdb/environment.h"
#include "model/bytes.h"
#include "segment/segment_format.h"

namespace waymark::graph {

// Receives the blocks of segments.
class BlockSink {
 public:
  virtual ~BlockSink() = default;
  virtual SegmentId Allocate() = 0;
  // Takes the blocks and leaves `blocks` in any state. The row comes with the last blocks of a
  // segment; it is null before.
  virtual absl::Status Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                             const CatalogueRow* row) = 0;
};

// Assigns segment ids and writes blocks under them, one transaction each time. Ids are never
// reused, even after a crash: the first unused id is stored in the same transaction as the first
// blocks.
class SegmentSpace : public BlockSink {
 public:
  SegmentSpace(std::shared_ptr<Environment> environment, std::uint64_t next_segment)
      : environment_(std::move(environment)), next_segment_(next_segment) {}

  SegmentId Allocate() override { return SegmentId{next_segment_++}; }

  const std::shared_ptr<Environment>& environment() const { return environment_; }

  absl::Status Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                     const CatalogueRow* row) override;
  // The same as part of a transaction.
  absl::Status Put(WriteTxn& txn, SegmentId segment, const std::vector<SegmentBlock>& blocks,
                   const CatalogueRow* row) const;

 private:
  std::shared_ptr<Environment> environment_;
  std::uint64_t next_segment_;
};

class SegmentWriter {
 public:
  SegmentWriter(BlockSink& sink, SegmentKind kind);
  SegmentWriter(const SegmentWriter&) = delete;
  SegmentWriter& operator=(const SegmentWriter&) = delete;

  SegmentId id() const { return id_; }

  const absl::Status& status() const { return status_; }

  void Fail(absl::Status status) { status_.Update(std::move(status)); }

  // For the section writers below: takes a full block. `bytes` comes back empty, with its capacity
  // or that of a recycled block.
  void AddBlock(SectionRow& row, FieldHasher& hasher, std::string& bytes);
  // Takes the last block of a section, which may be empty.
  void AddLastBlock(SectionRow& row, FieldHasher& hasher, std::string& bytes);

  void AddSection(const SectionRow& row) { sections_.push_back(row); }

  // Writes the queue, so that it can be read back.
  void Flush();
  // Writes the rest and the catalogue row. REQUIRES: every section was closed.
  absl::Status Finish();
  // The row as it will be written; for reading back before Finish().
  CatalogueRow Row() const;

 private:
  void FlushTails();
  void WriteQueue();

  BlockSink& sink_;
  SegmentId id_;
  SegmentKind kind_;
  absl::Status status_;
  std::vector<SegmentBlock> queue_;
  std::size_t queued_bytes_ = 0;
  std::vector<std::string> recycled_;
  std::vector<SectionRow> sections_;
  SectionRow tail_row_;
  FieldHasher tail_hasher_{"waymark.section.v1"};
  std::string tails_;  // of the open block of kTails
};

// Appends elements of one size.
template <typename T>
class ColumnWriter {
 public:
  ColumnWriter(SegmentWriter& segment, SectionNumber section)
      : segment_(segment), hasher_("waymark.section.v1") {
    row_.section = section;
    row_.element_bytes = sizeof(T);
  }

  void Append(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    block_.append(reinterpret_cast<const char*>(&value), sizeof(T));
    ++row_.count;
    if ((row_.count & (kElements - 1)) == 0) segment_.AddBlock(row_, hasher_, block_);
  }

  std::uint64_t size() const { return row_.count; }

  // Ends the section; nothing can be appended afterwards.
  void Close() {
    segment_.AddLastBlock(row_, hasher_, block_);
    row_.hash = hasher_.Finish<RootHash>();
    segment_.AddSection(row_);
  }

 private:
  static constexpr std::uint64_t kElements = std::uint64_t{1} << ElementsShift(sizeof(T));

  SegmentWriter& segment_;
  FieldHasher hasher_;
  SectionRow row_;
  std::string block_;
};

// Appends records of any size.
class RecordWriter {
 public:
  RecordWriter(SegmentWriter& segment, SectionNumber section);

  // Returns the record's address. Beyond 4 GiB the segment fails with ResourceExhausted.
  std::uint32_t Append(std::string_view record);
  void Close();

 private:
  SegmentWriter& segment_;
  FieldHasher hasher_;
  SectionRow row_;
  std::string block_;
};

}  // namespace waymark::graph
