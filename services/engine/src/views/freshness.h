// How far the tree on disk has moved from the index, found out while the answer is being computed.
#pragma once

#include <cstdint>
#include <future>
#include <optional>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::services {

// Starts comparing on construction, on a thread of its own: stat calls overlap with ranking. The
// store outlives the object; the destructor waits for the thread.
class FreshnessCheck {
 public:
  // With `known`, what upkeep said before the view was opened, nothing is compared.
  FreshnessCheck(graph::Store& store, const graph::ViewKey& key,
                 std::optional<std::uint64_t> known);

  // Files that differ; nullopt when the tree has more than kMaxFreshnessFiles, or cannot be read (a
  // checkout that is gone says nothing about how the index differs from it).
  std::optional<std::uint64_t> Wait();

 private:
  std::optional<std::uint64_t> known_;
  std::future<std::optional<std::uint64_t>> differing_;  // valid until it was waited for
};

}  // namespace waymark::services
