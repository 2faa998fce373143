#include "workspaces/workspace_pool.h"

#include <utility>

namespace waymark::services {

WorkspacePool::Lease::Lease(WorkspacePool& pool) : pool_(pool) {
  {
    MutexLock lock(pool_.mutex_);
    if (!pool_.idle_.empty()) {
      workspace_ = std::move(pool_.idle_.back());
      pool_.idle_.pop_back();
      ++pool_.counts_.hits;
    } else {
      ++pool_.counts_.misses;
    }
  }
  if (workspace_ == nullptr) workspace_ = std::make_unique<retrieval::Workspace>();
}

WorkspacePool::Lease::~Lease() {
  MutexLock lock(pool_.mutex_);
  if (pool_.idle_.size() < kMaxIdle) pool_.idle_.push_back(std::move(workspace_));
}

CacheCounts WorkspacePool::Counts() {
  const MutexLock lock(mutex_);
  CacheCounts counts = counts_;
  counts.held = idle_.size();
  return counts;
}

}  // namespace waymark::services
