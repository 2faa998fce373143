#include "messages/status_map.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace waymark::services {
namespace {

// Both libraries give the canonical codes the same numbers, from OK = 0 to UNAUTHENTICATED = 16.
static_assert(static_cast<int>(absl::StatusCode::kCancelled) == grpc::StatusCode::CANCELLED);
static_assert(static_cast<int>(absl::StatusCode::kUnauthenticated) ==
              grpc::StatusCode::UNAUTHENTICATED);

// In the details of a status: the status comes from the service, not from gRPC.
constexpr char kOwnStatus[] = "waymark";

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
  return {static_cast<grpc::StatusCode>(status.code()), message, kOwnStatus};
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (!status.ok() && status.error_details() != kOwnStatus) {
    for (const Translation& translation : kTranslations) {
      if (translation.code != status.error_code()) continue;
      return {translation.meaning,
              fmt::format("{} ({})", translation.message, status.error_message())};
    }
  }
  return {static_cast<absl::StatusCode>(status.error_code()), status.error_message()};
}

}  // namespace waymark::services
