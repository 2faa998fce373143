#include "indexer/read_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "indexer/source_reader.h"

namespace waymark::indexer {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}

  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  const int number_;
};

// Codes of errno that can occur when a file is read.
absl::Status ReadError(const std::string& file, int error) {
  const std::string message = fmt::format("read {}: {}", file, std::strerror(error));
  if (error == ENOENT || error == ENOTDIR) return absl::NotFoundError(message);
  if (error == EACCES || error == EPERM || error == ELOOP) {
    return absl::PermissionDeniedError(message);
  }
  return absl::UnavailableError(message);
}

absl::StatusOr<std::string> ReadRegularFile(const std::string& file, std::uint64_t max_bytes) {
  // O_NONBLOCK: a pipe in place of the file must not block the process.
  const Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number() < 0) return ReadError(file, errno);

  struct stat status {};

  if (fstat(descriptor.number(), &status) != 0) return ReadError(file, errno);
  if (!S_ISREG(status.st_mode)) {
    return absl::NotFoundError(fmt::format("read {}: not a regular file", file));
  }
  const auto too_large = [&] {
    return absl::ResourceExhaustedError(
        fmt::format("read {}: more than {} bytes", file, max_bytes));
  };
  const auto expected = static_cast<std::size_t>(status.st_size);
  if (expected > max_bytes) return too_large();
  // One byte more than expected, so that the end is noticed without another call.
  std::string bytes(expected + 1, '\0');
  std::size_t size = 0;
  for (;;) {
    if (size > max_bytes) return too_large();
    const ssize_t count = read(descriptor.number(), bytes.data() + size, bytes.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return ReadError(file, errno);
    size += static_cast<std::size_t>(count);
    if (count == 0 || (size == expected && size != 0)) break;
    if (size == bytes.size()) bytes.resize(bytes.size() * 2);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

WorkTreeReader::WorkTreeReader(const std::filesystem::path& root) : root_(root.native() + "/") {}

absl::StatusOr<std::string> WorkTreeReader::Read(const std::string& path,
                                                 std::uint64_t max_bytes) const {
  return ReadRegularFile(root_ + path, max_bytes);
}

absl::StatusOr<std::string> ReadFile(const std::filesystem::path& file, std::uint64_t max_bytes) {
  return ReadRegularFile(file.native(), max_bytes);
}

}  // namespace waymark::indexer
