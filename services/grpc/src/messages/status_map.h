// Converts absl::Status and grpc::Status. A status of the service keeps its code and message. A
// status of gRPC itself, for a daemon that is gone or a limit of the transport, gets a message that
// says what the user can do.
#pragma once

#include <absl/status/status.h>
#include <grpcpp/support/status.h>

namespace waymark::services {

// Messages travel in a header; longer ones are cut.
inline constexpr std::size_t kMaxStatusMessageBytes = 32 << 10;

// Marks the status as coming from the service.
grpc::Status ToGrpc(const absl::Status& status);
// From gRPC itself: Unavailable if the daemon ended during the call; ResourceExhausted if the
// answer exceeds the size of a message; FailedPrecondition if the daemon does not know the call.
// Its other statuses keep their code.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace waymark::services
