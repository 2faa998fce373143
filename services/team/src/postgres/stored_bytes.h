// How the column blob.stored holds the bytes of a blob: one byte that names the codec, and the
// bytes as it writes them. Nothing at all: the blob was lost, see SharedStore::Check().
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

struct ZSTD_CCtx_s;

namespace waymark::services {

// Longest value of the column.
std::size_t MaxStoredBytes();

// Not thread-safe.
class StoredBytesEncoder {
 public:
  StoredBytesEncoder();

  // With zstd where that is shorter, else as they are.
  std::string Encode(std::string_view bytes);

 private:
  struct Deleter {
    void operator()(ZSTD_CCtx_s* context) const;
  };

  std::unique_ptr<ZSTD_CCtx_s, Deleter> context_;
};

// DataLoss unless `stored` holds exactly `size` bytes; no more memory is taken for them.
absl::StatusOr<std::string> DecodeStoredBytes(std::string_view stored, std::size_t size);

}  // namespace waymark::services
