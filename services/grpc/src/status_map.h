// absl::Status and grpc::Status. What the service says keeps its code and its message; what gRPC
// says of its own accord, when a daemon has gone or a limit of the transport is reached, becomes
// what a user can do about it.
#pragma once

#include <absl/status/status.h>
#include <grpcpp/support/status.h>

namespace waymark::services {

// Messages travel in a header; longer ones are cut.
inline constexpr std::size_t kMaxStatusMessageBytes = 32 << 10;

// Marks the status as the service's own.
grpc::Status ToGrpc(const absl::Status& status);
// Unavailable for calls that the daemon did not live to answer, ResourceExhausted for answers that
// are larger than a message may be, FailedPrecondition for calls that it does not know; other
// statuses of gRPC keep their code.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace waymark::services
