// GCF from strangers, in both dialects: any text decodes or is refused, and what decodes gives the
// same text again once it was encoded by this program.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const waymark::wire::CodecRegistry kCodecs = waymark::wire::CodecRegistry::BuiltIn();
  const auto payload = kCodecs.Decode("gcf", {reinterpret_cast<const char*>(data), size});
  if (!payload.ok()) return 0;

  for (const char* dialect : {"gcf", "gcf3", "gcf-short"}) {
    const auto text = kCodecs.Encode(dialect, *payload, waymark::wire::kGraphOnly);
    if (!text.ok()) std::abort();
    const auto again = kCodecs.Decode(dialect, *text);
    if (!again.ok()) std::abort();
    const auto text_again = kCodecs.Encode(dialect, *again, waymark::wire::kGraphOnly);
    if (!text_again.ok() || *text_again != *text) std::abort();
  }
  return 0;
}
