// Why a symbol is where it is in the ranking of a task, for people and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "services/verbs.h"

namespace waymark::services {

std::string Render(const SymbolExplanation& symbol, std::uint32_t budget_tokens);
std::string ToJson(const SymbolExplanation& symbol);

}  // namespace waymark::services
