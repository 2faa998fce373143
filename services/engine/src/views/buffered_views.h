// Views with unsaved buffers, kept for further questions about the same texts: an editor asks
// several after each change. The data from which they are made are kept for the next texts.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <list>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <absl/status/statusor.h>

#include "graph/mutex.h"
#include "graph/read_view.h"
#include "graph/store.h"
#include "indexer/buffer_preview.h"
#include "services/engine_gauges.h"

namespace waymark::services {

// A view holds a read transaction, which keeps the store from reusing freed pages. Views of older
// generations are dropped at the next question about their repository, all others
// kBufferedViewPatience after their last question. Thread-safe.
class BufferedViews {
 public:
  using View = std::shared_ptr<const graph::ReadView>;

  // The store must outlive this.
  explicit BufferedViews(graph::Store& store);
  ~BufferedViews();
  BufferedViews(const BufferedViews&) = delete;
  BufferedViews& operator=(const BufferedViews&) = delete;

  // The view of `buffers` over the published state `below` of the checkout `root`. If it is not
  // kept, it is made; concurrent calls for the same view wait for it. Errors are those of
  // indexer::ViewWithBuffers; they are not kept.
  absl::StatusOr<View> Get(const graph::ViewInfo& below, const std::filesystem::path& root,
                           const std::vector<indexer::UnsavedBuffer>& buffers,
                           const std::atomic<bool>* cancelled);

  CacheCounts Counts();

 private:
  using Clock = std::chrono::steady_clock;

  struct Entry {
    std::string of;  // repository and view
    std::uint64_t generation = 0;
    std::string texts;  // hashes of paths and texts
    Clock::time_point asked_at;
    Mutex making;
    View view WM_GUARDED_BY(making);
  };

  // The source of views of one checkout, which are made one after the other.
  struct Source {
    std::filesystem::path root;
    Clock::time_point asked_at;
    Mutex making;
    std::unique_ptr<indexer::BufferPreview> preview WM_GUARDED_BY(making);
  };

  std::shared_ptr<Entry> Find(const graph::ViewInfo& below, std::string texts);
  std::shared_ptr<Source> FindSource(const std::filesystem::path& root);
  absl::StatusOr<View> Make(Source& source, const std::vector<indexer::UnsavedBuffer>& buffers,
                            const std::atomic<bool>* cancelled);
  void DropOld();

  graph::Store& store_;

  Mutex mutex_;
  CondVar changed_;
  bool ends_ WM_GUARDED_BY(mutex_) = false;
  std::list<std::shared_ptr<Entry>> entries_ WM_GUARDED_BY(mutex_);  // the last asked for first
  CacheCounts counts_ WM_GUARDED_BY(mutex_);
  std::list<std::shared_ptr<Source>> sources_ WM_GUARDED_BY(mutex_);  // likewise
  std::thread dropper_;
};

}  // namespace waymark::services
