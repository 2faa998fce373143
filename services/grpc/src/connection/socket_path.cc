#include "connection/socket_path.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "graph/hash.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

static_assert(sizeof(sockaddr_un::sun_path) == kMaxSocketPathBytes + 1);

constexpr std::size_t kHashDigits = 16;
constexpr mode_t kOnlyOwner = 0700;
constexpr mode_t kOthers = 0077;

absl::Status MakePrivateDirectory(const fs::path& directory) {
  std::error_code ignored;  // the next call fails if the parent is missing
  fs::create_directories(directory.parent_path(), ignored);
  if (::mkdir(directory.c_str(), kOnlyOwner) != 0 && errno != EEXIST) {
    return absl::PermissionDeniedError(fmt::format("create the directory {} for the socket: {}",
                                                   directory.string(), std::strerror(errno)));
  }

  struct stat status {};

  if (::lstat(directory.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
      status.st_uid != ::geteuid() || (status.st_mode & kOthers) != 0) {
    return absl::PermissionDeniedError(
        fmt::format("the directory {} for the socket must be yours alone (mode 0700); correct it, "
                    "or set XDG_RUNTIME_DIR to another one",
                    directory.string()));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<fs::path> MakeSocketPath(const fs::path& runtime_directory,
                                        const fs::path& store_directory) {
  const std::string hash = HashContent(store_directory.native()).ToHex().substr(0, kHashDigits);
  const fs::path socket = runtime_directory / (hash + ".sock");
  if (socket.native().size() > kMaxSocketPathBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the socket {} has a path of {} bytes, the system allows {}; set "
                    "XDG_RUNTIME_DIR to a shorter one",
                    socket.string(), socket.native().size(), kMaxSocketPathBytes));
  }
  WM_RETURN_IF_ERROR(MakePrivateDirectory(runtime_directory));
  return socket;
}

bool SomebodyListens(const fs::path& socket) {
  struct stat status {};

  if (socket.native().size() > kMaxSocketPathBytes || ::lstat(socket.c_str(), &status) != 0 ||
      !S_ISSOCK(status.st_mode) || status.st_uid != ::geteuid()) {
    return false;
  }
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return false;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, socket.c_str(), socket.native().size());
  const bool connected =
      ::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(descriptor);
  return connected;
}

}  // namespace waymark::services
