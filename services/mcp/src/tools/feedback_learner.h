// Implicit feedback: what an agent asks for after an answer to a task was needed for that task.
#pragma once

#include <filesystem>
#include <string>

#include "graph/mutex.h"
#include "tools/tool.h"

namespace waymark::services {

// Questions about symbols after an answer to a task that are taken to belong to it.
inline constexpr int kMaxAskedAfter = 8;

// Thread-safe. That something could not be learned fails no call.
class FeedbackLearner {
 public:
  // After each call that was answered; says to the engine that its symbol was asked for, when it
  // names one and a task of the same checkout came before. Costs a commit of the store then.
  void Note(const ToolCall& call);

 private:
  Mutex mutex_;
  std::filesystem::path root_ WM_GUARDED_BY(mutex_);
  std::string task_ WM_GUARDED_BY(mutex_);
  int left_ WM_GUARDED_BY(mutex_) = 0;
};

}  // namespace waymark::services
