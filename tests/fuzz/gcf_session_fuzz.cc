// A session from strangers: messages, with an empty line between them, that name each other's
// symbols by number. What is read can be sent anew; what is refused teaches the reader nothing. The
// same bytes are also tried as a session that was saved.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "wire/codec.h"
#include "wire/gcf_session.h"

namespace waymark::wire {
namespace {

void ReadMessages(std::string_view text) {
  static const CodecRegistry kCodecs = CodecRegistry::BuiltIn();
  GcfSessionReader reader;
  GcfSession sender;
  GcfSessionReader receiver;
  while (!text.empty()) {
    const std::size_t end = text.find("\n\n");
    const auto payload = reader.Decode(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    if (!payload.ok()) continue;
    const auto message = sender.Encode(*payload, kGraphOnly);
    if (!message.ok()) return;  // the session is full
    sender.Confirm(*message);
    const auto received = receiver.Decode(message->text);
    if (!received.ok() || received->symbols.size() != payload->symbols.size() ||
        received->edges.size() != payload->edges.size()) {
      std::abort();
    }
  }
}

void Restore(std::string_view text) {
  const auto session = GcfSession::Restore(text);
  if (!session.ok()) return;
  const std::string saved = session->Save();
  const auto again = GcfSession::Restore(saved);
  if (!again.ok() || again->Save() != saved) std::abort();
}

}  // namespace
}  // namespace waymark::wire

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  waymark::wire::ReadMessages(text);
  waymark::wire::Restore(text);
  return 0;
}
