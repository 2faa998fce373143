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

// Bytes of a frame are read in pieces, so that a length that is not true takes no memory.
constexpr std::size_t kReadBytes = 1 << 20;

absl::Status DamagedBundle(std::string_view what) {
  return absl::DataLossError(fmt::format("{}; copy the file again, or export it anew", what));
}

// The bytes of a file, whose parts are hashed as they are read.
class HashedSource {
 public:
  explicit HashedSource(BundleSource source) : source_(std::move(source)), hasher_(kBundleDomain) {}

  // Exactly `size` bytes.
  absl::StatusOr<std::string> Read(std::uint64_t size) {
    std::string bytes;
    while (bytes.size() < size) {
      const std::size_t begin = bytes.size();
      bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size, begin + kReadBytes)));
      WM_ASSIGN_OR_RETURN(const std::size_t got,
                          source_(bytes.data() + begin, bytes.size() - begin));
      if (got == 0) return DamagedBundle(fmt::format("it ends early, after {} bytes", read_));
      bytes.resize(begin + got);
      read_ += got;
    }
    return bytes;
  }

  absl::StatusOr<std::string> ReadFrame() {
    WM_ASSIGN_OR_RETURN(const std::string length, Read(sizeof(std::uint32_t)));
    WM_ASSIGN_OR_RETURN(std::string frame, Read(Load<std::uint32_t>(length.data())));
    hasher_.Add(frame);
    return frame;
  }

  void AddToHash(std::string_view field) { hasher_.Add(field); }

  absl::Status CheckEnd() {
    WM_ASSIGN_OR_RETURN(const std::string hash, Read(sizeof(RootHash::bytes)));
    if (Load<decltype(RootHash::bytes)>(hash.data()) != hasher_.Finish<RootHash>().bytes) {
      return DamagedBundle("its hash does not match");
    }
    char more = 0;
    WM_ASSIGN_OR_RETURN(const std::size_t got, source_(&more, 1));
    return got == 0 ? absl::OkStatus() : DamagedBundle("it has bytes behind its end");
  }

  std::uint64_t read() const { return read_; }

 private:
  BundleSource source_;
  FieldHasher hasher_;
  std::uint64_t read_ = 0;
};

// Cuts a frame into its blobs.
absl::StatusOr<std::vector<std::string>> ReadFrameBlobs(std::string_view compressed,
                                                        const BundleFrame& frame,
                                                        std::span<const BlobRef> blobs) {
  const absl::StatusOr<std::string> text =
      Decompress(compressed, static_cast<std::size_t>(frame.bytes));
  if (!text.ok() || text->size() != frame.bytes) {
    return DamagedBundle("a part of it does not decompress");
  }
  std::vector<std::string> cut;
  std::size_t at = 0;
  for (std::size_t i = frame.begin; i < frame.end; ++i) {
    cut.push_back(text->substr(at, static_cast<std::size_t>(blobs[i].bytes)));
    at += cut.back().size();
    if (HashContent(cut.back()) != blobs[i].hash) {
      return DamagedBundle(fmt::format("the hash of its blob {} does not match", i));
    }
  }
  return cut;
}

class FileBundleReader : public BundleReader {
 public:
  explicit FileBundleReader(BundleSource source) : source_(std::move(source)) {}

  absl::Status ReadHead() {
    const absl::StatusOr<std::string> magic = source_.Read(kBundleMagic.size());
    if (absl::IsDataLoss(magic.status()) || (magic.ok() && *magic != kBundleMagic)) {
      return absl::InvalidArgumentError(
          "it is not a bundle, or was changed on its way: make one with `waymark bundle export`, "
          "and copy it as a binary file");
    }
    WM_RETURN_IF_ERROR(magic.status());
    WM_ASSIGN_OR_RETURN(const std::string numbers,
                        source_.Read(sizeof(std::uint32_t) + sizeof(std::uint8_t)));
    const auto version = Load<std::uint32_t>(numbers.data());
    WM_ASSIGN_OR_RETURN(maker_, source_.Read(static_cast<std::uint8_t>(numbers.back())));
    if (version != kBundleVersion) {
      return absl::FailedPreconditionError(fmt::format(
          "it has version {} of the format of bundles, made by waymark {}; this program reads "
          "version {}; {}",
          version, maker_, kBundleVersion,
          version > kBundleVersion ? "use a newer program" : "export it anew with this program"));
    }
    source_.AddToHash(*magic + numbers + maker_);
    WM_ASSIGN_OR_RETURN(const std::string frame, source_.ReadFrame());
    const absl::StatusOr<std::string> bytes = Decompress(frame, kMaxPortableStateBytes);
    if (!bytes.ok()) return DamagedBundle("its list of files does not decompress");
    absl::StatusOr<PortableState> state = DecodePortableState(*bytes);
    if (absl::IsDataLoss(state.status())) {
      return DamagedBundle(std::string(state.status().message()));
    }
    if (!state.ok()) {
      return absl::Status(
          state.status().code(),
          fmt::format("waymark {} made it: {}", maker_, std::string(state.status().message())));
    }
    state_ = *std::move(state);
    return absl::OkStatus();
  }

  const std::string& maker() const override { return maker_; }

  const PortableState& state() const override { return state_; }

  std::uint64_t bytes_read() const override { return source_.read(); }

  absl::Status ReadBlobs(
      const BundleWork& work,
      const std::function<absl::Status(std::size_t, std::string)>& take) override {
    const std::vector<BlobRef> blobs = BlobsOf(state_);
    const std::vector<BundleFrame> frames = PlanFrames(blobs);
    std::uint64_t total = 0;
    for (const BundleFrame& frame : frames) total += frame.bytes;
    std::uint64_t done = 0;
    const std::size_t group = kFramesPerThread * std::max(work.threads, 1U);
    for (std::size_t first = 0; first < frames.size(); first += group) {
      const auto part = std::span(frames).subspan(first, std::min(group, frames.size() - first));
      std::vector<std::string> compressed;
      for (std::size_t i = 0; i < part.size(); ++i) {
        WM_ASSIGN_OR_RETURN(std::string frame, source_.ReadFrame());
        compressed.push_back(std::move(frame));
      }
      std::vector<absl::StatusOr<std::vector<std::string>>> cut(part.size(),
                                                                std::vector<std::string>());
      RunTogether(work.threads, part.size(),
                  [&](std::size_t i) { cut[i] = ReadFrameBlobs(compressed[i], part[i], blobs); });
      for (std::size_t i = 0; i < part.size(); ++i) {
        WM_RETURN_IF_ERROR(cut[i].status());
        for (std::size_t j = 0; j < cut[i]->size(); ++j) {
          WM_RETURN_IF_ERROR(take(part[i].begin + j, std::move((*cut[i])[j])));
        }
        done += part[i].bytes;
      }
      if (work.progress) WM_RETURN_IF_ERROR(work.progress(done, total));
    }
    return source_.CheckEnd();
  }

 private:
  HashedSource source_;
  std::string maker_;
  PortableState state_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<BundleReader>> BundleReader::Open(BundleSource source) {
  auto reader = std::make_unique<FileBundleReader>(std::move(source));
  WM_RETURN_IF_ERROR(reader->ReadHead());
  return reader;
}

}  // namespace waymark::graph
