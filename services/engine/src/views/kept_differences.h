// What differs between two states, kept for further pages of it and for the other lengths that a
// page is tried in: finding it costs as much for one row as for all.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>

#include "graph/mutex.h"
#include "graph/read_view.h"
#include "retrieval/difference.h"

namespace waymark::services {

// Ids and numbers alone: no view is held. The last ones that were asked for, of kMaxRows rows
// together, of which each takes some 100 bytes. Thread-safe.
class KeptDifferences {
 public:
  using Found = std::shared_ptr<const retrieval::Difference>;

  static constexpr std::size_t kMaxRows = 250'000;

  // Null when it is not kept.
  Found Find(const graph::ReadView& before, const graph::ReadView& after);

  // Of states that a store holds and not of unsaved buffers. One that was found without the text of
  // a file is not kept: the text may come back.
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
