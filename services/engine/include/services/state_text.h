// What faces write besides payloads: the state of the index, and errors.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <absl/status/status.h>
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

// The error with the advice `fix`, which becomes a field of its own. Agents follow it, so it holds
// no text of a repository.
absl::Status WithFix(absl::Status status, std::string_view fix);
// Empty without advice.
std::string FixOf(const absl::Status& status);

// {"code", "message", "fix"?} and a field for each payload of the status, such as "candidates".
nlohmann::ordered_json ErrorFields(const absl::Status& status);

// The error in a structured format: a JSON object on a line, the section `error` of GCX1, or an
// element of XML. Nothing for other formats, which have no form for errors.
std::optional<std::string> ErrorIn(std::string_view format, const absl::Status& status);

// A JSON string literal; bytes that are not UTF-8 become U+FFFD.
std::string JsonString(std::string_view text);

// On one line; bytes that are not UTF-8, which paths can have, become U+FFFD.
std::string Compact(const nlohmann::ordered_json& value);

}  // namespace waymark::services
