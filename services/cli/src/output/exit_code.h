// Exit codes, and the one place where an error becomes text on standard error.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::services {

enum ExitCode : int {
  kExitDone = 0,
  kExitRefused = 1,
  kExitUsage = 2,
  kExitFailure = 3,
  kExitFailedOn = 4,  // a condition of --fail-on applies; the answer is written
  kExitSignalOffset = 128,
};

// Which part of a command an error comes from. The same code means a broken store when a store is
// opened, and an answer that must be refused when a question is asked.
enum class Phase { kOpening, kAsking, kServing };

// From now on an error is written to standard output too, if the format has a form for errors
// (services/state_text.h), unless an answer is there already.
void WriteErrorsIn(std::string format);

ExitCode ExitCodeOf(const absl::Status& status, Phase phase);

// Writes "waymark: MESSAGE" and returns the exit code; of an interrupted command that of the
// signal. Writes nothing if the reader of standard output is gone, and returns the code of SIGPIPE.
int Fail(const absl::Status& status, Phase phase = Phase::kAsking);

// The same for wrong usage. `see` is the command to look at, if it is not empty.
int FailUsage(std::string_view message, std::string_view see = "");

}  // namespace waymark::services
