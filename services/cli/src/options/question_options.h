// What `context` and `explain` may be asked about: tasks, symbols, files and changes.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// What is wrong with the options of a question together; empty when nothing is. `task` is how the
// command takes one: "TASK" or "--task TASK".
std::string MisuseOfQuestion(const ContextRequest& request, const std::string& task);

}  // namespace waymark::services
