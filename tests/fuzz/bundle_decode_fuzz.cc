// Bundles from elsewhere: the whole file, the state, and a chunk of facts. The first byte chooses
// the decoder.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "graph/shared/bundle.h"
#include "share/facts_chunk.h"

namespace waymark::graph {
namespace {

void ReadWhole(std::string_view bytes) {
  const auto bundle =
      BundleReader::Open([bytes, at = std::size_t{0}](char* out, std::size_t size) mutable {
        const std::size_t got = std::min(size, bytes.size() - at);
        std::memcpy(out, bytes.data() + at, got);
        at += got;
        return absl::StatusOr<std::size_t>(got);
      });
  if (!bundle.ok()) return;
  (*bundle)
      ->ReadBlobs({}, [](std::size_t, const std::string&) { return absl::OkStatus(); })
      .IgnoreError();
}

// What was decoded is encoded again: what that gives is decoded likewise.
void DecodeState(std::string_view bytes) {
  const auto state = DecodePortableState(bytes);
  if (state.ok() && !DecodePortableState(EncodePortableState(*state)).ok()) __builtin_trap();
}

// The first byte is the number of records that the state tells.
void DecodeFacts(std::string_view bytes) {
  if (bytes.empty()) return;
  TextsOfBlob(bytes.substr(1), static_cast<std::uint8_t>(bytes[0])).status().IgnoreError();
}

constexpr void (*kBundleDecoders[])(std::string_view) = {ReadWhole, DecodeState, DecodeFacts};

}  // namespace
}  // namespace waymark::graph

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  waymark::graph::kBundleDecoders[data[0] % std::size(waymark::graph::kBundleDecoders)](bytes);
  return 0;
}
