// absl::Status and grpc::Status: the same codes, the same messages.
#pragma once

#include <absl/status/status.h>
#include <grpcpp/support/status.h>

namespace waymark::services {

// Messages travel in a header; longer ones are cut.
inline constexpr std::size_t kMaxStatusMessageBytes = 32 << 10;

grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace waymark::services
