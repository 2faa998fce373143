// The subjects of `context` and `explain`: tasks, symbols, files and changes.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// The error in the combination of options; empty if there is none. `task` is the usage of a task in
// the command: "TASK" or "--task TASK".
std::string MisuseOfQuestion(const ContextRequest& request, const std::string& task);

}  // namespace waymark::services
