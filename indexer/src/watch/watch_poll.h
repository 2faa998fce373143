// What inotify tells, found out by walking the tree and comparing stat data.
#pragma once

#include <filesystem>
#include <utility>

#include <absl/status/status.h>

#include "scan/file_walk.h"
#include "watch/watch_tree.h"

namespace waymark::indexer {

// Not thread-safe. Remembers about 100 bytes a file.
class PollTree {
 public:
  explicit PollTree(std::filesystem::path root) : root_(std::move(root)) {}

  // Adds what differs from the walk before. The first one has nothing to be compared with: what
  // changed before it is lost.
  void Poll(TreeEvents& events);

 private:
  const std::filesystem::path root_;
  bool walked_ = false;
  FileWalk last_;
};

}  // namespace waymark::indexer
