#include "watch/watch_poll.h"

#include <string>

#include "scan/tree_scan.h"

namespace waymark::indexer {
void PollTree::Poll(TreeEvents& events) {
  absl::StatusOr<FileWalk> walk = WalkFiles(root_, IsRelevantPath, nullptr);
  if (!walk.ok()) {
    events.root_gone = true;
    return;
  }
  events.lost_events = events.lost_events || !walked_;
  if (walked_) {
    events.head_moved = events.head_moved || walk->commit != last_.commit;
    auto before = last_.files.begin();
    for (const WalkedFile& file : walk->files) {
      for (; before != last_.files.end() && before->path < file.path; ++before) {
        events.touched.push_back(before->path);
      }
      const bool same = before != last_.files.end() && before->path == file.path;
      if (!same || !SameStat(*before, file)) events.touched.push_back(file.path);
      if (same) ++before;
    }
    for (; before != last_.files.end(); ++before) events.touched.push_back(before->path);
  }
  last_ = *std::move(walk);
  walked_ = true;
}

}  // namespace waymark::indexer
