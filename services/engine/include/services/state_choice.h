// Which state of a repository a question is about.
#pragma once

#include <string>
#include <vector>

#include "indexer/buffers.h"

namespace waymark::services {

// Of a checkout's repository: the working tree as it is indexed, a
// commit, or the working tree with unsaved buffers.
struct StateChoice {
  std::string at;  // a revision: branch, tag, HEAD~3, id of a commit; empty: the working tree
  std::vector<indexer::UnsavedBuffer> buffers;  // not together with a revision
};

}  // namespace waymark::services
