// GCB1 from strangers: any bytes decode or are refused, and what decodes is said back in the same
// bytes.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const waymark::wire::CodecRegistry kCodecs = waymark::wire::CodecRegistry::BuiltIn();
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto payload = kCodecs.Decode("gcb1", bytes);
  if (!payload.ok()) return 0;

  const auto again = kCodecs.Encode("gcb1", *payload, waymark::wire::kGraphOnly);
  if (!again.ok() || *again != bytes) std::abort();
  return 0;
}
