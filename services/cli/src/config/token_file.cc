#include "config/token_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/descriptor.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

constexpr std::size_t kMaxTokenBytes = 4096;

}  // namespace

absl::StatusOr<std::string> ReadPrivateFile(const std::filesystem::path& file,
                                            std::string_view what, std::string_view advice,
                                            std::size_t max_bytes) {
  const Descriptor open_file(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (open_file.number() < 0) {
    return absl::NotFoundError(
        fmt::format("read the {} {}: {}{}", what, file.string(), std::strerror(errno), advice));
  }

  // Checks the open file, because the path may lead elsewhere by now.
  struct stat status {};

  if (::fstat(open_file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    return absl::InvalidArgumentError(fmt::format("{} is no file", file.string()));
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return absl::PermissionDeniedError(
        fmt::format("other users can read or write the {} {}; run: chmod 600 {}", what,
                    file.string(), file.string()));
  }
  std::string content(max_bytes + 1, '\0');
  const ssize_t count = ::read(open_file.number(), content.data(), content.size());
  if (count < 0) {
    return absl::PermissionDeniedError(
        fmt::format("read the {} {}: {}", what, file.string(), std::strerror(errno)));
  }
  content.resize(static_cast<std::size_t>(count));
  if (content.empty() || content.size() > max_bytes) {
    return absl::InvalidArgumentError(
        fmt::format("the {} {} must have from 1 to {} bytes", what, file.string(), max_bytes));
  }
  return content;
}

absl::StatusOr<std::string> ReadTokenFile(const std::filesystem::path& file) {
  const std::string advice =
      fmt::format("; make one with: (umask 077; openssl rand -hex 32 > {})", file.string());
  WM_ASSIGN_OR_RETURN(const std::string content,
                      ReadPrivateFile(file, "token file", advice, kMaxTokenBytes));
  constexpr std::string_view kSpaces = " \t\r\n";
  const std::size_t begin = content.find_first_not_of(kSpaces);
  if (begin == std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("the token file {} must have one line", file.string()));
  }
  const std::string_view token =
      std::string_view(content).substr(begin, content.find_last_not_of(kSpaces) - begin + 1);
  if (token.find_first_of(kSpaces) != std::string_view::npos) {
    return absl::InvalidArgumentError(
        fmt::format("the token in {} contains white space", file.string()));
  }
  return std::string(token);
}

}  // namespace waymark::services
