// What `context` and `explain` may be asked about: tasks, symbols, files and changes.
#pragma once

#include <string>
#include <vector>

#include <absl/status/status.h>

#include "options/query_command.h"
#include "services/verbs.h"

namespace waymark::services {

// TASK or --task, --also, --symbol, --files, --diff, --budget
class QuestionOptions {
 public:
  // `request` gets what is given and must outlive this.
  explicit QuestionOptions(ContextRequest& request) : request_(request) {}

  // `task` is "task" or "--task".
  void AddTo(CLI::App& app, const std::string& task, const std::string& budget_help);
  // What is wrong with the arguments together; empty when nothing is.
  std::string FindMisuse(const std::string& task) const;
  // Adds the root, the state and the names as `asking` has them. Errors as AbsolutePlace.
  absl::Status Complete(const Asking& asking);

 private:
  ContextRequest& request_;
  std::vector<std::string> files_;
};

}  // namespace waymark::services
