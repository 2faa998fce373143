#include "segment/segment_reader.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::graph {
namespace {

// Below this size, starting a thread takes longer than it saves.
constexpr std::uint64_t kBytesForTwoThreads = 2 << 20;

}  // namespace

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentReader::Open(
    std::shared_ptr<const ReadTxn> txn, SegmentId segment) {
  WM_ASSIGN_OR_RETURN(const std::optional<std::string_view> bytes,
                      txn->Get(Table::kSegment, SegmentKey(segment)));
  if (!bytes) {
    return absl::NotFoundError(
        fmt::format("open segment {}: the store has none", waymark::ToIndex(segment)));
  }
  WM_ASSIGN_OR_RETURN(CatalogueRow row, DecodeCatalogueRow(*bytes));
  return OpenUnfinished(std::move(txn), segment, std::move(row));
}

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentReader::Open(
    std::shared_ptr<const ReadTxn> txn, SegmentId segment, SegmentKind kind) {
  WM_ASSIGN_OR_RETURN(std::unique_ptr<SegmentReader> reader, Open(std::move(txn), segment));
  if (reader->row_.kind == kind) return reader;
  return reader->Damaged(fmt::format("kind {} instead of {}", static_cast<int>(reader->row_.kind),
                                     static_cast<int>(kind)));
}

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentReader::OpenUnfinished(
    std::shared_ptr<const ReadTxn> txn, SegmentId segment, CatalogueRow row) {
  std::unique_ptr<SegmentReader> reader(new SegmentReader(std::move(txn), segment, std::move(row)));
  WM_RETURN_IF_ERROR(reader->CollectBlocks());
  return reader;
}

absl::StatusOr<std::unique_ptr<SegmentReader>> SegmentReader::OpenInMemory(
    std::shared_ptr<const MemorySegment> memory) {
  std::unique_ptr<SegmentReader> reader(new SegmentReader(nullptr, SegmentId::kNone, memory->row));
  reader->memory_ = std::move(memory);
  WM_RETURN_IF_ERROR(reader->CollectBlocks(*reader->memory_));
  return reader;
}

absl::Status SegmentReader::CollectBlocks(const MemorySegment& memory) {
  for (const SectionRow& row : row_.sections) sections_.push_back(Section{&row, {}});
  auto section = sections_.begin();
  for (const SegmentBlock& block : memory.blocks) {
    while (section != sections_.end() && section->row->section < block.section) ++section;
    if (section == sections_.end() || section->row->section != block.section) {
      return Damaged(fmt::format("section {} is not in its row", block.section));
    }
    WM_RETURN_IF_ERROR(AddBlock(*section, block.number, block.bytes));
  }
  return CheckBlocks();
}

absl::Status SegmentReader::CollectBlocks() {
  sections_.reserve(row_.sections.size());
  for (const SectionRow& row : row_.sections) sections_.push_back(Section{&row, {}});
  WM_ASSIGN_OR_RETURN(Cursor cursor, Cursor::Open(*txn_, Table::kBlock));
  auto section = sections_.begin();
  WM_ASSIGN_OR_RETURN(bool found, cursor.SeekAtLeast(BlockKey(segment_, 0, 0)));
  while (found && cursor.key().size() == kBlockKeyBytes) {
    const BlockAddress address = ParseBlockKey(cursor.key());
    if (address.segment != segment_) break;
    while (section != sections_.end() && section->row->section < address.section) ++section;
    // Blocks of sections that are still being written are not in the row.
    if (section != sections_.end() && section->row->section == address.section) {
      WM_RETURN_IF_ERROR(AddBlock(*section, address.block, cursor.value()));
    }
    WM_ASSIGN_OR_RETURN(found, cursor.Next());
  }
  return CheckBlocks();
}

absl::Status SegmentReader::CheckBlocks() {
  // Section 0, if any, is the first.
  for (Section& complete : sections_) {
    WM_RETURN_IF_ERROR(AddTail(complete));
    WM_RETURN_IF_ERROR(CheckComplete(complete));
  }
  return absl::OkStatus();
}

absl::Status SegmentReader::AddTail(Section& section) const {
  const SectionRow& row = *section.row;
  if (row.tail_bytes == 0) return absl::OkStatus();
  const std::size_t block = row.tail_address / kBlockBytes;
  const std::size_t begin = row.tail_address % kBlockBytes;
  const Section& tails = sections_.front();
  if (tails.row->section != kTails || block >= tails.blocks.size() ||
      begin + row.tail_bytes > tails.blocks[block].bytes) {
    return Damaged(fmt::format("the tail of section {} is absent", row.section));
  }
  section.blocks.push_back(BlockRef{tails.blocks[block].data + begin, row.tail_bytes});
  return absl::OkStatus();
}

