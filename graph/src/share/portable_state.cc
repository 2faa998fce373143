// The state of a portable view in bytes.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/shared/portable_view.h"
#include "graph/status.h"
#include "model/bytes.h"

namespace waymark::graph {
namespace {

constexpr std::uint8_t kStateVersion = 1;
// The least bytes of a row of each list, which bound its length before memory is taken.
constexpr std::size_t kMinFileBytes = 35;
constexpr std::size_t kMinBlobBytes = 33;
constexpr std::size_t kMinBlockBytes = 6 + kMinBlobBytes;
constexpr std::size_t kMinFactsBytes = 1 + kMinBlobBytes;
constexpr std::size_t kMinCountBytes = 2;

absl::Status DamagedState(std::string_view what) {
  return absl::DataLossError(fmt::format("read a portable view: {}", what));
}

void AppendBlob(std::string& out, const BlobRef& blob) {
  AppendVarint(out, blob.bytes);
  AppendLittle(out, blob.hash.bytes);
}

BlobRef ReadBlob(ByteReader& reader) {
  BlobRef blob;
  blob.bytes = reader.Varint();
  blob.hash.bytes = reader.Little<decltype(blob.hash.bytes)>();
  return blob;
}

// Calls `read` for each row of a list. DataLoss if the list is longer than the bytes allow.
template <typename Read>
absl::Status ReadList(ByteReader& reader, std::size_t min_row_bytes, const Read& read) {
  const std::uint64_t count = reader.Varint();
  if (!reader.ok() || count > reader.left() / min_row_bytes) {
    return DamagedState("a list is longer than the bytes that follow");
  }
  for (std::uint64_t i = 0; i < count && reader.ok(); ++i) read();
  return absl::OkStatus();
}

void AppendSegment(std::string& out, const PortableSegment& segment) {
  AppendText(out, segment.row);
  AppendVarint(out, segment.blocks.size());
  for (const PortableBlock& block : segment.blocks) {
    AppendLittle(out, block.section);
    AppendLittle(out, block.number);
    AppendBlob(out, block.blob);
  }
}

absl::Status ReadSegment(ByteReader& reader, PortableSegment& segment) {
  segment.row = reader.Text();
  return ReadList(reader, kMinBlockBytes, [&] {
    PortableBlock& block = segment.blocks.emplace_back();
    block.section = reader.Little<std::uint16_t>();
    block.number = reader.Little<std::uint32_t>();
    block.blob = ReadBlob(reader);
  });
}

absl::Status ReadLists(ByteReader& reader, PortableState& state) {
  WM_RETURN_IF_ERROR(ReadList(reader, kMinCountBytes, [&] {
    std::string kind(reader.Text());
    state.unindexed.push_back({std::move(kind), reader.Varint()});
  }));
  WM_RETURN_IF_ERROR(ReadList(reader, kMinFileBytes, [&] {
    PortableFile& file = state.files.emplace_back();
    file.path = reader.Text();
    file.size_bytes = reader.Varint();
    file.content.bytes = reader.Little<decltype(file.content.bytes)>();
    file.skip_reason = reader.Little<std::uint8_t>();
  }));
  WM_RETURN_IF_ERROR(ReadSegment(reader, state.base));
  WM_RETURN_IF_ERROR(ReadSegment(reader, state.overlay));
  WM_RETURN_IF_ERROR(ReadList(reader, kMinFactsBytes, [&] {
    PortableFacts& facts = state.facts.emplace_back();
    facts.records = reader.Varint32();
    facts.blob = ReadBlob(reader);
  }));
  return ReadList(reader, kMinBlobBytes, [&] { state.history = ReadBlob(reader); });
}

}  // namespace

std::string EncodePortableState(const PortableState& state) {
  std::string out;
  AppendLittle(out, kStateVersion);
  AppendLittle(out, state.store_format);
  AppendLittle(out, state.indexer_version);
  AppendText(out, state.key.repository);
  AppendText(out, state.key.view);
  AppendText(out, state.commit);
  AppendLittle(out, state.root.bytes);
  AppendVarint(out, state.unindexed.size());
  for (const KindCount& count : state.unindexed) {
    AppendText(out, count.kind);
    AppendVarint(out, count.files);
  }
  AppendVarint(out, state.files.size());
  for (const PortableFile& file : state.files) {
    AppendText(out, file.path);
    AppendVarint(out, file.size_bytes);
    AppendLittle(out, file.content.bytes);
    AppendLittle(out, file.skip_reason);
  }
  AppendSegment(out, state.base);
  AppendSegment(out, state.overlay);
  AppendVarint(out, state.facts.size());
  for (const PortableFacts& facts : state.facts) {
    AppendVarint(out, facts.records);
    AppendBlob(out, facts.blob);
  }
  AppendVarint(out, state.history.has_value() ? 1 : 0);
  if (state.history.has_value()) AppendBlob(out, *state.history);
  return out;
}

absl::StatusOr<PortableState> DecodePortableState(std::string_view bytes) {
  ByteReader reader(bytes);
  PortableState state;
  const auto version = reader.Little<std::uint8_t>();
  state.store_format = reader.Little<std::uint32_t>();
  if (!reader.ok()) return DamagedState("it is cut off");
  if (version != kStateVersion || state.store_format != kStoreFormatVersion) {
    const bool is_newer = version > kStateVersion || state.store_format > kStoreFormatVersion;
    return absl::FailedPreconditionError(
        fmt::format("it has the store format {}.{}, this build reads {}.{}; {}", state.store_format,
                    version, kStoreFormatVersion, kStateVersion,
                    is_newer ? "use the program that made it, or a newer one"
                             : "make it anew with this build"));
  }
  state.indexer_version = reader.Little<std::uint32_t>();
  state.key.repository = reader.Text();
  state.key.view = reader.Text();
  state.commit = reader.Text();
  state.root.bytes = reader.Little<decltype(state.root.bytes)>();
  WM_RETURN_IF_ERROR(ReadLists(reader, state));
  if (!reader.AtEnd()) return DamagedState("its lengths do not add up");
  const std::vector<BlobRef> blobs = BlobsOf(state);
  const bool too_long = std::any_of(blobs.begin(), blobs.end(), [](const BlobRef& blob) {
    return blob.bytes == 0 || blob.bytes > kMaxBlobBytes;
  });
  if (too_long) return DamagedState("a blob is empty or too long");
  return state;
}

std::vector<BlobRef> BlobsOf(const PortableState& state) {
  std::vector<BlobRef> blobs;
  blobs.reserve(state.base.blocks.size() + state.overlay.blocks.size() + state.facts.size() + 1);
  for (const PortableBlock& block : state.base.blocks) blobs.push_back(block.blob);
  for (const PortableBlock& block : state.overlay.blocks) blobs.push_back(block.blob);
  for (const PortableFacts& facts : state.facts) blobs.push_back(facts.blob);
  if (state.history.has_value()) blobs.push_back(*state.history);
  return blobs;
}

}  // namespace waymark::graph
