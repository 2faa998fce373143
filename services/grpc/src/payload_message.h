// A payload as a message: GCB1 bytes plus side fields for what GCB1 cannot hold.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "waymark/v1/types.pb.h"
#include "wire/payload.h"

namespace waymark::services {

absl::StatusOr<v1::Payload> ToMessage(const wire::Payload& payload);
// DataLoss when the bytes are no payload, or the side fields do not fit them.
absl::StatusOr<wire::Payload> FromMessage(const v1::Payload& message);

}  // namespace waymark::services
