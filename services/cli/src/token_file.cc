#include "token_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::services {
namespace {

constexpr std::size_t kMaxTokenBytes = 4096;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}

  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int number() const { return number_; }

 private:
  const int number_;
};

}  // namespace

absl::StatusOr<std::string> ReadTokenFile(const std::filesystem::path& file) {
  const Descriptor open_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (open_file.number() < 0) {
    return absl::NotFoundError(
        fmt::format("read the token file {}: {}; make one with: (umask 077; "
                    "openssl rand -hex 32 > {})",
                    file.string(), std::strerror(errno), file.string()));
  }

  // Of the file that was opened, whatever the path leads to by now.
  struct stat status {};

  if (::fstat(open_file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(fmt::format("{} is no file", file.string()));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return absl::PermissionDeniedError(
        fmt::format("others than you can read or write the token file {}; run: chmod 600 {}",
                    file.string(), file.string()));
  }
  char bytes[kMaxTokenBytes + 1];
  const ssize_t count = ::read(open_file.number(), bytes, sizeof bytes);
  if (count < 0) {
    return absl::PermissionDeniedError(
        fmt::format("read the token file {}: {}", file.string(), std::strerror(errno)));
  }
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::string_view content(bytes, static_cast<std::size_t>(count));
  const std::size_t begin = content.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos || content.size() > kMaxTokenBytes) {
    return absl::InvalidArgumentError(
        fmt::format("the token file {} has to hold one line of at "
                    "most {} bytes",
                    file.string(), kMaxTokenBytes));
  }
  const std::string_view token =
      content.substr(begin, content.find_last_not_of(kSpaces) - begin + 1);
  if (token.find_first_of(kSpaces) != std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("the token in {} holds white space", file.string()));
  }
  return std::string(token);
}

}  // namespace waymark::services
