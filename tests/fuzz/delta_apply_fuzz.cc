// A difference from strangers, after the base that it is applied to and an empty line: any text is
// applied or refused, and what comes out can be sent.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"
#include "wire/content_root.h"
#include "wire/pack_delta.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const waymark::wire::CodecRegistry kCodecs = waymark::wire::CodecRegistry::BuiltIn();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = text.find("\n\n");
  if (end == std::string_view::npos) return 0;
  const auto base = kCodecs.Decode("gcf", text.substr(0, end + 1));
  if (!base.ok()) return 0;
  const auto payload = waymark::wire::ApplyDelta(*base, text.substr(end + 2));
  if (!payload.ok()) return 0;
  for (const char* dialect : {"gcf", "gcf3"}) {
    const auto sent = kCodecs.Encode(dialect, *payload, waymark::wire::kGraphOnly);
    if (!sent.ok() || !kCodecs.Decode(dialect, *sent).ok()) std::abort();
  }
  return 0;
}
