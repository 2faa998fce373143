// A payload as a message: GCB1 bytes plus side fields for what GCB1 cannot hold; and the parts of
// one that other answers have too.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "waymark/v1/types.pb.h"
#include "wire/payload.h"

namespace waymark::services {

v1::Place ToMessage(const wire::Place& place);
wire::Place FromMessage(const v1::Place& message);
v1::Completeness ToMessage(const wire::Completeness& completeness);
wire::Completeness FromMessage(const v1::Completeness& message);
v1::IndexState ToMessage(const wire::IndexInfo& index);
// DataLoss when the root is no hash.
absl::StatusOr<wire::IndexInfo> FromMessage(const v1::IndexState& message);

absl::StatusOr<v1::Payload> ToMessage(const wire::Payload& payload);
// DataLoss when the bytes are no payload, or the side fields do not fit them.
absl::StatusOr<wire::Payload> FromMessage(const v1::Payload& message);

}  // namespace waymark::services
