#include "share/bundle_format.h"

namespace waymark::graph {

std::vector<BundleFrame> PlanFrames(std::span<const BlobRef> blobs) {
  std::vector<BundleFrame> frames;
  for (std::size_t i = 0; i < blobs.size(); ++i) {
    if (frames.empty() || frames.back().bytes >= kBundleFrameBytes) frames.push_back({i, i, 0});
    frames.back().end = i + 1;
    frames.back().bytes += blobs[i].bytes;
  }
  return frames;
}

}  // namespace waymark::graph
