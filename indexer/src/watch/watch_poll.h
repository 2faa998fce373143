// Finds the changes that inotify would report, by walking the tree and comparing stat data.
#pragma once

#include <filesystem>
#include <utility>

#include <absl/status/status.h>

#include "scan/file_walk.h"
#include "watch/watch_tree.h"

namespace waymark::indexer {

// Not thread-safe. Takes about 100 bytes per file.
class PollTree {
 public:
  explicit PollTree(std::filesystem::path root) : root_(std::move(root)) {}

  // Adds the differences from the previous walk. The first walk has none to compare with: earlier
  // changes are lost.
  void Poll(TreeEvents& events);

 private:
  const std::filesystem::path root_;
  bool walked_ = false;
  FileWalk last_;
};

}  // namespace waymark::indexer
