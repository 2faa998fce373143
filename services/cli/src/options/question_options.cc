#include "options/question_options.h"

#include <fmt/format.h>

namespace waymark::services {

std::string MisuseOfQuestion(const ContextRequest& request, const std::string& task) {
  const bool has_names = !request.around.empty();
  if (has_names && !request.base.empty()) {
    return "--diff REV does not go with --symbol NAME and --files FILE...";
  }
  if (request.task.empty() && !request.also.empty()) {
    return fmt::format("--also TASK goes with a {}", task);
  }
  for (std::size_t i = 0; i < request.also.size(); ++i) {
    const bool is_blank = request.also[i].find_first_not_of(" \t\r\n\v\f") == std::string::npos;
    if (is_blank) {
      return fmt::format(
          "--also: task {} of {} is empty; say in a few words what else you are about to do", i + 2,
          request.also.size() + 1);
    }
  }
  if (!request.task.empty() || has_names || !request.base.empty()) return "";
  return fmt::format(
      "say what it is about: {}, or else --symbol NAME, --files FILE... or --diff REV", task);
}

}  // namespace waymark::services
