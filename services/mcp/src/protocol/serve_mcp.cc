#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "protocol/session.h"
#include "services/call_queue.h"
#include "services/client_input.h"
#include "services/json_rpc.h"
#include "services/mcp.h"
#include "services/output_channel.h"
#include "tools/first_index.h"

namespace waymark::services {
namespace {

constexpr std::size_t kReadBytes = 64 << 10;

class LineResponseSink final : public ResponseSink {
 public:
  explicit LineResponseSink(OutputChannel& channel) : channel_(channel) {}

  void Reply(const std::string& line) override { channel_.Send(line); }

  void Notify(const std::string& line) override { channel_.Send(line); }

 private:
  OutputChannel& channel_;
};

// The client of a pair of descriptors. Its calls run while further messages are read.
class LineClient {
 public:
  LineClient(const McpOptions& options, OutputChannel& channel)
      : sink_(std::make_shared<LineResponseSink>(channel)),
        first_index_(options.verbs),
        session_(options, first_index_,
                 [this](std::function<void()> call) { return queue_.Push(std::move(call)); }),
        queue_(kMcpThreads, kMaxMcpWaiting) {}

  void Take(std::string_view line) { session_.Take(ParseMessages(line), sink_); }

  void RefuseLongLine() {
    sink_->Refuse(nullptr, {.code = RpcErrorCode::kInvalidRequest,
                            .message = fmt::format("the message is longer than {} bytes",
                                                   kMaxMcpMessageBytes),
                            .data = nullptr});
  }

  // Waits briefly for running calls, then cancels them.
  void End() {
    if (!queue_.WaitUntilIdle(kMcpEndGrace)) session_.CancelAll();
  }

 private:
  const ResponseSinkPointer sink_;
  FirstIndex first_index_;
  Session session_;
  CallQueue queue_;  // the last, so that its threads end first
};

// Splits the input into lines and skips lines that are too long.
class LineCutter {
 public:
  explicit LineCutter(LineClient& client) : client_(client) {}

  void Add(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      Append(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      Finish();
      bytes.remove_prefix(end + 1);
    }
  }

  // Also handles a last line without a line break.
  void Finish() {
    if (line_.ends_with('\r')) line_.pop_back();
    if (is_too_long_) {
      client_.RefuseLongLine();
    } else if (!line_.empty()) {
      client_.Take(line_);
    }
    line_.clear();
    is_too_long_ = false;
  }

 private:
  void Append(std::string_view part) {
    is_too_long_ = is_too_long_ || line_.size() + part.size() > kMaxMcpMessageBytes;
    if (!is_too_long_) line_ += part;
  }

  LineClient& client_;
  std::string line_;
  bool is_too_long_ = false;
};

}  // namespace

absl::Status ServeMcp(const McpOptions& options, int input, int output) {
  OutputChannel channel(output, Framing::kLines);
  LineClient client(options, channel);
  LineCutter lines(client);
  std::string buffer(kReadBytes, '\0');
  for (;;) {
    WM_ASSIGN_OR_RETURN(const std::size_t count, ReadInput(input, buffer, options.stopped));
    if (count == 0 || !channel.status().ok()) break;
    lines.Add(std::string_view(buffer).substr(0, count));
  }
  lines.Finish();
  client.End();
  return channel.status();
}

}  // namespace waymark::services
