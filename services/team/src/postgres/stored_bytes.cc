#include "postgres/stored_bytes.h"

#include <zstd.h>

#include "graph/shared/blob_store.h"

namespace waymark::services {
namespace {

constexpr char kRawCodec = 0;
constexpr char kZstdCodec = 1;
// zstd's own default, which is faster than a line of 1 Gbit/s.
constexpr int kStoredLevel = 3;

absl::Status DamagedBytes() { return absl::DataLossError("the stored bytes are damaged"); }

}  // namespace

std::size_t MaxStoredBytes() { return 1 + graph::kMaxBlobBytes; }

StoredBytesEncoder::StoredBytesEncoder() : context_(ZSTD_createCCtx()) {}

void StoredBytesEncoder::Deleter::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

std::string StoredBytesEncoder::Encode(std::string_view bytes) {
  std::string stored(1 + ZSTD_compressBound(bytes.size()), kZstdCodec);
  const std::size_t size =
      context_ == nullptr ? bytes.size()
                          : ZSTD_compressCCtx(context_.get(), stored.data() + 1, stored.size() - 1,
                                              bytes.data(), bytes.size(), kStoredLevel);
  if (ZSTD_isError(size) == 0 && size < bytes.size()) {
    stored.resize(1 + size);
    return stored;
  }
  stored.assign(1, kRawCodec);
  stored += bytes;
  return stored;
}

absl::StatusOr<std::string> DecodeStoredBytes(std::string_view stored, std::size_t size) {
  if (stored.empty()) return DamagedBytes();
  const std::string_view body = stored.substr(1);
  if (stored.front() == kRawCodec) {
    if (body.size() != size) return DamagedBytes();
    return std::string(body);
  }
  if (stored.front() != kZstdCodec || size > graph::kMaxBlobBytes ||
      ZSTD_getFrameContentSize(body.data(), body.size()) != size) {
    return DamagedBytes();
  }
  std::string bytes(size, '\0');
  const std::size_t written = ZSTD_decompress(bytes.data(), bytes.size(), body.data(), body.size());
  if (ZSTD_isError(written) != 0 || written != size) return DamagedBytes();
  return bytes;
}

}  // namespace waymark::services
