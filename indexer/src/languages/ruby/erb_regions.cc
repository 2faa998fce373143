#include "languages/ruby/erb_regions.h"

#include <algorithm>
#include <cstdint>

namespace waymark::indexer {
namespace {

constexpr std::string_view kOpen = "<%";
constexpr std::string_view kClose = "%>";

// The next mark that ends a tag; %%> is an escape.
std::size_t EndOfTag(std::string_view bytes, std::size_t from) {
  std::size_t at = bytes.find(kClose, from);
  while (at != std::string_view::npos && at > from && bytes[at - 1] == '%') {
    at = bytes.find(kClose, at + kClose.size());
  }
  return std::min(at, bytes.size());
}

}  // namespace

void ReadErb(std::string_view bytes, SourceRegions& regions) {
  for (std::size_t at = bytes.find(kOpen); at != std::string_view::npos;
       at = bytes.find(kOpen, at)) {
    std::size_t begin = at + kOpen.size();
    const char sign = begin < bytes.size() ? bytes[begin] : ' ';
    if (sign == '%') {
      at = begin + 1;
      continue;
    }
    const std::size_t end = EndOfTag(bytes, begin);
    if (sign != '#') {
      while (begin < end && (bytes[begin] == '=' || bytes[begin] == '-')) ++begin;
      const bool is_trimmed = end > begin && bytes[end - 1] == '-';
      const std::size_t code_end = is_trimmed ? end - 1 : end;
      regions.Add(bytes, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(code_end));
      regions.AddText("\n", static_cast<std::uint32_t>(code_end));
    }
    at = end;
  }
}

}  // namespace waymark::indexer
