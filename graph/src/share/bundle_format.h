// Shape of a bundle. docs/BUNDLE_FORMAT.md gives the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "graph/shared/portable_view.h"

namespace waymark::graph {

// A copy that changed line ends, or lost the high bit of each byte, differs here.
inline constexpr std::string_view kBundleMagic = "\x89WMB\r\n\x1A\n";
// A frame holds blobs that follow one another. It ends with the one that brings it to this size.
inline constexpr std::size_t kBundleFrameBytes = 4 << 20;
// Frames that are worked on at once, for each thread.
inline constexpr std::size_t kFramesPerThread = 2;
// Domain of the hash at the end.
inline constexpr std::string_view kBundleDomain = "waymark.bundle.v1";

// The blobs of a frame, by number.
struct BundleFrame {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint64_t bytes = 0;  // before compression
};

std::vector<BundleFrame> PlanFrames(std::span<const BlobRef> blobs);

}  // namespace waymark::graph
