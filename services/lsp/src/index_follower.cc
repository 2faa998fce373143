#include "index_follower.h"

#include <chrono>
#include <utility>

#include "graph/status.h"
#include "services/lsp.h"

namespace waymark::services {
namespace {

absl::StatusOr<GenerationAnswer> GenerationOf(Verbs& verbs, const std::filesystem::path& root) {
  const CallControl control{.deadline = std::chrono::steady_clock::now() + kLspLookPatience};
  return verbs.Generation({.root = root}, control);
}

}  // namespace

IndexFollower::IndexFollower(std::chrono::milliseconds look_interval,
                             std::function<void()> on_changed)
    : look_interval_(look_interval),
      on_changed_(std::move(on_changed)),
      thread_([this] { Work(); }) {}

IndexFollower::~IndexFollower() {
  Stop();
  thread_.join();
}

void IndexFollower::Stop() {
  MutexLock lock(mutex_);
  ends_ = true;
  changed_.NotifyAll();
}

void IndexFollower::Follow(std::shared_ptr<Verbs> verbs, std::vector<std::filesystem::path> roots) {
  MutexLock lock(mutex_);
  for (const std::filesystem::path& root : roots) {
    if (known_.count(root) != 0) continue;
    const absl::StatusOr<GenerationAnswer> answer = GenerationOf(*verbs, root);
    if (answer.ok()) known_.emplace(root, answer->generation);
  }
  const bool was_idle = verbs_ == nullptr;
  verbs_ = std::move(verbs);
  roots_ = std::move(roots);
  if (was_idle) changed_.NotifyAll();
}

std::optional<IndexFollower::Watched> IndexFollower::AwaitLook() {
  MutexLock lock(mutex_);
  auto due = std::chrono::steady_clock::now() + look_interval_;
  while (!ends_ && (verbs_ == nullptr || std::chrono::steady_clock::now() < due)) {
    if (verbs_ != nullptr) {
      changed_.WaitUntil(lock, due);
    } else {
      changed_.Wait(lock);
      due = std::chrono::steady_clock::now() + look_interval_;
    }
  }
  if (ends_) return std::nullopt;
  return Watched{.verbs = verbs_, .roots = roots_};
}

void IndexFollower::Work() {
  while (const std::optional<Watched> watched = AwaitLook()) {
    if (Look(*watched->verbs, watched->roots)) on_changed_();
  }
}

bool IndexFollower::Look(Verbs& verbs, const std::vector<std::filesystem::path>& roots) {
  bool has_changed = false;
  for (const std::filesystem::path& root : roots) {
    const absl::StatusOr<GenerationAnswer> answer = GenerationOf(verbs, root);
    MutexLock lock(mutex_);
    if (answer.ok()) {
      const auto [known, is_new] = known_.emplace(root, answer->generation);
      has_changed = has_changed || is_new || known->second != answer->generation;
      known->second = answer->generation;
    } else if (absl::IsUnavailable(answer.status()) && verbs_.get() == &verbs) {
      verbs_ = nullptr;
    }
  }
  MutexLock lock(mutex_);
  return has_changed && !ends_;
}

}  // namespace waymark::services
