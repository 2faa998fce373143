#include "output/confirm.h"

#include <iostream>

#include <fmt/format.h>

#include "output/standard_streams.h"
#include "services/visible_text.h"

namespace waymark::services {

absl::Status Confirm(const std::string& question, std::string_view advice,
                     const Settings& settings) {
  if (!settings.stdin_is_terminal) {
    return absl::FailedPreconditionError(fmt::format("cannot ask without a terminal; {}", advice));
  }
  PrintError(fmt::format("{} [y/N] ", VisibleLine(question)));
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "Y" || answer == "yes") return absl::OkStatus();
  return absl::FailedPreconditionError("left as it is");
}

}  // namespace waymark::services
