// Views of unsaved buffers, one after the other, as an editor asks for them.
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

// Remembers between them what is published (about 1 KB a symbol): only the first one links the
// repository, further ones over the same state cost what their buffers can bind otherwise. Not
// thread-safe.
class BufferPreview {
 public:
  // The store outlives it.
  BufferPreview(graph::Store& store, std::filesystem::path root);
  ~BufferPreview();
  BufferPreview(const BufferPreview&) = delete;
  BufferPreview& operator=(const BufferPreview&) = delete;

  // As ViewWithBuffers. One that remembers does not heed `cancelled`: it would have to link anew.
  absl::StatusOr<std::shared_ptr<const graph::ReadView>> Make(
      std::span<const UnsavedBuffer> buffers, const std::atomic<bool>* cancelled);

 private:
  graph::Store& store_;
  const std::filesystem::path root_;
  std::unique_ptr<StateSnapshot> state_;
};

}  // namespace waymark::indexer
