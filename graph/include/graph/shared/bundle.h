// A bundle: a published view in one file that is compressed, checked and deterministic. Equal
// states give equal files, whatever the number of threads. docs/BUNDLE_FORMAT.md gives the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/shared/portable_view.h"

namespace waymark::graph {

inline constexpr std::uint32_t kBundleVersion = 1;

// Takes the bytes of a file from its begin to its end.
using BundleSink = std::function<absl::Status(std::string_view bytes)>;
// Reads up to `size` bytes; 0 at the end of the file.
using BundleSource = std::function<absl::StatusOr<std::size_t>(char* out, std::size_t size)>;

struct BundleWork {
  unsigned threads = 1;  // each holds two frames of some 4 MiB; when writing, 40 MiB more
  // Called on the calling thread after each group of frames; its error ends the work. May be empty.
  std::function<absl::Status(std::uint64_t bytes_done, std::uint64_t bytes_total)> progress;
};

// `maker` is the version of the program, at most 255 bytes; a reader that is too old shows it.
// Cost: one second for each 4 MB of blobs and thread.
absl::Status WriteBundle(const PortableReader& reader, const std::string& maker,
                         const BundleWork& work, const BundleSink& sink);

// Reads a bundle once, from its begin. Not thread-safe.
class BundleReader {
 public:
  // Reads the head and the state. Errors, besides those of the source: InvalidArgument (not a
  // bundle), FailedPrecondition (a bundle of another version, which the message tells), DataLoss.
  static absl::StatusOr<std::unique_ptr<BundleReader>> Open(BundleSource source);
  virtual ~BundleReader() = default;

  virtual const std::string& maker() const = 0;
  virtual const PortableState& state() const = 0;
  // Reads all blobs to `take`, in order, after each was compared with its hash, and the end of the
  // file. `number` is that of BlobsOf(). DataLoss, perhaps after some were taken, if anything
  // differs from what was written. Call it once. Cost: some 3 ms for each megabyte of blobs and
  // thread.
  virtual absl::Status ReadBlobs(
      const BundleWork& work,
      const std::function<absl::Status(std::size_t number, std::string blob)>& take) = 0;
  // Bytes of the file that were read.
  virtual std::uint64_t bytes_read() const = 0;
};

}  // namespace waymark::graph
