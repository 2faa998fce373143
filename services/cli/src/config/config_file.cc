#include "config/config_file.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/descriptor.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr ::mode_t kPermissions = 07777;

absl::Status Failure(std::string_view verb, const fs::path& path) {
  return absl::PermissionDeniedError(
      fmt::format("{} {}: {}", verb, path.string(), std::strerror(errno)));
}

absl::StatusOr<std::string> ReadDescriptor(int descriptor, const fs::path& path,
                                           std::size_t max_bytes) {
  std::string text;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer, sizeof buffer);
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failure("read", path);
    text.append(buffer, static_cast<std::size_t>(count));
    if (text.size() > max_bytes) {
      return absl::InvalidArgumentError(
          fmt::format("{} has more than {} KiB", path.string(), max_bytes >> 10));
    }
  }
}

absl::Status WriteAll(int descriptor, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failure("write", path);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return absl::OkStatus();
}

absl::Status CheckUnchanged(const ConfigFile& seen) {
  WM_ASSIGN_OR_RETURN(const ConfigFile now, ReadConfigFile(seen.path));
  if (now.exists == seen.exists && now.text == seen.text) return absl::OkStatus();
  return absl::AbortedError(fmt::format(
      "{} was changed by another program meanwhile; run this again", seen.path.string()));
}

}  // namespace

absl::StatusOr<ConfigFile> ReadConfigFile(const fs::path& path, std::size_t max_bytes) {
  std::error_code error;
  ConfigFile file{.path = fs::weakly_canonical(path, error)};
  if (error) file.path = path;
  const Descriptor open_file(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (open_file.number() < 0 && errno == ENOENT) {
    for (fs::path above = file.path.parent_path();
         above.has_relative_path() && !fs::exists(above, error); above = above.parent_path()) {
      file.missing_directories.push_back(above);
    }
    return file;
  }
  if (open_file.number() < 0) return Failure("open", file.path);

  struct stat status {};

  if (::fstat(open_file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(fmt::format("{} is no file", file.path.string()));
  }
  file.exists = true;
  file.mode = status.st_mode & kPermissions;
  WM_ASSIGN_OR_RETURN(file.text, ReadDescriptor(open_file.number(), file.path, max_bytes));
  return file;
}

absl::Status ReplaceConfigFile(const ConfigFile& seen, std::string_view text) {
  std::error_code error;
  fs::create_directories(seen.path.parent_path(), error);
  if (error) {
    return absl::PermissionDeniedError(fmt::format(
        "make the directory {}: {}", seen.path.parent_path().string(), error.message()));
  }
  std::string temporary = seen.path.string() + ".waymark-XXXXXX";
  const Descriptor open_file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (open_file.number() < 0) return Failure("write beside", seen.path);
  absl::Status status = WriteAll(open_file.number(), text, temporary);
  if (status.ok() && ::fchmod(open_file.number(), seen.mode) != 0) {
    status = Failure("set the permissions of", temporary);
  }
  if (status.ok() && ::fsync(open_file.number()) != 0) status = Failure("write", temporary);
  if (status.ok()) status = CheckUnchanged(seen);
  if (status.ok() && ::rename(temporary.c_str(), seen.path.c_str()) != 0) {
    status = Failure("replace", seen.path);
  }
  if (!status.ok()) ::unlink(temporary.c_str());
  return status;
}

absl::Status RemoveConfigFile(const ConfigFile& seen, const std::vector<fs::path>& directories) {
  WM_RETURN_IF_ERROR(CheckUnchanged(seen));
  if (::unlink(seen.path.c_str()) != 0) return Failure("remove", seen.path);
  for (const fs::path& directory : directories) {
    if (::rmdir(directory.c_str()) != 0) break;  // it is not empty
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
