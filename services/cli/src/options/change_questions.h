// The questions behind --fail-on and the reports about a change.
#pragma once

#include <cstdint>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "options/query_command.h"
#include "render/change_report.h"

namespace waymark::services {

// The blast radius of a change, with what its findings need besides.
struct ChangeAnswer {
  BlastRadiusAnswer blast;
  TestScopeAnswer tests;           // empty if it was not asked for
  std::uint64_t repositories = 1;  // that the change reaches, its own included
  bool has_change = true;          // false: nothing that is indexed changes
};

// The question about the tests of what changes.
TestScopeRequest TestScopeOf(const BlastRadiusRequest& request);

// Asks it. None for a revision from which no indexed code differs; else the errors of
// Verbs::TestScope.
absl::StatusOr<TestScopeAnswer> AskForTests(const Asking& asking, const TestScopeRequest& request);

// Asks `request`, together with the other repositories of the workspace around the checkout. A
// revision from which no indexed code differs is no error here. If no changed line lies in a
// symbol, the answer is about the files that differ, or about what was removed, as it was: about
// that with the higher risk. Errors: those of Verbs::BlastRadius, Diff and TestScope.
absl::StatusOr<ChangeAnswer> AskAboutChange(const Asking& asking, BlastRadiusRequest request,
                                            bool with_tests);

// Asks what differs from `request.base`, and for the risk of each symbol alone. `answer` is that of
// AskAboutChange() with tests. InvalidArgument without a base; else the errors of Verbs::Diff and
// BlastRadius. Cost: a question about a blast radius for each of kMaxReportedSymbols.
absl::StatusOr<ChangeReport> AskForReport(const Asking& asking, const BlastRadiusRequest& request,
                                          const ChangeAnswer& answer);

}  // namespace waymark::services
