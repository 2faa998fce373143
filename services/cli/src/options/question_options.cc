#include "options/question_options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"

namespace waymark::services {

void QuestionOptions::AddTo(CLI::App& app, const std::string& task,
                            const std::string& budget_help) {
  app.add_option(task, request_.task, "What you are about to do, in words")
      ->type_name("TASK")
      ->check(NotBlank("say in a few words what you are about to do"));
  app.add_option("--also", request_.also,
                 "A further task; the answer is about all of them; may be repeated")
      ->type_name("TASK")
      ->allow_extra_args(false);
  app.add_option("--symbol", request_.around,
                 "Start from this symbol and what it touches, instead of a task or together with "
                 "one; may be repeated")
      ->type_name("NAME|FILE:LINE")
      ->allow_extra_args(false)
      ->check(NotBlank("name a symbol, or a place as FILE:LINE"));
  app.add_option(
         "--files", files_,
         "Start from what these files define and touch, instead of a task or together with one")
      ->type_name("FILE...")
      ->check(NotBlank("name a file"));
  app.add_option("--diff", request_.base,
                 "Start from everything that differs from this revision and what it touches, "
                 "instead of a task or together with one")
      ->type_name("REV")
      ->check(NotBlank("name a branch, a tag or a commit"));
  app.add_option("--budget", request_.budget_tokens,
                 fmt::format("{} (default: {})", budget_help, kDefaultBudgetTokens))
      ->type_name("N")
      ->check(WholeNumber(0, kMaxBudgetTokens));
}

std::string QuestionOptions::FindMisuse(const std::string& task) const {
  const bool has_names = !request_.around.empty() || !files_.empty();
  if (has_names && !request_.base.empty()) {
    return "--diff REV does not go with --symbol NAME and --files FILE...";
  }
  if (request_.task.empty() && !request_.also.empty()) {
    return fmt::format("--also TASK goes with a {}", task);
  }
  for (std::size_t i = 0; i < request_.also.size(); ++i) {
    const bool is_blank = request_.also[i].find_first_not_of(" \t\r\n\v\f") == std::string::npos;
    if (is_blank) {
      return fmt::format(
          "--also: task {} of {} is empty; say in a few words what else you are about to do", i + 2,
          request_.also.size() + 1);
    }
  }
  if (!request_.task.empty() || has_names || !request_.base.empty()) return "";
  return fmt::format(
      "say what it is about: {}, or else --symbol NAME, --files FILE... or --diff REV", task);
}

absl::Status QuestionOptions::Complete(const Asking& asking) {
  request_.root = asking.root;
  request_.state = asking.state;
  request_.around.insert(request_.around.end(), files_.begin(), files_.end());
  files_.clear();  // a question may be asked again
  for (std::string& name : request_.around) {
    WM_ASSIGN_OR_RETURN(name, AbsolutePlace(name, asking.settings.working_directory, asking.root));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
