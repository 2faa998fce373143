// Stored facts: a header record, and behind it, from the byte that the first one says, a body
// record.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "indexer/facts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using waymark::indexer::DecodeBody;
  using waymark::indexer::DecodeHeader;
  if (size < 2) return 0;
  const std::size_t header_size = data[0] | std::size_t{data[1]} << 8;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  auto facts = DecodeHeader(bytes.substr(0, header_size));
  if (!facts.ok()) return 0;
  const std::string_view body = header_size < bytes.size() ? bytes.substr(header_size) : "";
  const absl::Status status = DecodeBody(body, *facts);
  if (!status.ok()) return 0;
  // What was read is in bounds.
  std::size_t total = 0;
  for (const auto& reference : facts->references) {
    total += facts->strings.at(facts->expressions[reference.expression].name).size();
  }
  for (const auto& definition : facts->definitions)
    total += facts->strings.at(definition.name).size();
  for (const auto& term : facts->terms) total += facts->strings.at(term.word).size();
  return total == static_cast<std::size_t>(-1) ? 1 : 0;
}
