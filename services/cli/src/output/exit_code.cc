#include "output/exit_code.h"

#include <csignal>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "output/interrupt.h"
#include "output/output.h"
#include "output/refused_command.h"
#include "output/standard_streams.h"
#include "services/limits.h"
#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// The format of errors on standard output; empty: they are not written there.
std::string& ErrorFormat() {
  static std::string format;
  return format;
}

bool IsJson(std::string_view format) { return format == "json" || format == "jsonl"; }

// `see` is a command to look at, or empty.
void Tell(const absl::Status& status, std::string_view see = "") {
  const std::string hint = see.empty() ? "" : fmt::format("\nwaymark: see: {}", see);
  PrintError(fmt::format("waymark: {}{}\n", VisibleMessage(std::string(status.message())), hint));
  if (ErrorFormat().empty() || HasWrittenOut()) return;
  const absl::Status advised = see.empty() ? status : WithFix(status, fmt::format("see: {}", see));
  const std::optional<std::string> text = IsJson(ErrorFormat())
                                              ? Compact({{"error", ErrorFields(advised)}}) + "\n"
                                              : ErrorIn(ErrorFormat(), advised);
  // There is no other place to say more.
  if (text.has_value()) static_cast<void>(WriteText(*text));
}

}  // namespace

void WriteErrorsIn(std::string format) { ErrorFormat() = std::move(format); }

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
  // The reader has what it wants: end as if by the signal, which a library has disabled.
  if (IsReaderGone()) return kExitSignalOffset + SIGPIPE;
  if (absl::IsCancelled(status) && Interrupt::is_late()) {
    return Fail(absl::DeadlineExceededError(
        fmt::format("the question took longer than {} s and was given up; ask for less (--limit, "
                    "--depth), or look at: waymark doctor",
                    kMaxQuestionTime.count())));
  }
  Tell(WithCommand(status));
  if (absl::IsCancelled(status) && Interrupt::signal() != 0) {
    return kExitSignalOffset + Interrupt::signal();
  }
  return ExitCodeOf(status, phase);
}

int FailUsage(std::string_view message, std::string_view see) {
  Tell(absl::InvalidArgumentError(std::string(message)), see);
  return kExitUsage;
}

}  // namespace waymark::services
