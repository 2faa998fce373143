#include "segment/segment_format.h"

#include <fmt/format.h>

#include "graph/hash.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

constexpr std::uint8_t kSegmentRowVersion = 1;
constexpr std::size_t kMaxSections = 256;
constexpr std::uint64_t kMaxBlocks = 0xFFFFFFFF;

absl::Status DamagedSegmentRow(std::string_view what) {
  return absl::DataLossError(fmt::format("read catalogue row: {}", what));
}

void AppendSection(std::string& out, const SectionRow& section) {
  AppendLittle(out, section.section);
  AppendLittle(out, section.element_bytes);
  AppendLittle(out, section.block_bound);
  AppendLittle(out, section.count);
  AppendLittle(out, section.bytes);
  AppendLittle(out, section.tail_address);
  AppendLittle(out, section.tail_bytes);
  AppendLittle(out, section.hash.bytes);
}

SectionRow ReadSection(ByteReader& reader) {
  SectionRow section;
  section.section = reader.Little<std::uint16_t>();
  section.element_bytes = reader.Little<std::uint16_t>();
  section.block_bound = reader.Little<std::uint32_t>();
  section.count = reader.Little<std::uint64_t>();
  section.bytes = reader.Little<std::uint64_t>();
  section.tail_address = reader.Little<std::uint32_t>();
  section.tail_bytes = reader.Little<std::uint32_t>();
  section.hash.bytes = reader.Little<std::array<std::uint8_t, 32>>();
  return section;
}

// Whether a tail, if there is one, can be the last block of its section and lies inside one block
// of kTails.
bool IsTailConsistent(const SectionRow& section) {
  if (section.tail_bytes == 0) return true;
  return section.section != kTails && section.block_bound > 0 &&
         section.tail_bytes <= kMaxTailBytes && section.tail_bytes <= section.bytes &&
         section.tail_address % kBlockBytes + section.tail_bytes <= kRecordBlockBytes;
}

// Whether the numbers of a section agree with the geometry.
bool IsConsistent(const SectionRow& section) {
  if (!IsTailConsistent(section)) return false;
  if (section.element_bytes == 0) {
    const std::uint64_t room = std::uint64_t{section.block_bound} * kBlockBytes;
    return section.bytes <= room && section.count <= section.bytes &&
           (section.count == 0) == (section.block_bound == 0);
  }
  static_assert(kBlockBytes > 0xFFFF, "any element fits a block");
  const unsigned shift = ElementsShift(section.element_bytes);
  if (section.count > kMaxBlocks << shift) return false;
  const std::uint64_t blocks = (section.count + (std::uint64_t{1} << shift) - 1) >> shift;
  if (section.block_bound != blocks) return false;
  const std::uint64_t in_last = blocks == 0 ? 0 : section.count - ((blocks - 1) << shift);
  return section.bytes == section.count * section.element_bytes &&
         (section.tail_bytes == 0 || section.tail_bytes == in_last * section.element_bytes);
}

}  // namespace

std::uint16_t CurrentVersion(SegmentKind kind) {
  switch (kind) {
    case SegmentKind::kFactsPack:
      return 2;
    case SegmentKind::kBase:
    case SegmentKind::kFileStates:
    case SegmentKind::kOverlay:
    case SegmentKind::kRemoteFacts:
      return 1;
  }
  return 0;
}

RootHash HashOfSegment(const CatalogueRow& row) {
  std::string sections;
  for (const SectionRow& section : row.sections) AppendSection(sections, section);
  return FieldHasher("waymark.segment.v1")
      .Add(static_cast<std::uint64_t>(row.kind))
      .Add(std::uint64_t{row.version})
      .Add(sections)
      .Finish<RootHash>();
}

std::string EncodeCatalogueRow(const CatalogueRow& row) {
  std::string out;
  AppendLittle(out, kSegmentRowVersion);
  AppendLittle(out, row.kind);
  AppendLittle(out, row.version);
  AppendLittle(out, static_cast<std::uint32_t>(row.sections.size()));
  AppendLittle(out, row.bytes);
  AppendLittle(out, row.hash.bytes);
  for (const SectionRow& section : row.sections) AppendSection(out, section);
  return out;
}

absl::StatusOr<CatalogueRow> DecodeCatalogueRow(std::string_view bytes) {
  ByteReader reader(bytes);
  const auto row_version = reader.Little<std::uint8_t>();
  CatalogueRow row;
  row.kind = static_cast<SegmentKind>(reader.Little<std::uint8_t>());
  row.version = reader.Little<std::uint16_t>();
  const auto section_count = reader.Little<std::uint32_t>();
  row.bytes = reader.Little<std::uint64_t>();
  row.hash.bytes = reader.Little<std::array<std::uint8_t, 32>>();
  if (!reader.ok()) return DamagedSegmentRow("it is cut off");
  const std::uint16_t current = CurrentVersion(row.kind);
  if (row_version > kSegmentRowVersion || (current != 0 && row.version > current)) {
    return absl::FailedPreconditionError(fmt::format(
        "read catalogue row: row version {}, segment version {}; this build reads {} and {}; use "
        "a newer build or index again",
        row_version, row.version, kSegmentRowVersion, current));
  }
  if (current == 0 || row.version == 0 || row_version == 0)
    return DamagedSegmentRow("its kind or version is unknown");
  if (section_count > kMaxSections) return DamagedSegmentRow("it has too many sections");
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < section_count; ++i) {
    const SectionRow section = ReadSection(reader);
    const bool in_order = row.sections.empty() || row.sections.back().section < section.section;
    if (!reader.ok() || !in_order || !IsConsistent(section)) {
      return DamagedSegmentRow(fmt::format("its section {} is inconsistent", i));
    }
    if (section.section != kTails) total += section.bytes;
    row.sections.push_back(section);
  }
  if (!reader.AtEnd() || total != row.bytes) return DamagedSegmentRow("its lengths do not add up");
  if (HashOfSegment(row) != row.hash) return DamagedSegmentRow("its hash does not match");
  return row;
}

std::string SegmentKey(SegmentId segment) {
  std::string key;
  AppendBig(key, waymark::ToIndex(segment));
  return key;
}

std::string BlockKey(SegmentId segment, SectionNumber section, std::uint32_t block) {
  std::string key = SegmentKey(segment);
  AppendBig(key, section);
  AppendBig(key, block);
  return key;
}

BlockAddress ParseBlockKey(std::string_view key) {
  return BlockAddress{SegmentId{LoadBig<std::uint64_t>(key.data())},
                      LoadBig<std::uint16_t>(key.data() + kSegmentKeyBytes),
                      LoadBig<std::uint32_t>(key.data() + kSegmentKeyBytes + 2)};
}

}  // namespace waymark::graph
