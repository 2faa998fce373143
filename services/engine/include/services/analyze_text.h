// What an analysis found, as text, as JSON and as GCX1.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

std::string_view Name(Analysis analysis);  // "dead_code", "hotspots", "cycles", "contracts"
std::optional<Analysis> AnalysisFromName(std::string_view name);

// For people and agents, who give the cursor of the next page in ways of their own: a line a row.
std::string TextOf(const AnalyzeAnswer& answer, CallStyle call_style = CallStyle::kShell);

// {"analysis","total","considered"?,"rules"?,"rows":[...],"completeness":{...},"index":{...}}, one
// object, with a line break at its end. Rows have the fields of the published layouts:
// id,kind,name,path,line,reason of dead code; id,name,path,line,fan_in,fan_out,cross_cut,score of
// hotspots; size,severity,nodes of cycles; id,type,method,path,service,providers,consumers of
// contracts, whose parties are objects {name,path,line}, and "orphan" when one side is missing
// where both could be. Bytes that are not UTF-8 become U+FFFD.
std::string JsonOf(const AnalyzeAnswer& answer);

// A section analyze.dead_code, analyze.hotspots or analyze.cycles, or contracts.list and
// contracts.orphans (the GCX1 specification, per-tool layouts). InvalidArgument for what the format
// cannot carry.
absl::StatusOr<std::string> GcxOf(const AnalyzeAnswer& answer);

}  // namespace waymark::services
