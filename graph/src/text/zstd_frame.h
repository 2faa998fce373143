// Compression of one text at a time into zstd frames that state their size.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

struct ZSTD_CCtx_s;

namespace waymark::graph {

// Why this level: facts and signatures of 141 MB of Python are 5 % smaller than at level 1, for a
// twentieth of a second per hundred megabytes; level 3 saves another 3 % and takes twice as long.
inline constexpr int kCompressionLevel = 2;

// How hard a frame is worked on.
enum class Effort {
  kStored,   // at kCompressionLevel, for frames that each index run writes
  kCarried,  // for files that travel: a fifth smaller, at 4 MB a second
};

// Not thread-safe.
class Compressor {
 public:
  explicit Compressor(Effort effort = Effort::kStored);

  // The frame of `text`, valid until the next call. Empty if there is no memory for it.
  std::string_view Compress(std::string_view text);

 private:
  struct Deleter {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, Deleter> context_;
  std::string frame_;
};

// The text of a frame. DataLoss for bytes that are not a frame of at most `max_bytes`; the size
// that the frame states is checked before memory is allocated.
absl::StatusOr<std::string> Decompress(std::string_view frame, std::size_t max_bytes);

}  // namespace waymark::graph
