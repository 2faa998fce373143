// Answers that are payloads, as readable text.
#pragma once

#include <string>

#include "services/payload_text.h"
#include "services/verbs.h"

namespace waymark::services {

std::string RenderBlastRadius(const BlastRadiusAnswer& answer);
std::string RenderSearch(const SearchAnswer& answer);
// Symbols and all edges among them.
std::string RenderRelated(const wire::Payload& payload);
std::string RenderPath(const PathAnswer& answer);
std::string RenderDiff(const DiffAnswer& answer);
std::string RenderSymbol(const SymbolAnswer& answer);

// The terms found in the task, and the parts of each symbol's score.
std::string RenderExplanation(const ContextAnswer& answer);

}  // namespace waymark::services
