#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "frame_decoder.h"
#include "services/lsp.h"
#include "services/output_channel.h"
#include "session.h"

namespace waymark::services {
namespace {

constexpr std::size_t kReadBytes = 64 << 10;

}  // namespace

absl::StatusOr<LspEnd> ServeLsp(const LspOptions& options, int input, int output) {
  OutputChannel channel(output, Framing::kContentLength);
  LspSession session(options, channel);
  FrameDecoder decoder([&session](std::string_view message, std::string_view problem) {
    if (session.has_ended()) return;
    problem.empty() ? session.Take(message) : session.Refuse(problem);
  });
  std::string buffer(kReadBytes, '\0');
  while (!session.has_ended()) {
    const ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) {
      if (options.stopped == nullptr || !*options.stopped) continue;
      return absl::CancelledError("interrupted");
    }
    if (count < 0) {
      return absl::UnavailableError(fmt::format("read from the client: {}", std::strerror(errno)));
    }
    if (count == 0 || !channel.status().ok()) break;
    decoder.Add(std::string_view(buffer).substr(0, static_cast<std::size_t>(count)));
  }
  if (!session.has_ended()) decoder.Finish();
  const LspEnd end = session.End();
  const absl::Status written = channel.status();
  if (!written.ok()) return written;
  return end;
}

}  // namespace waymark::services
