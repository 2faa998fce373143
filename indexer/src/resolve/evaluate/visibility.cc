#include "resolve/evaluate/visibility.h"

namespace waymark::indexer {

bool IncludeVisibility::Sees(FileIndex from, FileIndex declared_in) {
  return from == declared_in || ClosureOf(from).seen[declared_in];
}

bool IncludeVisibility::ReachesOutside(FileIndex from) { return ClosureOf(from).outside; }

const IncludeVisibility::Closure& IncludeVisibility::ClosureOf(FileIndex file) {
  for (auto closure = closures_.begin(); closure != closures_.end(); ++closure) {
    if (closure->file != file) continue;
    closures_.splice(closures_.begin(), closures_, closure);
    return closures_.front();
  }
  if (closures_.size() < kMaxClosures) {
    closures_.emplace_front();
  } else {
    closures_.splice(closures_.begin(), closures_, std::prev(closures_.end()));
  }
  Closure& closure = closures_.front();
  closure.file = file;
  closure.outside = false;
  closure.seen.assign(program_.files.size(), false);
  closure.seen[file] = true;
  std::vector<FileIndex> open = {file};
  while (!open.empty()) {
    const ProgramFile& next = program_.files[open.back()];
    open.pop_back();
    for (const ImportLink& import : next.imports) {
      const Target& target = import.module;
      if (target.kind != TargetKind::kFile) closure.outside = true;
      if (target.kind != TargetKind::kFile || closure.seen[target.index]) continue;
      closure.seen[target.index] = true;
      open.push_back(target.index);
    }
  }
  return closure;
}

}  // namespace waymark::indexer
