#include "output/log_tail.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"

namespace waymark::services {
namespace {

int OpenLog(const std::filesystem::path& file) {
  return ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

absl::Status LogFailure(const std::filesystem::path& file) {
  const std::string message = fmt::format("read {}: {}", file.string(), std::strerror(errno));
  return errno == ENOENT ? absl::NotFoundError(message) : absl::PermissionDeniedError(message);
}

// The offset of the last `lines` lines.
std::size_t BeginOfLines(std::string_view text, std::size_t lines) {
  std::size_t end = text.ends_with('\n') ? text.size() - 1 : text.size();
  for (; lines > 0; --lines) {
    const std::size_t newline = text.substr(0, end).rfind('\n');
    if (newline == std::string_view::npos) return 0;
    end = newline;
  }
  return end + 1;
}

}  // namespace

LogTail::LogTail(std::filesystem::path file, int descriptor)
    : file_(std::move(file)), open_(std::make_unique<const Descriptor>(descriptor)) {}

absl::StatusOr<LogTail> LogTail::Open(const std::filesystem::path& file) {
  LogTail tail(file, OpenLog(file));
  if (tail.open_->number() < 0) return LogFailure(file);

  struct stat info {};

  if (::fstat(tail.open_->number(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(fmt::format("{} is no file", file.string()));
  }
  return tail;
}

absl::StatusOr<std::string> LogTail::ReadFrom(off_t begin, std::size_t bytes) {
  std::string text(bytes, '\0');
  const ssize_t count = ::pread(open_->number(), text.data(), text.size(), begin);
  if (count < 0) return LogFailure(file_);
  text.resize(static_cast<std::size_t>(count));
  read_ = begin + count;
  return text;
}

absl::StatusOr<std::string> LogTail::LastLines(std::size_t lines) {
  struct stat info {};

  if (::fstat(open_->number(), &info) != 0) return LogFailure(file_);
  const off_t begin = std::max<off_t>(0, info.st_size - static_cast<off_t>(kMaxTailBytes));
  WM_ASSIGN_OR_RETURN(const std::string text, ReadFrom(begin, kMaxTailBytes));
  return text.substr(BeginOfLines(text, lines));
}

bool LogTail::IsPutAside() const {
  struct stat own {};

  struct stat named {};

  return ::fstat(open_->number(), &own) == 0 && ::stat(file_.c_str(), &named) == 0 &&
         (own.st_ino != named.st_ino || own.st_dev != named.st_dev);
}

absl::StatusOr<std::string> LogTail::Added() {
  const bool is_put_aside = IsPutAside();
  WM_ASSIGN_OR_RETURN(std::string text, ReadFrom(read_, kMaxTailBytes));
  if (!text.empty() || !is_put_aside) return text;
  auto next = std::make_unique<const Descriptor>(OpenLog(file_));
  if (next->number() < 0) return text;  // it is being replaced
  open_ = std::move(next);
  return ReadFrom(0, kMaxTailBytes);
}

}  // namespace waymark::services
