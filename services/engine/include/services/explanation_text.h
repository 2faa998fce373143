// Why a symbol is where it is in the ranking of a task, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "services/verbs.h"

namespace waymark::services {

// RankedSymbol::distance of what no short way from a seed leads to: it is not told.
inline constexpr std::uint32_t kFar = 255;

// `budget_tokens` is that of the pack it is in or not.
std::string TextOf(const SymbolExplanation& symbol, std::uint32_t budget_tokens,
                   CallStyle call_style = CallStyle::kShell);
std::string JsonOf(const SymbolExplanation& symbol);

}  // namespace waymark::services
