// JSON of a tool's response, as tables of GCX1: any text is laid out or refused, and the tables are
// read as they were written.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/gcx.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view json(reinterpret_cast<const char*>(data), size);
  // Without a published layout, with one of one section, with several.
  for (const char* tool : {"tool", "search_symbols", "get_callers"}) {
    const auto sections = waymark::wire::GcxFromJson(tool, json);
    if (!sections.ok()) continue;
    // Some text has no place in a header or a row: a key with a blank, a carriage return.
    const auto text = waymark::wire::EncodeGcx(*sections);
    if (!text.ok()) continue;
    const auto again = waymark::wire::DecodeGcx(*text);
    if (!again.ok()) std::abort();
    const auto text_again = waymark::wire::EncodeGcx(*again);
    if (!text_again.ok() || *text_again != *text) std::abort();
  }
  return 0;
}
