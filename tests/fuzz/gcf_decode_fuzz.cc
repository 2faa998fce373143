// GCF from strangers, in both dialects: any text decodes or is refused, and what decodes gives the
// same text again once it was encoded by this program. Any text as the source of the symbols leaves
// the graph and the places as they are.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "wire/codec.h"

namespace waymark::wire {
namespace {

const CodecRegistry& Codecs() {
  static const CodecRegistry kCodecs = CodecRegistry::BuiltIn();
  return kCodecs;
}

void EncodeGraph(const Payload& payload) {
  for (const char* dialect : {"gcf", "gcf3", "gcf-short"}) {
    const auto text = Codecs().Encode(dialect, payload, kGraphOnly);
    if (!text.ok()) std::abort();
    const auto again = Codecs().Decode(dialect, *text);
    if (!again.ok()) std::abort();
    const auto text_again = Codecs().Encode(dialect, *again, kGraphOnly);
    if (!text_again.ok() || *text_again != *text) std::abort();
  }
}

using SymbolWithPlace = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>;

std::vector<SymbolWithPlace> Places(const Payload& payload) {
  std::vector<SymbolWithPlace> places;
  for (const Symbol& symbol : payload.symbols) {
    const std::uint32_t last = symbol.start_line == 0 ? 0 : symbol.end_line;  // unknown lines
    places.emplace_back(symbol.qualified_name, symbol.path, symbol.start_line, last);
  }
  std::sort(places.begin(), places.end());
  return places;
}

// Gives the first symbols that have a place the text as source from one of their lines on.
void EncodeSource(Payload payload, std::string_view text) {
  constexpr std::size_t kSymbolsWithSource = 8;
  constexpr std::size_t kSourceBytes = 4096;
  constexpr std::uint32_t kLastLine = 1'000'000;
  if (text.size() > kSourceBytes) return;
  std::size_t given = 0;
  for (Symbol& symbol : payload.symbols) {
    if (symbol.path.empty() || symbol.start_line == 0 || symbol.start_line > kLastLine) continue;
    if (++given > kSymbolsWithSource) break;
    symbol.text = text.substr(text.find('\n') + 1);
    NumberLines(
        std::min(symbol.end_line, symbol.start_line + static_cast<std::uint32_t>(given) - 1),
        symbol);
  }
  const auto encoded = Codecs().Encode("gcf", payload, kFullAnswer);
  if (!encoded.ok()) std::abort();
  const auto read = Codecs().Decode("gcf", *encoded);
  if (!read.ok() || Places(*read) != Places(payload) ||
      read->edges.size() != payload.edges.size()) {
    std::abort();
  }
}

}  // namespace
}  // namespace waymark::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto payload = waymark::wire::Codecs().Decode("gcf", text);
  if (!payload.ok()) return 0;
  waymark::wire::EncodeGraph(*payload);
  waymark::wire::EncodeSource(*std::move(payload), text);
  return 0;
}
