// Bytes of the store as they come from the disk: catalogue, view and snapshot rows, and chunks of
// facts. The first byte chooses the decoder.
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "facts/facts_format.h"
#include "lmdb/catalogue.h"
#include "model/bytes.h"
#include "segment/segment_format.h"

namespace waymark::graph {
namespace {

// What was decoded is encoded again: the same bytes, or the row was not one.
void DecodeCatalogue(std::string_view bytes) {
  const auto row = DecodeCatalogueRow(bytes);
  if (row.ok() && EncodeCatalogueRow(*row) != bytes) __builtin_trap();
}

void DecodeView(std::string_view bytes) {
  const auto row = DecodeViewRow(bytes);
  if (row.ok() && DecodeViewRow(EncodeViewRow(*row)).status() != absl::OkStatus()) __builtin_trap();
}

void DecodeSnapshot(std::string_view bytes) { DecodeSnapshotRow(bytes).status().IgnoreError(); }

void ReadRecords(std::string_view chunk) {
  for (int slot = 0; slot < 256; ++slot) {
    RecordOfChunk(chunk, static_cast<std::uint8_t>(slot)).status().IgnoreError();
  }
}

void Decompress(std::string_view bytes) {
  ByteReader reader(bytes);
  const auto raw_bytes = reader.Little<std::uint32_t>();
  const auto chunk = DecompressChunk(reader.Bytes(reader.left()), raw_bytes);
  if (chunk.ok()) ReadRecords(*chunk);
}

constexpr void (*kDecoders[])(std::string_view) = {DecodeCatalogue, DecodeView, DecodeSnapshot,
                                                   ReadRecords, Decompress};

}  // namespace
}  // namespace waymark::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  waymark::graph::kDecoders[data[0] % std::size(waymark::graph::kDecoders)](bytes);
  return 0;
}
