#include "output/exit_code.h"

#include <string>

#include <fmt/format.h>

#include "output/interrupt.h"
#include "output/standard_streams.h"
#include "services/limits.h"
#include "services/visible_text.h"

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
  if (absl::IsCancelled(status) && Interrupt::is_late()) {
    return Fail(absl::DeadlineExceededError(
        fmt::format("the question took longer than {} s and was given up; ask for less (--limit, "
                    "--depth), or look at: waymark doctor",
                    kMaxQuestionTime.count())));
  }
  PrintError(VisibleText(fmt::format("waymark: {}\n", std::string(status.message()))));
  if (absl::IsCancelled(status) && Interrupt::signal() != 0) {
    return kExitSignalOffset + Interrupt::signal();
  }
  return ExitCodeOf(status, phase);
}

int FailUsage(std::string_view message) {
  PrintError(VisibleText(fmt::format("waymark: {}\n", message)));
  return kExitUsage;
}

}  // namespace waymark::services
