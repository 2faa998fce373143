// How far the tree on disk differs from the index, determined while the answer is computed.
#pragma once

#include <cstdint>
#include <future>
#include <optional>

#include <absl/status/statusor.h>

#include "graph/store.h"

namespace waymark::services {

// Starts the comparison on construction, on a thread of its own, so that stat calls overlap with
// ranking. The store must outlive the object; the destructor waits for the thread.
class FreshnessCheck {
 public:
  // With `known`, the view refresher's number from before the view was opened, nothing is compared.
  FreshnessCheck(graph::Store& store, const graph::ViewKey& key,
                 std::optional<std::uint64_t> known);

  // Number of files that differ; nullopt if the tree has more than kMaxFreshnessFiles or cannot be
  // read (a deleted checkout says nothing about the index).
  std::optional<std::uint64_t> Wait();

 private:
  std::optional<std::uint64_t> known_;
  std::future<std::optional<std::uint64_t>> differing_;  // valid until it was waited for
};

}  // namespace waymark::services
