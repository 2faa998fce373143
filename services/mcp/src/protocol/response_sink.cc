#include "protocol/response_sink.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "graph/mutex.h"

namespace waymark::services {
namespace {

class BatchResponseSink final : public ResponseSink {
 public:
  BatchResponseSink(ResponseSinkPointer sink, std::size_t count)
      : sink_(std::move(sink)), missing_(count) {}

  void Reply(const std::string& line) override { Answered(&line); }

  void Notify(const std::string& line) override { sink_->Notify(line); }

  void Drop() override { Answered(nullptr); }

 private:
  void Answered(const std::string* line) {
    MutexLock lock(mutex_);
    if (line != nullptr) lines_.push_back(*line);
    if (--missing_ != 0) return;
    if (lines_.empty()) return sink_->Drop();
    sink_->Reply(BatchLine(lines_));
  }

  const ResponseSinkPointer sink_;
  Mutex mutex_;
  std::size_t missing_ WM_GUARDED_BY(mutex_);
  std::vector<std::string> lines_ WM_GUARDED_BY(mutex_);
};

}  // namespace

ResponseSinkPointer MakeBatchResponseSink(ResponseSinkPointer sink, std::size_t count) {
  return std::make_shared<BatchResponseSink>(std::move(sink), count);
}

}  // namespace waymark::services
