#include "protocol/response_sink.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "graph/mutex.h"

namespace waymark::services {
namespace {

class BatchOutlet final : public ResponseSink {
 public:
  BatchOutlet(ResponseSinkPointer outlet, std::size_t count)
      : outlet_(std::move(outlet)), missing_(count) {}

  void Reply(const std::string& line) override { Answered(&line); }

  void Notify(const std::string& line) override { outlet_->Notify(line); }

  void Drop() override { Answered(nullptr); }

 private:
  void Answered(const std::string* line) {
    MutexLock lock(mutex_);
    if (line != nullptr) lines_.push_back(*line);
    if (--missing_ != 0) return;
    if (lines_.empty()) return outlet_->Drop();
    outlet_->Reply(BatchLine(lines_));
  }

  const ResponseSinkPointer outlet_;
  Mutex mutex_;
  std::size_t missing_ WM_GUARDED_BY(mutex_);
  std::vector<std::string> lines_ WM_GUARDED_BY(mutex_);
};

}  // namespace

ResponseSinkPointer MakeBatchResponseSink(ResponseSinkPointer outlet, std::size_t count) {
  return std::make_shared<BatchOutlet>(std::move(outlet), count);
}

}  // namespace waymark::services
