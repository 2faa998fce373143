// Files without facts, by the languages whose symbols they may use.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "graph/languages.h"
#include "graph/read_view.h"

namespace waymark::retrieval {

static_assert(kNameGroupCount <= 32, "a group is a bit of 32");

constexpr std::uint32_t BitOf(NameGroup group) {
  return std::uint32_t{1} << static_cast<unsigned>(group);
}

// Visits files that may hold unknown symbols and references: skipped files, except binary ones and
// submodules, and files that were indexed in part, with the groups of languages (one bit each)
// whose symbols they may use. A skipped file belongs to the group of the indexed files with its
// extension, or to every group if there is none. Cost: O(files).
void VisitUnreadFiles(
    const graph::ReadView& view,
    const std::function<void(std::string_view path, std::uint32_t groups)>& visitor);

}  // namespace waymark::retrieval
