// A payload as a message: GCB1 bytes, plus side fields for the content that GCB1 cannot hold. Also
// the parts of a payload that other answers have.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "waymark/v1/types.pb.h"
#include "wire/payload.h"

namespace waymark::services {

v1::Place ToMessage(const wire::Place& place);
wire::Place FromMessage(const v1::Place& message);
v1::Site ToMessage(const wire::Site& site);
wire::Site FromMessage(const v1::Site& message);
v1::Completeness ToMessage(const wire::Completeness& completeness);
wire::Completeness FromMessage(const v1::Completeness& message);
v1::IndexState ToMessage(const wire::IndexInfo& index);
// DataLoss if the root is not a hash.
absl::StatusOr<wire::IndexInfo> FromMessage(const v1::IndexState& message);

absl::StatusOr<v1::Payload> ToMessage(const wire::Payload& payload);
// DataLoss if the bytes are not a payload, or if the side fields do not match them.
absl::StatusOr<wire::Payload> FromMessage(const v1::Payload& message);

}  // namespace waymark::services
