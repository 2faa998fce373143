// Answers as diagrams.
#pragma once

#include "render/diagram.h"
#include "services/verbs.h"

namespace waymark::services {

// The symbols of a payload, framed by file, and its edges; those that were asked about are
// subjects. Edges of the rule `candidate` are candidates. Edges between the same symbols are one.
Diagram DiagramOf(const wire::Payload& payload);

// Import cycles: the files or directories of each in a frame. REQUIRES: an analysis of cycles.
Diagram DiagramOf(const AnalyzeAnswer& answer);

// The layers with their directories, from the highest to the lowest; without layers, the
// directories.
Diagram DiagramOf(const OutlineAnswer& answer);

}  // namespace waymark::services
