// The frames of the language server: the same bytes give the same messages however they are cut,
// and no message is longer than the limit; places of any text survive the way to the client and
// back.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "encoded_text.h"
#include "file_uri.h"
#include "frame_decoder.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

std::vector<std::string> Decode(std::string_view bytes, std::size_t piece) {
  std::vector<std::string> told;
  FrameDecoder decoder([&told](std::string_view message, std::string_view problem) {
    if (message.size() > kMaxLspMessageBytes) std::abort();
    if (!message.empty() && !problem.empty()) std::abort();
    told.push_back(std::string(message) + "|" + std::string(problem));
  });
  for (std::size_t at = 0; at < bytes.size(); at += piece) decoder.Add(bytes.substr(at, piece));
  decoder.Finish();
  return told;
}

// The places that are tried lie near the start of a text.
constexpr std::size_t kMaxTextWithPlaces = 512;

void CheckPlaces(std::string_view text, ClientUnits units) {
  const EncodedText encoded(text, units);
  for (std::uint32_t line = 0; line < 4; ++line) {
    for (std::uint32_t character = 0; character < 8; ++character) {
      const Position asked = encoded.ToAsked({line, character});
      if (encoded.OffsetOf({line, character}) > text.size()) std::abort();
      // Where a name begins, that name is meant.
      const ClientPosition there = encoded.ToClient(asked);
      if (encoded.ToAsked(there) != asked) std::abort();
      encoded.NameAt(asked, "");
    }
  }
}

void CheckBytes(std::string_view bytes) {
  if (Decode(bytes, 1) != Decode(bytes, bytes.size() + 1)) std::abort();
  for (const PositionEncoding encoding :
       {PositionEncoding::kUtf8, PositionEncoding::kUtf16, PositionEncoding::kUtf32}) {
    for (const bool ends_lines_at_return : {true, false}) {
      CheckPlaces(bytes.substr(0, kMaxTextWithPlaces), {encoding, ends_lines_at_return});
    }
  }
  if (const auto path = PathOfUri(bytes)) {
    if (PathOfUri(UriOfPath(*path)) != path) std::abort();
  }
}

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::CheckBytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
