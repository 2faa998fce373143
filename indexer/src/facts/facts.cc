#include "indexer/facts.h"

namespace waymark::indexer {

StringTable::StringTable() : ends_(1, 0) {}

StringId StringTable::Add(std::string_view text) {
  bytes_.append(text);
  ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  return size() - 1;
}

std::string_view StringTable::at(StringId id) const {
  const std::uint32_t begin = id == 0 ? 0 : ends_[id - 1];
  return std::string_view(bytes_).substr(begin, ends_[id] - begin);
}

}  // namespace waymark::indexer
