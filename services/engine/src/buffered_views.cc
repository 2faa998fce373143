#include "buffered_views.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

std::string HashesOf(const std::vector<indexer::UnsavedBuffer>& buffers) {
  std::string hashes;
  for (const indexer::UnsavedBuffer& buffer : buffers) {
    hashes += HashContent(buffer.path).ToHex() + HashContent(buffer.text).ToHex();
  }
  return hashes;
}

}  // namespace

BufferedViews::BufferedViews() : dropper_([this] { DropOld(); }) {}

BufferedViews::~BufferedViews() {
  {
    MutexLock lock(mutex_);
    ends_ = true;
    changed_.NotifyAll();
  }
  dropper_.join();
}

absl::StatusOr<BufferedViews::View> BufferedViews::Get(
    const graph::ViewInfo& below, const std::vector<indexer::UnsavedBuffer>& buffers,
    const Maker& make) {
  const std::shared_ptr<Entry> entry = Find(below, HashesOf(buffers));
  MutexLock lock(entry->making);
  if (entry->view == nullptr) {
    WM_ASSIGN_OR_RETURN(entry->view, make());
  }
  return entry->view;
}

std::shared_ptr<BufferedViews::Entry> BufferedViews::Find(const graph::ViewInfo& below,
                                                          std::string texts) {
  const std::string of = fmt::format("{}\n{}", below.repository, below.view);
  MutexLock lock(mutex_);
  entries_.remove_if([&](const std::shared_ptr<Entry>& entry) {
    return entry->of == of && entry->generation != below.generation;
  });
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const std::shared_ptr<Entry>& entry) {
        return entry->of == of && entry->texts == texts;
      });
  if (found == entries_.end()) {
    ++counts_.misses;
    entries_.push_front(std::make_shared<Entry>());
    entries_.front()->of = of;
    entries_.front()->generation = below.generation;
    entries_.front()->texts = std::move(texts);
    if (entries_.size() > kMaxBufferedViews) entries_.pop_back();
  } else {
    ++counts_.hits;
    entries_.splice(entries_.begin(), entries_, found);
  }
  entries_.front()->asked_at = Clock::now();
  changed_.NotifyAll();
  return entries_.front();
}

CacheCounts BufferedViews::Counts() {
  const MutexLock lock(mutex_);
  CacheCounts counts = counts_;
  counts.held = entries_.size();
  return counts;
}

void BufferedViews::DropOld() {
  MutexLock lock(mutex_);
  while (!ends_) {
    if (entries_.empty()) {
      changed_.Wait(lock);
      continue;
    }
    // The last one is the one that was asked for least recently.
    const Clock::time_point due = entries_.back()->asked_at + kBufferedViewPatience;
    if (Clock::now() >= due) {
      entries_.pop_back();
    } else {
      changed_.WaitUntil(lock, due);
    }
  }
}

}  // namespace waymark::services
