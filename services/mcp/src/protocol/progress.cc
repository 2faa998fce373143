#include "protocol/progress.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "indexer/indexer.h"

namespace waymark::services {

void ProgressReporter::Report(std::uint64_t progress, std::string_view message) {
  MutexLock lock(mutex_);
  if (progress > last_) Send(progress, message);
}

void ProgressReporter::Report(std::string_view message) {
  MutexLock lock(mutex_);
  Send(last_ + 1, message);
}

void ProgressReporter::Send(std::uint64_t progress, std::string_view message) {
  last_ = progress;
  sink_->Notify(
      NotificationLine("notifications/progress",
                       {{"progressToken", token_}, {"progress", progress}, {"message", message}}));
}

ProgressPointer ProgressOf(const RpcMessage& request, const ResponseSinkPointer& sink) {
  const Json meta = request.params.value("_meta", Json::object());
  if (!meta.is_object() || !meta.contains("progressToken")) return nullptr;
  return std::make_shared<ProgressReporter>(meta["progressToken"], sink);
}

FirstIndex::ProgressSink IndexingTo(ProgressPointer progress) {
  if (progress == nullptr) return nullptr;
  return
      [reporter = std::move(progress), stage = indexer::Stage::kScanning, before = std::uint64_t{0},
       last = std::uint64_t{0}](const indexer::Progress& step) mutable {
        // The count continues over all stages, because progress never goes back.
        if (step.stage != stage) before = last + 1;
        stage = step.stage;
        last = std::max(last, before + step.files_done);
        reporter->Report(last, "indexing the repository");
      };
}

Heartbeat::Heartbeat(ProgressPointer progress, std::string_view call)
    : progress_(std::move(progress)), call_(call) {
  if (progress_ != nullptr) thread_ = std::thread([this] { Run(); });
}

Heartbeat::~Heartbeat() {
  if (progress_ == nullptr) return;
  {
    const MutexLock lock(mutex_);
    ends_ = true;
    changed_.NotifyAll();
  }
  thread_.join();
}

void Heartbeat::Run() {
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next = begin;
  MutexLock lock(mutex_);
  for (;;) {
    next += kProgressInterval;
    while (!ends_ && std::chrono::steady_clock::now() < next) changed_.WaitUntil(lock, next);
    if (ends_) return;
    const std::chrono::duration<double> taken = next - begin;
    progress_->Report(fmt::format("{}: {:.1f} s", call_, taken.count()));
  }
}

}  // namespace waymark::services
