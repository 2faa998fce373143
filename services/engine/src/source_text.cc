#include "source_text.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>

#include "graph/hash.h"

namespace waymark::services {

absl::StatusOr<std::string> ReadVerified(const std::filesystem::path& root, const FileRow& file,
                                         std::uint32_t begin, std::uint32_t end) {
  std::ifstream stream(root / file.path, std::ios::binary);
  if (!stream) {
    return absl::NotFoundError(
        fmt::format("{} cannot be read any more; run: waymark index", file.path));
  }
  // One byte past the indexed size is enough to see that the file has grown.
  std::string bytes(file.size_bytes + 1, '\0');
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(stream.gcount()));
  if (bytes.size() != file.size_bytes || HashContent(bytes) != file.content) {
    return absl::FailedPreconditionError(
        fmt::format("{} has changed since it was indexed; run: waymark index", file.path));
  }
  const std::size_t first = std::min<std::size_t>(begin, bytes.size());
  const std::size_t last = std::clamp<std::size_t>(end, first, bytes.size());
  return bytes.substr(first, last - first);
}

}  // namespace waymark::services
