#include "views/buffered_views.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "graph/hash.h"
#include "graph/status.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

// Attempts in case another process publishes meanwhile.
constexpr int kMaxAttempts = 3;

std::string HashesOf(const std::vector<indexer::UnsavedBuffer>& buffers) {
  std::string hashes;
  for (const indexer::UnsavedBuffer& buffer : buffers) {
    hashes += HashContent(buffer.path).ToHex() + HashContent(buffer.text).ToHex();
  }
  return hashes;
}

}  // namespace

BufferedViews::BufferedViews(graph::Store& store)
    : store_(store), dropper_([this] { DropOld(); }) {}

BufferedViews::~BufferedViews() {
  {
    MutexLock lock(mutex_);
    ends_ = true;
    changed_.NotifyAll();
  }
  dropper_.join();
}

absl::StatusOr<BufferedViews::View> BufferedViews::Get(
    const graph::ViewInfo& below, const std::filesystem::path& root,
    const std::vector<indexer::UnsavedBuffer>& buffers, const std::atomic<bool>* cancelled) {
  const std::shared_ptr<Entry> entry = Find(below, HashesOf(buffers));
  MutexLock lock(entry->making);
  if (entry->view == nullptr) {
    WM_ASSIGN_OR_RETURN(entry->view, Make(*FindSource(root), buffers, cancelled));
  }
  return entry->view;
}

absl::StatusOr<BufferedViews::View> BufferedViews::Make(
    Source& source, const std::vector<indexer::UnsavedBuffer>& buffers,
    const std::atomic<bool>* cancelled) {
  MutexLock lock(source.making);
  if (source.preview == nullptr) {
    source.preview = std::make_unique<indexer::BufferPreview>(store_, source.root);
  }
  absl::StatusOr<View> view;
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    view = source.preview->Make(buffers, cancelled);
    if (!absl::IsAborted(view.status())) break;
  }
  return view;
}

std::shared_ptr<BufferedViews::Source> BufferedViews::FindSource(
    const std::filesystem::path& root) {
  MutexLock lock(mutex_);
  const auto found =
      std::find_if(sources_.begin(), sources_.end(),
                   [&](const std::shared_ptr<Source>& source) { return source->root == root; });
  if (found == sources_.end()) {
    sources_.push_front(std::make_shared<Source>());
    sources_.front()->root = root;
    if (sources_.size() > kMaxBufferedViews) sources_.pop_back();
  } else {
    sources_.splice(sources_.begin(), sources_, found);
  }
  sources_.front()->asked_at = Clock::now();
  return sources_.front();
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
    if (entries_.empty() && sources_.empty()) {
      changed_.Wait(lock);
      continue;
    }
    // The last entries are the least recently used.
    const Clock::time_point kept_since = Clock::now() - kBufferedViewPatience;
    Clock::time_point oldest = Clock::now();
    const auto drop = [&](auto& list) {
      while (!list.empty() && list.back()->asked_at <= kept_since) list.pop_back();
      if (!list.empty()) oldest = std::min(oldest, list.back()->asked_at);
    };
    drop(entries_);
    drop(sources_);
    changed_.WaitUntil(lock, oldest + kBufferedViewPatience);
  }
}

}  // namespace waymark::services
