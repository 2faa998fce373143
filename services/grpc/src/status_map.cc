#include "status_map.h"

#include <string>

namespace waymark::services {
namespace {

// Both spaces number the canonical codes alike, from OK = 0 to UNAUTHENTICATED = 16.
static_assert(static_cast<int>(absl::StatusCode::kCancelled) == grpc::StatusCode::CANCELLED);
static_assert(static_cast<int>(absl::StatusCode::kUnauthenticated) ==
              grpc::StatusCode::UNAUTHENTICATED);

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  std::string message(status.message());
  if (message.size() > kMaxStatusMessageBytes) message.resize(kMaxStatusMessageBytes);
  return {static_cast<grpc::StatusCode>(status.code()), message};
}

absl::Status FromGrpc(const grpc::Status& status) {
  return {static_cast<absl::StatusCode>(status.error_code()), status.error_message()};
}

}  // namespace waymark::services
