// The code in templates and notebooks: each byte of it stands in the file, in order. The first byte
// chooses the language.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "languages/python/notebook_regions.h"
#include "languages/ruby/erb_regions.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
  waymark::indexer::SourceRegions regions;
  if (data[0] == 'e') {
    waymark::indexer::ReadErb(file, regions);
  } else {
    waymark::indexer::ReadNotebook(file, regions);
  }
  std::uint32_t before = 0;
  for (std::uint32_t byte = 0; byte < regions.text().size(); ++byte) {
    const std::uint32_t at = regions.FileByteOf(byte);
    if (at < before || at > file.size()) std::abort();
    before = at;
  }
  return 0;
}
