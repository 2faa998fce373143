#include "output/output_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kUsualMode = 0666;  // less the umask
constexpr int kMaxNames = 100;

absl::Status FileFailure(std::string_view verb, const fs::path& path, int error) {
  const std::string message = fmt::format("{} {}: {}", verb, path.string(), std::strerror(error));
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return absl::ResourceExhaustedError(message + "; make room, or choose another place");
    case ENOENT:
    case ENOTDIR:
      return absl::NotFoundError(message);
    case EISDIR:
      return absl::InvalidArgumentError(message + "; name a file");
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::PermissionDeniedError(message);
    default:
      return absl::UnavailableError(message);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<OutputFile>> OutputFile::Create(const fs::path& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(path, error);
  const fs::path& named = error ? path : target;
  const fs::file_status status = fs::status(named, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    const int descriptor = ::open(named.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return FileFailure("write", path, errno);
    return std::unique_ptr<OutputFile>(new OutputFile(descriptor, named, ""));
  }
  for (int i = 0;; ++i) {
    std::string temporary = fmt::format("{}.waymark-{}-{}", named.string(), ::getpid(), i);
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kUsualMode);
    if (descriptor < 0 && errno == EEXIST && i < kMaxNames) continue;
    if (descriptor < 0) return FileFailure("write", path, errno);
    return std::unique_ptr<OutputFile>(new OutputFile(descriptor, named, std::move(temporary)));
  }
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

absl::Status OutputFile::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file_.number(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileFailure("write", path_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return absl::OkStatus();
}

absl::Status OutputFile::Keep() {
  if (temporary_.empty()) return absl::OkStatus();
  if (::fsync(file_.number()) != 0) return FileFailure("write", path_, errno);
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return FileFailure("write", path_, errno);
  }
  temporary_.clear();
  return absl::OkStatus();
}

}  // namespace waymark::services
