// The state of the index, for answers that are not payloads.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "graph/records.h"
#include "wire/gcx.h"
#include "wire/payload.h"

namespace waymark::services {

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index".
std::string StateText(const wire::IndexInfo& index);
nlohmann::ordered_json StateJson(const wire::IndexInfo& index);
nlohmann::ordered_json CompletenessJson(const wire::Completeness& completeness);
// "lower_bound: why", one line; empty if the completeness is unstated.
std::string CompletenessText(const wire::Completeness& completeness);
// Both as the section TOOL.state of GCX1, with the fields that payloads have there.
wire::GcxSection StateSection(std::string_view tool, const wire::Completeness& completeness,
                              const wire::IndexInfo& index);

// The meaning of a reason to skip a file, and the remedy.
std::string_view AdviceOn(SkipReason reason);

// A JSON string literal; bytes that are not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

// On one line; bytes that are not UTF-8, which paths can have, become U+FFFD.
std::string Compact(const nlohmann::ordered_json& value);

}  // namespace waymark::services
