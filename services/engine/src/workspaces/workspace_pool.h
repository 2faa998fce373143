// Scratch memory of queries, taken from the pool for a call and kept for the next one.
#pragma once

#include <memory>
#include <vector>

#include "graph/mutex.h"
#include "retrieval/workspace.h"
#include "services/engine_gauges.h"

namespace waymark::services {

// Thread-safe.
class WorkspacePool {
 public:
  // Further workspaces are freed when their call ends: each holds some 58 bytes per symbol, and
  // after a burst of calls a daemon should not keep the memory of all of them.
  static constexpr std::size_t kMaxIdle = 2;

  CacheCounts Counts();

  class Lease {
   public:
    explicit Lease(WorkspacePool& pool);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    retrieval::Workspace* get() const { return workspace_.get(); }

   private:
    WorkspacePool& pool_;
    std::unique_ptr<retrieval::Workspace> workspace_;
  };

 private:
  Mutex mutex_;
  std::vector<std::unique_ptr<retrieval::Workspace>> idle_ WM_GUARDED_BY(mutex_);
  CacheCounts counts_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
