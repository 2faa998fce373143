// JSON payloads from strangers: any text decodes or is refused; what decodes can be sent in every
// format, and comes back from JSON as the same payload.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const waymark::wire::CodecRegistry kCodecs = waymark::wire::CodecRegistry::BuiltIn();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto payload = kCodecs.Decode("json", text);
  if (!payload.ok()) return 0;

  for (const char* format : {"gcf", "gcf3", "gcf-short", "xml", "markdown", "gcx", "adaptive"}) {
    if (!kCodecs.Encode(format, *payload, waymark::wire::kFullAnswer).ok()) std::abort();
  }
  const auto json = kCodecs.Encode("json", *payload, waymark::wire::kFullAnswer);
  if (!json.ok()) std::abort();
  const auto again = kCodecs.Decode("json", *json);
  if (!again.ok()) std::abort();
  const auto json_again = kCodecs.Encode("json", *again, waymark::wire::kFullAnswer);
  if (!json_again.ok() || *json_again != *json) std::abort();
  return 0;
}
