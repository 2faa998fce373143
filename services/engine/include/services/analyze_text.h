// The answer of an analysis as text, as JSON and as GCX1.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

std::string_view Name(Analysis analysis);  // "dead_code", "hotspots", "cycles", "contracts"

// For people and agents, one line per row; `call_style` decides how the next page is asked for.
std::string TextOf(const AnalyzeAnswer& answer, CallStyle call_style = CallStyle::kShell);

// {"analysis","total","considered"?,"rules"?,"rows":[...],"completeness":{...},"index":{...}}, one
// object, with a line break at its end. Rows have the fields of the published layouts. Dead code:
// id,kind,name,path,line,reason. Hotspots: id,name,path,line,fan_in,fan_out,cross_cut,score.
// Cycles: size,severity,nodes. Contracts: id,type,method,path,service,providers,consumers with
// parties {name,path,line}, and "orphan" if one of two possible sides is missing. Bytes that are
// not UTF-8 become U+FFFD.
std::string JsonOf(const AnalyzeAnswer& answer);

// A section analyze.dead_code, analyze.hotspots or analyze.cycles, or contracts.list and
// contracts.orphans (the GCX1 specification, per-tool layouts). InvalidArgument for content that
// the format cannot carry.
absl::StatusOr<std::string> GcxOf(const AnalyzeAnswer& answer);

}  // namespace waymark::services
