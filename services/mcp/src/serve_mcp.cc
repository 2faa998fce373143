#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "services/mcp.h"
#include "services/output_channel.h"
#include "session.h"

namespace waymark::services {
namespace {

constexpr std::size_t kReadBytes = 64 << 10;

// Cuts what is read into lines, and passes over those that are too long.
class LineCutter {
 public:
  explicit LineCutter(Session& session) : session_(session) {}

  void Add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      Append(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      Finish();
      bytes.remove_prefix(end + 1);
    }
  }

  // Also of a last line without an end.
  void Finish() {
    if (line_.ends_with('\r')) line_.pop_back();
    if (is_too_long_) {
      session_.RefuseLongLine();
    } else if (!line_.empty()) {
      session_.Take(line_);
    }
    line_.clear();
    is_too_long_ = false;
  }

 private:
  void Append(std::string_view part) {
    is_too_long_ = is_too_long_ || line_.size() + part.size() > kMaxMcpMessageBytes;
    if (!is_too_long_) line_ += part;
  }

  Session& session_;
  std::string line_;
  bool is_too_long_ = false;
};

}  // namespace

absl::Status ServeMcp(const McpOptions& options, int input, int output) {
  OutputChannel channel(output, Framing::kLines);
  Session session(options, channel);
  LineCutter lines(session);
  std::string buffer(kReadBytes, '\0');
  for (;;) {
    const ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
      if (options.stopped == nullptr || !*options.stopped) continue;
      return absl::CancelledError("interrupted");
    }
    if (count < 0) {
      return absl::UnavailableError(fmt::format("read from the client: {}", std::strerror(errno)));
    }
    if (count == 0 || !channel.status().ok()) break;
    lines.Add(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
  }
  lines.Finish();
  session.End();
  return channel.status();
}

}  // namespace waymark::services
