#include "segment/segment_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/status.h"

namespace waymark::graph {
namespace {

constexpr std::uint64_t kAddressBound = std::uint64_t{1} << 32;

}  // namespace

absl::Status SegmentSpace::Write(SegmentId segment, std::vector<SegmentBlock>& blocks,
                                 const CatalogueRow* row) {
  WM_ASSIGN_OR_RETURN(WriteTxn txn, environment_->BeginWrite());
  WM_RETURN_IF_ERROR(Put(txn, segment, blocks, row));
  return std::move(txn).Commit();
}

absl::Status SegmentSpace::Put(WriteTxn& txn, SegmentId segment,
                               const std::vector<SegmentBlock>& blocks,
                               const CatalogueRow* row) const {
  std::string next;
  AppendLittle(next, next_segment_);
  WM_RETURN_IF_ERROR(txn.Put(Table::kMeta, kMetaNextSegment, next));
  for (const SegmentBlock& block : blocks) {
    WM_RETURN_IF_ERROR(
        txn.Put(Table::kBlock, BlockKey(segment, block.section, block.number), block.bytes));
  }
  if (row == nullptr) return absl::OkStatus();
  return txn.Put(Table::kSegment, SegmentKey(segment), EncodeCatalogueRow(*row));
}

SegmentWriter::SegmentWriter(BlockSink& sink, SegmentKind kind)
    : sink_(sink), id_(sink.Allocate()), kind_(kind) {}

void SegmentWriter::AddBlock(SectionRow& row, FieldHasher& hasher, std::string& bytes) {
  hasher.Add(bytes);
  row.bytes += bytes.size();
  if (queued_bytes_ + bytes.size() > kWriteTxnBytes) WriteQueue();
  queued_bytes_ += bytes.size();
  std::string fresh;
  if (!recycled_.empty()) {
    fresh = std::move(recycled_.back());
    recycled_.pop_back();
  }
  queue_.push_back({row.section, row.block_bound, std::move(bytes)});
  bytes = std::move(fresh);
  bytes.clear();
  const std::size_t written = queue_.back().bytes.size();
  row.block_bound += static_cast<std::uint32_t>((written + kBlockBytes - 1) / kBlockBytes);
}

void SegmentWriter::AddLastBlock(SectionRow& row, FieldHasher& hasher, std::string& bytes) {
  if (bytes.empty()) return;
  if (bytes.size() > kMaxTailBytes) return AddBlock(row, hasher, bytes);
  if (tails_.size() + bytes.size() > kRecordBlockBytes) FlushTails();
  hasher.Add(bytes);
  row.bytes += bytes.size();
  row.tail_address =
      static_cast<std::uint32_t>(tail_row_.block_bound * kBlockBytes + tails_.size());
  row.tail_bytes = static_cast<std::uint32_t>(bytes.size());
  ++row.block_bound;
  ++tail_row_.count;
  tails_.append(bytes);
}

void SegmentWriter::FlushTails() {
  if (!tails_.empty()) AddBlock(tail_row_, tail_hasher_, tails_);
}

void SegmentWriter::Flush() {
  FlushTails();
  WriteQueue();
}

void SegmentWriter::WriteQueue() {
  if (status_.ok() && !queue_.empty()) status_ = sink_.Write(id_, queue_, nullptr);
  for (SegmentBlock& block : queue_) {
    if (block.bytes.capacity() <= 2 * kBlockBytes) recycled_.push_back(std::move(block.bytes));
  }
  queue_.clear();
  queued_bytes_ = 0;
}

CatalogueRow SegmentWriter::Row() const {
  CatalogueRow row;
  row.kind = kind_;
  row.version = CurrentVersion(kind_);
  row.sections = sections_;
  row.sections.push_back(tail_row_);
  std::sort(row.sections.begin(), row.sections.end(),
            [](const SectionRow& a, const SectionRow& b) { return a.section < b.section; });
  for (const SectionRow& section : sections_) row.bytes += section.bytes;
  row.hash = HashOfSegment(row);
  return row;
}

absl::Status SegmentWriter::Finish() {
  FlushTails();
  tail_row_.hash = tail_hasher_.Finish<RootHash>();
  WM_RETURN_IF_ERROR(status_);
  const CatalogueRow row = Row();
  status_ = sink_.Write(id_, queue_, &row);
  queue_.clear();
  return status_;
}

RecordWriter::RecordWriter(SegmentWriter& segment, SectionNumber section)
    : segment_(segment), hasher_("waymark.section.v1") {
  row_.section = section;
}

std::uint32_t RecordWriter::Append(std::string_view record) {
  std::uint8_t length[kMaxVarintBytes];
  const auto length_bytes = static_cast<std::size_t>(WriteVarint(length, record.size()) - length);
  const std::size_t size = length_bytes + record.size();
  if (!block_.empty() && block_.size() + size > kRecordBlockBytes) {
    segment_.AddBlock(row_, hasher_, block_);
  }
  const std::uint64_t address = std::uint64_t{row_.block_bound} * kBlockBytes + block_.size();
  if (address + size >= kAddressBound) {
    segment_.Fail(absl::ResourceExhaustedError(fmt::format(
        "write section {}: more than 4 GiB of records in one segment; exclude generated or "
        "vendored files",
        row_.section)));
    return 0;
  }
  block_.append(reinterpret_cast<const char*>(length), length_bytes);
  block_.append(record);
  ++row_.count;
  if (size > kRecordBlockBytes) segment_.AddBlock(row_, hasher_, block_);
  return static_cast<std::uint32_t>(address);
}

void RecordWriter::Close() {
  segment_.AddLastBlock(row_, hasher_, block_);
  row_.hash = hasher_.Finish<RootHash>();
  segment_.AddSection(row_);
}

}  // namespace waymark::graph
