#include "messages/status_map.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/state_text.h"

namespace waymark::services {
namespace {

// Both libraries give the canonical codes the same numbers, from OK = 0 to UNAUTHENTICATED = 16.
static_assert(static_cast<int>(absl::StatusCode::kCancelled) == grpc::StatusCode::CANCELLED);
static_assert(static_cast<int>(absl::StatusCode::kUnauthenticated) ==
              grpc::StatusCode::UNAUTHENTICATED);

// Begins the details of a status that comes from the service, not from gRPC. An object with its
// payloads follows, which are JSON.
constexpr std::string_view kOwnStatus = "waymark";

struct Translation {
  grpc::StatusCode code;
  absl::StatusCode meaning;
  std::string_view message;
};

constexpr Translation kTranslations[] = {
    {grpc::StatusCode::UNAVAILABLE, absl::StatusCode::kUnavailable,
     "the daemon ended before it had answered; ask again: another one answers, or the store is "
     "read without"},
    {grpc::StatusCode::CANCELLED, absl::StatusCode::kUnavailable,
     "the daemon stopped before it had answered; ask again: another one answers, or the store is "
     "read without"},
    {grpc::StatusCode::DEADLINE_EXCEEDED, absl::StatusCode::kDeadlineExceeded,
     "the daemon did not answer in time; see what it does with: waymark status"},
    {grpc::StatusCode::RESOURCE_EXHAUSTED, absl::StatusCode::kResourceExhausted,
     "the daemon has too many calls to answer, or the answer is too large to be sent; ask again "
     "later, or for less (limit, budget)"},
    {grpc::StatusCode::UNIMPLEMENTED, absl::StatusCode::kFailedPrecondition,
     "the daemon does not know this command; it is of another version: stop it and start it again"},
};

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  std::string message(status.message());
  if (message.size() > kMaxStatusMessageBytes) message.resize(kMaxStatusMessageBytes);
  auto payloads = nlohmann::ordered_json::object();
  status.ForEachPayload([&](auto name, const absl::Cord& payload) {
    payloads[std::string(name)] =
        nlohmann::ordered_json::parse(std::string(payload), nullptr, false);
  });
  return {static_cast<grpc::StatusCode>(status.code()), message,
          fmt::format("{}{}", kOwnStatus, Compact(payloads))};
}

absl::Status FromGrpc(const grpc::Status& status) {
  const std::string details = status.error_details();
  const bool is_own = std::string_view(details).starts_with(kOwnStatus);
  if (!status.ok() && !is_own) {
    for (const Translation& translation : kTranslations) {
      if (translation.code != status.error_code()) continue;
      return {translation.meaning,
              fmt::format("{} ({})", translation.message, status.error_message())};
    }
  }
  absl::Status own(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  if (!is_own) return own;
  const auto payloads =
      nlohmann::ordered_json::parse(details.substr(kOwnStatus.size()), nullptr, false);
  if (!payloads.is_object()) return own;
  for (const auto& [name, payload] : payloads.items()) {
    own.SetPayload(name, absl::Cord(Compact(payload)));
  }
  return own;
}

}  // namespace waymark::services
