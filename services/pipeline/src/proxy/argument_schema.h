// Checks the arguments of a call against the schema of a tool, before the call goes to a server
// that would refuse it.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace waymark::services {

// The fault of `value`, as a sentence that begins with the place ("arguments.path: ...");
// empty if it has none. Knows the keywords type, enum, const, required, properties,
// additionalProperties: false (without patternProperties), items (behind prefixItems), anyOf, oneOf
// and allOf of JSON Schema; others allow everything, since the server checks too. REQUIRES: neither
// is nested deep (IsNestedLittle).
std::string FaultIn(const nlohmann::json& value, const nlohmann::json& schema,
                    const std::string& place = "arguments");

}  // namespace waymark::services
