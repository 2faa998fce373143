// The state of a repository that a question is about.
#pragma once

#include <string>
#include <vector>

#include "indexer/buffers.h"

namespace waymark::services {

// A state of a checkout's repository: the indexed working tree, a commit, or the working tree with
// unsaved buffers.
struct StateChoice {
  std::string at;  // a revision: branch, tag, HEAD~3, id of a commit; empty: the working tree
  std::vector<indexer::UnsavedBuffer> buffers;  // not together with `at`
};

}  // namespace waymark::services
