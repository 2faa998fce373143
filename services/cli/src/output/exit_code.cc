#include "output/exit_code.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/ascii.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/standard_streams.h"
#include "services/limits.h"
#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

bool writes_errors_as_json = false;

std::string ErrorJson(const absl::Status& status) {
  nlohmann::ordered_json error{{"code", LowerCase(absl::StatusCodeToString(status.code()))},
                               {"message", std::string(status.message())}};
  status.ForEachPayload([&](auto name, const absl::Cord& payload) {
    auto value = nlohmann::ordered_json::parse(std::string(payload), nullptr, false);
    if (!value.is_discarded()) error[std::string(name)] = std::move(value);
  });
  return Compact({{"error", error}}) + "\n";
}

void Tell(const absl::Status& status) {
  PrintError(VisibleText(fmt::format("waymark: {}\n", std::string(status.message()))));
  if (!writes_errors_as_json || HasWrittenOut()) return;
  static_cast<void>(WriteText(ErrorJson(status)));  // there is no other place to say more
}

}  // namespace

void WriteErrorsAsJson() { writes_errors_as_json = true; }

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
  Tell(status);
  if (absl::IsCancelled(status) && Interrupt::signal() != 0) {
    return kExitSignalOffset + Interrupt::signal();
  }
  return ExitCodeOf(status, phase);
}

int FailUsage(std::string_view message) {
  Tell(absl::InvalidArgumentError(std::string(message)));
  return kExitUsage;
}

}  // namespace waymark::services
