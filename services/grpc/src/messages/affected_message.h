// Everything that a blast radius reached, as a message.
#pragma once

#include "waymark/v1/types.pb.h"
#include "wire/payload.h"

namespace waymark::services {

v1::Affected ToMessage(const wire::Affected& affected);

// A risk level that only a later version knows is read as unstated.
wire::Affected FromMessage(const v1::Affected& message);

}  // namespace waymark::services
