// The answer about tests as text, JSON and GCX1: it is no payload, so no codec writes it.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

// A line for each test with its way, then what each runner has to be told, completeness and state
// of the index.
std::string TextOf(const TestScopeAnswer& answer);

// {"tests":[{"name","path","start_line","end_line","language","framework","hop","confidence",
// "evidence","way"}],"omitted",
// "runners":[{"runner","arguments"}],"completeness":{...},"index":{...}}, one object, with a line
// break at its end. Bytes that are not UTF-8 become U+FFFD.
std::string JsonOf(const TestScopeAnswer& answer);
// Sections "test_scope.tests", ".runners" and ".state".
absl::StatusOr<std::string> GcxOf(const TestScopeAnswer& answer);

}  // namespace waymark::services
