// The savings of the response pipeline, as JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/savings.h"

namespace waymark::services {

std::string_view Name(SavingsBy by);  // "tool", "server", "session"

// {"tables":[{"baseline","tokenizer","is_sampled","estimated_saved_tokens", the shares and amounts
// of all answers, "groups":[...]}],"damaged_lines"}, indented, with a line break at its end.
std::string SavingsJson(const std::vector<SavingsTable>& tables, SavingsBy by,
                        const TelemetryRecord& record);

}  // namespace waymark::services
