// Edges that the source in an answer shows by itself.
#pragma once

#include "wire/payload.h"

namespace waymark::services {

// Drops the edges whose beginning is shown with source that has the name of their end, as a call
// has that of what it calls. An edge to a symbol of the same name, such as an overridden method,
// stays. For answers that are read, whose room the source needs. Cost: linear in the edges times
// the text of their beginnings.
void DropShownEdges(wire::Payload& payload);

}  // namespace waymark::services
