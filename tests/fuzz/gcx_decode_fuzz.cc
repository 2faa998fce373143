// GCX1 from strangers: any text decodes or is refused. A document that decodes is written again and
// read as the same sections; a payload comes back from its own encoding as it was.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"
#include "wire/gcx.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using waymark::wire::kFullAnswer;
  static const waymark::wire::CodecRegistry kCodecs = waymark::wire::CodecRegistry::BuiltIn();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto sections = waymark::wire::DecodeGcx(text);
  if (!sections.ok()) return 0;
  // Some that can be read cannot be written: a header with a tab, a row of one empty cell.
  if (const auto written = waymark::wire::EncodeGcx(*sections); written.ok()) {
    const auto again = waymark::wire::DecodeGcx(*written);
    if (!again.ok()) std::abort();
    const auto written_again = waymark::wire::EncodeGcx(*again);
    if (!written_again.ok() || *written_again != *written) std::abort();
  }
  const auto payload = kCodecs.Decode("gcx", text);
  if (!payload.ok()) return 0;
  const auto encoded = kCodecs.Encode("gcx", *payload, kFullAnswer);
  if (!encoded.ok()) std::abort();
  const auto decoded = kCodecs.Decode("gcx", *encoded);
  if (!decoded.ok()) std::abort();
  const auto encoded_again = kCodecs.Encode("gcx", *decoded, kFullAnswer);
  if (!encoded_again.ok() || *encoded_again != *encoded) std::abort();
  return 0;
}
