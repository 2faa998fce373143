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
// CompletenessLine with its line end; empty if the completeness is unstated.
std::string CompletenessText(const wire::Completeness& completeness);
// Both in the header of a section of GCX1, as payloads have them.
void AddState(const wire::Completeness& completeness, const wire::IndexInfo& index,
              wire::GcxSection& section);
// Whether rows or lines of the section are left out.
void AddTruncation(bool is_truncated, wire::GcxSection& section);

// The meaning of a reason to skip a file, and the remedy.
std::string_view AdviceOn(SkipReason reason);

// A JSON string literal; bytes that are not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

// On one line; bytes that are not UTF-8, which paths can have, become U+FFFD.
std::string Compact(const nlohmann::ordered_json& value);

}  // namespace waymark::services
