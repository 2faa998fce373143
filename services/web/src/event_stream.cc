#include "event_stream.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "page_error.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kKeepAlive{15};
constexpr std::chrono::seconds kLookPatience{10};
constexpr std::string_view kKeepAliveComment = ":\n\n";
// Begins no qualified name, so that an answer has no rows and costs nothing.
constexpr char kNoName[] = "/";

// The state of the index that a stream has told.
struct IndexState {
  bool has_daemon = false;
  bool is_indexed = false;
  std::uint64_t generation = 0;
  std::optional<std::uint64_t> files_differing;
  std::string repository;
  std::string root;

  bool operator==(const IndexState&) const = default;
};

IndexState StateOf(const wire::IndexInfo& index) {
  return {.has_daemon = true,
          .is_indexed = true,
          .generation = index.generation,
          .files_differing = index.files_differing,
          .repository = index.repository,
          .root = index.root.has_value() ? index.root->ToHex() : ""};
}

// Whether an error says nothing of the index: of a question that was cut off, or failed.
bool TellsNothing(const absl::Status& status) {
  return absl::IsCancelled(status) || absl::IsDeadlineExceeded(status) ||
         absl::IsInternal(status) || absl::IsDataLoss(status);
}

// Any answer tells the state; the one to a question about a name that nothing has is the smallest.
// Nothing if the state is not known.
std::optional<IndexState> LookUp(const PageOptions& options) {
  const absl::StatusOr<std::shared_ptr<Verbs>> verbs = options.verbs();
  if (!verbs.ok()) return IndexState();
  const CallControl control{.cancelled = options.stopped, .deadline = Clock::now() + kLookPatience};
  const absl::StatusOr<SearchAnswer> answer = (*verbs)->Search(
      {.root = options.root, .query = kNoName, .by_prefix = true, .limit = 1}, control);
  if (answer.ok() && answer->payload.index.has_value()) return StateOf(*answer->payload.index);
  if (TellsNothing(answer.status())) return std::nullopt;
  return IndexState{.has_daemon = !absl::IsUnavailable(answer.status())};
}

std::string EventOf(const IndexState& state) {
  const Json json = {
      {"generation", state.generation},
      {"indexed", state.is_indexed},
      {"differs", state.files_differing.has_value() ? Json(*state.files_differing) : Json(nullptr)},
      {"repository", state.repository},
      {"root", state.root},
      {"daemon", state.has_daemon}};
  return fmt::format("event: state\ndata: {}\n\n", Compact(json));
}

// Sends states until the client is gone.
void Follow(const PageOptions& options, HttpExchange& exchange) {
  std::optional<IndexState> sent;
  Clock::time_point last_write = Clock::now();
  bool is_open = true;
  while (is_open && !*options.stopped) {
    std::optional<IndexState> state = LookUp(options);
    const bool is_new = state.has_value() && state != sent;
    if (is_new || Clock::now() - last_write >= kKeepAlive) {
      is_open = exchange.Write(is_new ? EventOf(*state) : std::string(kKeepAliveComment));
      last_write = Clock::now();
    }
    if (is_new) sent = std::move(state);
    is_open = is_open && !exchange.WaitForEnd(options.look_interval);
  }
}

}  // namespace

void EventStreams::Serve(HttpExchange& exchange, std::vector<HttpHeader> headers) {
  if (open_.fetch_add(1) >= kMostEventStreams) {
    HttpResponse refused = ErrorResponse(absl::UnavailableError(
        fmt::format("{} pages follow the index; close one of them", kMostEventStreams)));
    refused.headers.insert(refused.headers.end(), headers.begin(), headers.end());
    exchange.Reply(refused);
  } else {
    headers.push_back({.name = "Content-Type", .value = "text/event-stream"});
    exchange.BeginStream({.headers = std::move(headers)});
    Follow(options_, exchange);
    exchange.End();
  }
  open_.fetch_sub(1);
}

}  // namespace waymark::services
