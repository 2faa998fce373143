// Requests of HTTP: whatever bytes come, they are read or refused with a reason, within the limits,
// and chunks are the same body however they are cut.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "services/http_message.h"

namespace waymark::services {
namespace {

constexpr std::uint64_t kMaxBody = 1 << 16;

void CheckHead(std::string_view head) {
  HttpRequest request;
  if (const auto refusal = ReadHttpHead(head, request)) {
    if (refusal->reason.empty() || ReasonPhrase(refusal->status).empty()) std::abort();
    return;
  }
  if (request.method.empty() || !request.path.starts_with('/')) std::abort();
  if (request.headers.size() > kMaxHttpHeaders) std::abort();
  for (const HttpHeader& header : request.headers) {
    // Nothing that a response could repeat begins a line of its own.
    if (header.name.empty() || header.value.find_first_of("\r\n") != std::string::npos) {
      std::abort();
    }
  }
  HttpBodyFrame frame;
  if (!ReadHttpBodyFrame(request, kMaxBody, frame).has_value() && frame.length > kMaxBody) {
    std::abort();
  }
}

struct Outcome {
  std::string body;
  bool is_done = false;
  bool is_refused = false;
  bool operator==(const Outcome&) const = default;
};

Outcome Unchunk(std::string_view bytes, std::size_t step) {
  Outcome outcome;
  HttpChunkReader reader(kMaxBody);
  while (!bytes.empty() && !reader.is_done() && !outcome.is_refused) {
    std::string_view part = bytes.substr(0, step);
    const std::size_t given = part.size();
    outcome.is_refused = reader.Take(part, outcome.body).has_value();
    bytes.remove_prefix(given - part.size());
    if (outcome.body.size() > kMaxBody) std::abort();
  }
  outcome.is_done = reader.is_done();
  return outcome;
}

void Check(std::string_view bytes) {
  CheckHead(bytes);
  if (!(Unchunk(bytes, 1) == Unchunk(bytes, bytes.size() + 1))) std::abort();
}

}  // namespace
}  // namespace waymark::services

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  waymark::services::Check({reinterpret_cast<const char*>(data), size});
  return 0;
}
