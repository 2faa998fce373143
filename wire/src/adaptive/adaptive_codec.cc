// The format `adaptive`: the JSON of a payload in the form with the fewest tokens.
#include <string>

#include "codec/builtin_codecs.h"
#include "graph/status.h"
#include "json/json_codec.h"
#include "wire/adaptive.h"

namespace waymark::wire {
namespace {

absl::StatusOr<std::string> EncodeAdaptive(const Payload& payload, const EncodeOptions& options) {
  WM_ASSIGN_OR_RETURN(const std::string json, EncodeJson(payload, options));
  return ShrinkText(json, {.least_bytes = 0}).text;
}

absl::StatusOr<Payload> DecodeAdaptive(std::string_view text) {
  WM_ASSIGN_OR_RETURN(const std::string json, ExpandText(text));
  return DecodeJson(json);
}

}  // namespace

Codec AdaptiveCodec() {
  return {.name = "adaptive",
          .description = "every field in fewer tokens than json, for language models",
          .aliases = {},
          .medium = Medium::kText,
          .encode = EncodeAdaptive,
          .decode = DecodeAdaptive};
}

}  // namespace waymark::wire