absl::Status SegmentReader::AddBlock(Section& section, std::uint32_t number,
                                     std::string_view bytes) const {
  const SectionRow& row = *section.row;
  const std::uint32_t bound = row.block_bound - (row.tail_bytes > 0 ? 1 : 0);
  if (number != section.blocks.size() || number >= bound || bytes.empty()) {
    return Damaged(fmt::format("block {} of section {} is out of place", number, row.section));
  }
  const BlockRef block{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  section.blocks.push_back(block);
  if (row.element_bytes != 0) {
    const std::uint64_t first = std::uint64_t{number} << ElementsShift(row.element_bytes);
    const std::uint64_t elements =
        std::min(row.count - first, std::uint64_t{1} << ElementsShift(row.element_bytes));
    if (bytes.size() == elements * row.element_bytes) return absl::OkStatus();
    return Damaged(fmt::format("block {} of section {} has {} bytes, not {}", number, row.section,
                               bytes.size(), elements * row.element_bytes));
  }
  const std::size_t numbers = (bytes.size() + kBlockBytes - 1) / kBlockBytes;
  if (numbers > bound - number) {
    return Damaged(fmt::format("block {} of section {} is too long", number, row.section));
  }
  section.blocks.resize(section.blocks.size() + numbers - 1);
  return absl::OkStatus();
}

absl::Status SegmentReader::CheckComplete(const Section& section) const {
  std::uint64_t bytes = 0;
  for (const BlockRef& block : section.blocks) bytes += block.bytes;
  if (section.blocks.size() == section.row->block_bound && bytes == section.row->bytes) {
    return absl::OkStatus();
  }
  return Damaged(fmt::format("section {} has {} of {} blocks and {} of {} bytes",
                             section.row->section, section.blocks.size(), section.row->block_bound,
                             bytes, section.row->bytes));
}

absl::Status SegmentReader::Bind(SectionNumber section, Records& records) const {
  const Section* const found = Find(section);
  if (found == nullptr || found->row->element_bytes != 0) return Missing(section);
  records = Records(found->blocks.data(), found->row->block_bound);
  return absl::OkStatus();
}

std::uint64_t SegmentReader::bytes() const {
  std::uint64_t bytes = 0;
  for (const SectionRow& section : row_.sections) bytes += section.bytes;
  return bytes;
}

bool SegmentReader::IsAsWritten(const Section& section) {
  FieldHasher hasher("waymark.section.v1");
  for (const BlockRef& block : section.blocks) {
    if (block.data == nullptr) continue;
    hasher.Add(std::string_view(reinterpret_cast<const char*>(block.data), block.bytes));
  }
  return hasher.Finish<RootHash>() == section.row->hash;
}

absl::Status SegmentReader::Verify() const {
  std::atomic<std::size_t> next{0};
  std::vector<char> damaged(sections_.size(), 0);  // written by several threads: no vector<bool>
  const auto verify = [&] {
    for (std::size_t i = next++; i < sections_.size(); i = next++) {
      damaged[i] = IsAsWritten(sections_[i]) ? 0 : 1;
    }
  };
  std::thread other;
  try {
    if (bytes() >= kBytesForTwoThreads) other = std::thread(verify);
  } catch (const std::system_error&) {
    // Sections are claimed one by one: this thread takes those that the other has not taken.
  }
  verify();
  if (other.joinable()) other.join();
  const auto first = std::find(damaged.begin(), damaged.end(), 1);
  if (first != damaged.end()) {
    return Damaged(
        fmt::format("the hash of section {} does not match",
                    sections_[static_cast<std::size_t>(first - damaged.begin())].row->section));
  }
  return HashOfSegment(row_) == row_.hash ? absl::OkStatus()
                                          : Damaged("the hash of its row does not match");
}

absl::Status SegmentReader::Verify(SectionNumber section) const {
  const Section* const found = Find(section);
  if (found == nullptr) return Missing(section);
  if (IsAsWritten(*found)) return absl::OkStatus();
  return Damaged(fmt::format("the hash of section {} does not match", section));
}

absl::Status SegmentReader::Damaged(std::string_view what) const {
  return absl::DataLossError(fmt::format("read segment {}: {}", waymark::ToIndex(segment_), what));
}

absl::Status SegmentReader::Missing(SectionNumber section) const {
  return Damaged(fmt::format("section {} is absent or has another shape", section));
}

const SegmentReader::Section* SegmentReader::Find(SectionNumber section) const {
  for (const Section& candidate : sections_) {
    if (candidate.row->section == section) return &candidate;
  }
  return nullptr;
}

}  // namespace waymark::graph
