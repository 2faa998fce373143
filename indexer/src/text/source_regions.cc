#include "text/source_regions.h"

#include <algorithm>

namespace waymark::indexer {

void SourceRegions::Clear() {
  text_.clear();
  regions_.clear();
}

void SourceRegions::Add(std::string_view file, std::uint32_t begin, std::uint32_t end) {
  if (begin >= end) return;
  regions_.push_back({static_cast<std::uint32_t>(text_.size()), begin, true});
  text_ += file.substr(begin, end - begin);
}

void SourceRegions::AddText(std::string_view text, std::uint32_t at) {
  if (text.empty()) return;
  regions_.push_back({static_cast<std::uint32_t>(text_.size()), at, false});
  text_ += text;
}

std::uint32_t SourceRegions::FileByteOf(std::uint32_t byte) const {
  const auto next =
      std::upper_bound(regions_.begin(), regions_.end(), byte,
                       [](std::uint32_t at, const Region& region) { return at < region.text; });
  if (next == regions_.begin()) return 0;
  const Region& region = *(next - 1);
  return region.is_copied ? region.file + (byte - region.text) : region.file;
}

}  // namespace waymark::indexer
