#include "tools/implicit_feedback.h"

namespace waymark::services {

void ImplicitFeedback::Note(const ToolCall& call) {
  const std::string task = call.arguments.Text("task_description");
  const std::string symbol = call.arguments.Text("symbol");
  FeedbackRequest request{.root = call.root,
                          .action = FeedbackAction::kSay,
                          .source = retrieval::JudgementSource::kImplicit};
  {
    const MutexLock lock(mutex_);
    if (!task.empty()) {
      root_ = call.root;
      task_ = task;
      left_ = kMaxAskedAfter;
    }
    if (symbol.empty() || left_ == 0 || root_ != call.root) return;
    --left_;
    request.task = task_;
  }
  request.symbols = {symbol};
  call.verbs.Feedback(request, call.control).status().IgnoreError();
}

}  // namespace waymark::services
