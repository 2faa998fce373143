// Why a symbol is where it is in the ranking of a task, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "services/verbs.h"

namespace waymark::services {

// `budget_tokens` is that of the pack it is in or not.
std::string TextOf(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                   CallStyle call_style = CallStyle::kShell);
std::string JsonOf(const SymbolExplanation& symbol);

// The parts of a score added up, which a SymbolScore and a RankedSymbol both tell.
template <typename Parts>
float SumOf(const Parts& parts) {
  return parts.lexical + parts.cohesion + parts.history + parts.walk + parts.hubs + parts.learned;
}

// Of a score, beside the parts that it has: what places and similar names that the task writes
// added in a fusion, and what keeps noise in the ranking.
float PointedAt(float score, float parts);

}  // namespace waymark::services
