#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/shared/bundle.h"
#include "graph/status.h"
#include "model/bytes.h"
#include "share/bundle_format.h"
#include "share/together.h"
#include "text/zstd_frame.h"

namespace waymark::graph {
namespace {

class BundleFile {
 public:
  explicit BundleFile(const BundleSink& sink) : sink_(sink), hasher_(kBundleDomain) {}

  absl::Status AddHead(const std::string& maker, std::string_view state_frame) {
    std::string head(kBundleMagic);
    AppendLittle(head, kBundleVersion);
    AppendLittle(head, static_cast<std::uint8_t>(maker.size()));
    head += maker;
    hasher_.Add(head);
    WM_RETURN_IF_ERROR(sink_(head));
    return AddFrame(state_frame);
  }

  absl::Status AddFrame(std::string_view frame) {
    std::string length;
    AppendLittle(length, static_cast<std::uint32_t>(frame.size()));
    hasher_.Add(frame);
    WM_RETURN_IF_ERROR(sink_(length));
    return sink_(frame);
  }

  absl::Status AddEnd() {
    std::string end;
    AppendLittle(end, hasher_.Finish<RootHash>().bytes);
    return sink_(end);
  }

 private:
  const BundleSink& sink_;
  FieldHasher hasher_;
};

absl::StatusOr<std::string> CompressFrame(const PortableReader& reader, const BundleFrame& frame) {
  std::string text;
  text.reserve(frame.bytes);
  for (std::size_t i = frame.begin; i < frame.end; ++i) {
    WM_ASSIGN_OR_RETURN(const std::string blob, reader.Read(i));
    text += blob;
  }
  Compressor compressor(Effort::kCarried);
  std::string compressed(compressor.Compress(text));
  if (compressed.empty()) return absl::ResourceExhaustedError("write a bundle: no memory");
  return compressed;
}

}  // namespace

absl::Status WriteBundle(const PortableReader& reader, const std::string& maker,
                         const BundleWork& work, const BundleSink& sink) {
  constexpr std::size_t kMaxMakerBytes = 255;
  if (maker.size() > kMaxMakerBytes) {
    return absl::InvalidArgumentError("write a bundle: the name of its maker is too long");
  }
  const std::string state = EncodePortableState(reader.state());
  if (state.size() > kMaxPortableStateBytes) {
    return absl::ResourceExhaustedError(
        fmt::format("write a bundle: its list of files and blobs has {} bytes, more than {}",
                    state.size(), kMaxPortableStateBytes));
  }
  BundleFile file(sink);
  Compressor compressor(Effort::kCarried);
  WM_RETURN_IF_ERROR(file.AddHead(maker, compressor.Compress(state)));
  const std::vector<BlobRef> blobs = BlobsOf(reader.state());
  const std::vector<BundleFrame> frames = PlanFrames(blobs);
  std::uint64_t total = 0;
  for (const BundleFrame& frame : frames) total += frame.bytes;
  std::uint64_t done = 0;
  const std::size_t group = kFramesPerThread * std::max(work.threads, 1U);
  for (std::size_t first = 0; first < frames.size(); first += group) {
    const auto part = std::span(frames).subspan(first, std::min(group, frames.size() - first));
    std::vector<absl::StatusOr<std::string>> compressed(part.size(), std::string());
    RunTogether(work.threads, part.size(),
                [&](std::size_t i) { compressed[i] = CompressFrame(reader, part[i]); });
    for (std::size_t i = 0; i < part.size(); ++i) {
      WM_RETURN_IF_ERROR(compressed[i].status());
      WM_RETURN_IF_ERROR(file.AddFrame(*compressed[i]));
      done += part[i].bytes;
    }
    if (work.progress) WM_RETURN_IF_ERROR(work.progress(done, total));
  }
  return file.AddEnd();
}

}  // namespace waymark::graph
