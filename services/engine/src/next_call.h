// The call that returns what an answer leaves out, as the caller would type it: the question, then
// what has to change, then the options of its own that the caller repeats (Encoding::call_options).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "services/verbs.h"

namespace waymark::services {

// Each is empty when the question cannot stand in one line of readable length.
std::string NextContext(const ContextRequest& request, std::uint32_t budget_tokens,
                        std::uint32_t max_symbols);
// `name` stands in place of the request's: a path in it is relative to the checkout.
std::string NextBlastRadius(const BlastRadiusRequest& request, std::string_view name,
                            std::uint32_t depth, std::uint32_t limit);
std::string NextUsages(const UsagesRequest& request, std::string_view name, std::uint32_t limit);
std::string NextDiff(const DiffRequest& request, std::uint32_t limit);
std::string NextSearch(const SearchRequest& request, std::uint32_t limit);

}  // namespace waymark::services
