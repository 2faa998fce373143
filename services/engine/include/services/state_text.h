// The state of the index in answers that are no payloads.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "wire/payload.h"

namespace waymark::services {

// "flask, generation 3, commit 0123456789ab; 2 files on disk differ from the index".
std::string StateText(const wire::IndexInfo& index);
nlohmann::ordered_json StateJson(const wire::IndexInfo& index);
nlohmann::ordered_json CompletenessJson(const wire::Completeness& completeness);

// On one line; bytes that are no UTF-8, as paths can have, become U+FFFD.
std::string Compact(const nlohmann::ordered_json& value);

}  // namespace waymark::services
