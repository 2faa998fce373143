// The answer of `test-scope` as text, JSON and GCX1. It is not a payload, so no codec writes it.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "services/verbs.h"

namespace waymark::services {

// For agents: the note about names, the counts, one line per test with its path, then the arguments
// for each runner.
std::string TextOf(const TestScopeAnswer& answer);

// {"tests":[{"name","path","start_line","end_line","language","framework","hop","confidence","tier",
// "evidence","chain"}],"sure","possible","omitted","cursor"?,
// "runners":[{"runner","arguments"}],"name_note"?,"completeness":{...},"index":{...}}, one object,
// with a line break at its end. Bytes that are not UTF-8 become U+FFFD.
std::string JsonOf(const TestScopeAnswer& answer);
// Sections "test_scope.tests", ".runners" and ".state".
absl::StatusOr<std::string> GcxOf(const TestScopeAnswer& answer);

}  // namespace waymark::services
