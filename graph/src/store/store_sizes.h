// Sizes of the parts of a store.
#pragma once

#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "lmdb/environment.h"
#include "segment/segment_format.h"

namespace waymark::graph {

// The part of a store that a section belongs to; "other" for section numbers that this build does
// not know.
std::string_view PartOf(SegmentKind kind, SectionNumber section);

// Parts by name, including "free pages" and "trees and padding"; together they make up the file.
absl::StatusOr<std::vector<StorePart>> ComputeSizes(const Environment& environment);

}  // namespace waymark::graph
