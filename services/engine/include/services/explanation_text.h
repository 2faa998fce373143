// The explanation of a symbol's rank for a task, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "services/verbs.h"

namespace waymark::services {

// RankedSymbol::distance without a short path from a seed; it is not shown.
inline constexpr std::uint32_t kFar = 255;

// `budget_tokens` is the budget of the pack.
std::string TextOf(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                   CallStyle call_style = CallStyle::kShell);
std::string JsonOf(const SymbolExplanation& symbol);

}  // namespace waymark::services
