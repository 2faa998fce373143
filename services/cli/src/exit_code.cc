#include "exit_code.h"

#include <string>

#include <fmt/format.h>

#include "interrupt.h"
#include "standard_streams.h"

namespace waymark::services {

ExitCode ExitCodeOf(const absl::Status& status, Phase phase) {
  if (status.ok()) return kExitDone;
  if (phase == Phase::kServing) return kExitFailure;
  switch (status.code()) {
    case absl::StatusCode::kNotFound:
    case absl::StatusCode::kCancelled:
      return kExitRefused;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
      return phase == Phase::kOpening ? kExitFailure : kExitRefused;
    default:
      return kExitFailure;
  }
}

int Fail(const absl::Status& status, Phase phase) {
  PrintError(fmt::format("waymark: {}\n", std::string(status.message())));
  if (absl::IsCancelled(status) && Interrupt::signal() != 0) {
    return kExitSignalOffset + Interrupt::signal();
  }
  return ExitCodeOf(status, phase);
}

int FailUsage(std::string_view message) {
  PrintError(fmt::format("waymark: {}\n", message));
  return kExitUsage;
}

}  // namespace waymark::services
