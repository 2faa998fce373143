// The three groups by distance in which XML and Markdown show symbols.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/payload.h"

namespace waymark::wire {

struct ReadingGroup {
  std::string_view element;            // of XML
  std::string_view heading;            // of Markdown
  std::vector<std::uint32_t> symbols;  // indices, in rank order
};

// Targets, symbols one hop away, and all others.
inline std::array<ReadingGroup, 3> ReadingGroups(const Payload& payload) {
  std::array<ReadingGroup, 3> groups = {
      ReadingGroup{"target_symbols", "Target symbols", {}},
      ReadingGroup{"related_symbols", "Related symbols (distance: 1)", {}},
      ReadingGroup{"extended_context", "Extended context (distance: 2+)", {}}};
  for (std::uint32_t i = 0; i < payload.symbols.size(); ++i) {
    groups[std::min<std::size_t>(payload.symbols[i].distance, groups.size() - 1)].symbols.push_back(
        i);
  }
  return groups;
}

}  // namespace waymark::wire
