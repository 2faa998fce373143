// What a blast radius reached in all, as a message.
#pragma once

#include "waymark/v1/types.pb.h"
#include "wire/payload.h"

namespace waymark::services {

v1::Affected ToMessage(const wire::Affected& affected);

// A level of risk of a later version is one that was not stated.
wire::Affected FromMessage(const v1::Affected& message);

}  // namespace waymark::services
