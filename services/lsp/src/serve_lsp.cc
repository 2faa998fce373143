#include <string>
#include <string_view>

#include "frame_decoder.h"
#include "graph/status.h"
#include "services/client_input.h"
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
    WM_ASSIGN_OR_RETURN(const std::size_t count, ReadInput(input, buffer, options.stopped));
    if (count == 0 || !channel.status().ok()) break;
    decoder.Add(std::string_view(buffer).substr(0, count));
  }
  if (!session.has_ended()) decoder.Finish();
  const LspEnd end = session.End();
  const absl::Status written = channel.status();
  if (!written.ok()) return written;
  return end;
}

}  // namespace waymark::services
