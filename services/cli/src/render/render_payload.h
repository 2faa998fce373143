// Answers that are payloads, as readable text.
#pragma once

#include <string>

#include "services/payload_text.h"
#include "services/verbs.h"

namespace waymark::services {

// `tests`: how many tests reach what changes (TestCountsText), with the call that lists them; empty
// if they were not asked for.
std::string RenderBlastRadius(const BlastRadiusAnswer& answer, std::string tests);
std::string RenderSearch(const SearchAnswer& answer);
// Symbols, each with its edges to others below.
std::string RenderRelated(const wire::Payload& payload);
std::string RenderPath(const PathAnswer& answer);
std::string RenderDiff(const DiffAnswer& answer);
// The symbol, then its overloads, each in full.
std::string RenderSymbol(const SymbolAnswer& answer);

// The terms found in the task, and the parts of each symbol's score.
std::string RenderExplanation(const ContextAnswer& answer);

}  // namespace waymark::services
