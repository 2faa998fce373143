// Differences between two states, kept for further pages and for pages that are retried with
// another length: one row costs as much to find as all.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>

#include "graph/mutex.h"
#include "graph/read_view.h"
#include "retrieval/difference.h"

namespace waymark::services {

// Holds only ids and numbers, no views. Keeps the most recently used differences, of kMaxRows rows
// in total, at some 100 bytes per row. Thread-safe.
class KeptDifferences {
 public:
  using Found = std::shared_ptr<const retrieval::Difference>;

  static constexpr std::size_t kMaxRows = 250'000;

  // Null if it is not kept.
  Found Find(const graph::ReadView& before, const graph::ReadView& after);

  // Only for states in a store, not for unsaved buffers. A difference that was found without the
  // text of a file is not kept, because the text may become available again.
  void Keep(const graph::ReadView& before, const graph::ReadView& after, Found found);

 private:
  struct Entry {
    std::string states;
    Found found;
    std::size_t rows = 0;
  };

  Mutex mutex_;
  std::list<Entry> entries_ WM_GUARDED_BY(mutex_);  // the last asked for first
  std::size_t rows_ WM_GUARDED_BY(mutex_) = 0;      // of all
};

}  // namespace waymark::services
