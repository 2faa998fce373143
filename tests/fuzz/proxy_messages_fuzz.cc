// Messages of a client and of a server that are hostile, line by line through the proxy: a result
// whose texts get the same text is the same JSON as before, and no message costs more than its
// bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <nlohmann/json.hpp>

#include "hints/json_depth.h"
#include "hints/json_parts.h"
#include "proxy/event_stream.h"
#include "proxy/message_cutter.h"
#include "proxy/proxy_session.h"
#include "session/tool_result.h"

namespace waymark::services {
namespace {

class NoServer final : public ServerLink {
 public:
  void Begin() override {}

  void Send(std::string_view) override {}

  void SendPiece(std::string_view, bool) override {}

  int ended_descriptor() const override { return -1; }

  ServerEnd Stop() override { return {}; }
};

int NowhereDescriptor() {
  static const int descriptor = ::open("/dev/null", O_WRONLY);
  return descriptor;
}

void Require(bool holds) {
  if (!holds) std::abort();
}

// A line from the client begins with '>'; all others come from the server.
class Lines final : public MessageTaker {
 public:
  void TakeMessage(std::string_view message) override {
    if (message.starts_with('>')) {
      session_.FromClient(message.substr(1), server_);
    } else {
      session_.FromServer(message, server_);
    }
    CheckEdits(message);
  }

  void TakePiece(std::string_view, bool) override {}

 private:
  static void CheckEdits(std::string_view message) {
    std::vector<TextEdit> edits;
    EditToolResult(
        message, [](const std::string& text, bool) { return text; }, edits);
    const std::string edited = Edited(message, edits);
    if (!IsNestedLittle(message)) return;
    const auto before = nlohmann::json::parse(message, nullptr, false);
    if (!before.is_discarded()) Require(before == nlohmann::json::parse(edited, nullptr, false));
  }

  static PipelineStart WithReferences(const std::string&) {
    PipelineStart start;
    start.settings.references.has_one_context = true;
    start.settings.references.least_body_bytes = 1;
    return start;
  }

  SessionPipeline pipeline_{WithReferences};
  MessageOutput client_{NowhereDescriptor()};
  ProxyNotes notes_{[](std::string_view) {}};
  NoServer server_;
  ProxySession session_{"", true, pipeline_, client_, notes_};
};

}  // namespace

void PassLines(std::string_view bytes) {
  Lines lines;
  MessageCutter cutter(lines, 1 << 12);
  cutter.Add(bytes);
  cutter.Finish();
  EventStream events([](std::string_view) {});
  events.Add(bytes);
}

}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::PassLines({reinterpret_cast<const char*>(data), size});
  return 0;
}
