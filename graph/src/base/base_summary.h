// Writes the data of a base or an overlay about its whole state: roots of directories, numbers, the
// repository and the skipped files.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/base_format.h"
#include "base/base_strings.h"
#include "graph/records.h"
#include "model/merkle.h"
#include "segment/segment_writer.h"

namespace waymark::graph {

// A skipped file that owns its path.
struct SkippedText {
  std::string path;
  SkipReason reason = SkipReason::kUnreadable;
};

// A copy in byte order of paths.
std::vector<SkippedText> SortedCopy(std::span<const SkippedFile> skipped);
// Rows that refer to the texts in `skipped`.
std::vector<SkippedFile> RowsOf(std::span<const SkippedText> skipped);

void WriteDirectories(SegmentWriter& segment, BaseStrings& strings,
                      std::span<const DirectoryRoot> directories);
void WriteNumbers(SegmentWriter& segment,
                  const std::array<std::uint64_t, kBaseNumberCount>& numbers);
void WriteRepositoryName(SegmentWriter& segment, BaseStrings& strings, std::string_view name);
void WriteSkipped(SegmentWriter& segment, BaseStrings& strings,
                  std::span<const SkippedText> skipped);

}  // namespace waymark::graph
