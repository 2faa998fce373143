// Implicit feedback: symbols that an agent asks for after an answer to a task were needed for that
// task.
#pragma once

#include <filesystem>
#include <string>

#include "graph/mutex.h"
#include "tools/tool.h"

namespace waymark::services {

// The number of questions about symbols after a task that count as belonging to it.
inline constexpr int kMaxAskedAfter = 8;

// Thread-safe. A failure to learn never fails a call.
class ImplicitFeedback {
 public:
  // Call after each answered call. If the call names a symbol and follows a task in the same
  // checkout, records that the symbol was asked for; this costs a commit of the store.
  void Note(const ToolCall& call);

 private:
  Mutex mutex_;
  std::filesystem::path root_ WM_GUARDED_BY(mutex_);
  std::string task_ WM_GUARDED_BY(mutex_);
  int left_ WM_GUARDED_BY(mutex_) = 0;
};

}  // namespace waymark::services
