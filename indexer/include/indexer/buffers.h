// Unsaved buffers: a view as if the texts in an editor were saved.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include <absl/status/statusor.h>

#include "graph/store.h"
#include "indexer/source_reader.h"

namespace waymark::indexer {

struct UnsavedBuffer {
  std::string path;  // relative to the root of the view, '/' separated
  std::string text;
};

// Whether a file with that path, relative to `root`, can be buffered. InvalidArgument says why not:
// it decides how the project is linked, is in no indexed language, or is excluded from the index.
absl::Status CheckBuffer(const std::filesystem::path& root, const std::string& path);

// The current state of a working tree's view, with buffers in place of the files of their paths;
// new files are allowed. If the view is current, the result, root included, is that of indexing the
// saved tree. Nothing is written and no writer lock is taken. If two buffers have one path, the
// last one counts. Cost: linking the repository (about 1 s for 100k symbols), then resolving what
// the buffers may bind otherwise.
//
// Errors: NotFound (never indexed), FailedPrecondition (indexed by another version),
// InvalidArgument (a path that does not belong to the view: not an indexed language, ignored, or a
// project file, which decides how everything is linked), Aborted (published meanwhile; call again),
// Cancelled.
absl::StatusOr<std::shared_ptr<const graph::ReadView>> ViewWithBuffers(
    graph::Store& store, const std::filesystem::path& root, std::span<const UnsavedBuffer> buffers,
    const std::atomic<bool>* cancelled);

// Reads buffers, and files without a buffer from `below`.
std::shared_ptr<const SourceReader> ReadWithBuffers(std::shared_ptr<const SourceReader> below,
                                                    std::span<const UnsavedBuffer> buffers);

}  // namespace waymark::indexer
