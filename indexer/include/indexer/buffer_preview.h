// A series of views over unsaved buffers, for an editor.
#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <span>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/buffers.h"

namespace waymark::indexer {

struct StateSnapshot;

// Remembers the published state between calls (about 1 KB per symbol). So only the first call links
// the repository; further calls over the same state only resolve what their buffers may bind
// otherwise. Not thread-safe.
class BufferPreview {
 public:
  // The store must outlive this.
  BufferPreview(graph::Store& store, std::filesystem::path root);
  ~BufferPreview();
  BufferPreview(const BufferPreview&) = delete;
  BufferPreview& operator=(const BufferPreview&) = delete;

  // As ViewWithBuffers. Once a state is remembered, `cancelled` is ignored, because a cancelled
  // call would lose the state and the next one would link anew.
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> Make(
      std::span<const UnsavedBuffer> buffers, const std::atomic<bool>* cancelled);

 private:
  graph::Store& store_;
  const std::filesystem::path root_;
  std::unique_ptr<StateSnapshot> state_;
};

}  // namespace waymark::indexer
