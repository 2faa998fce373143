// ViewRefresher: keeps the views of a store equal to the trees on disk while a daemon serves them.
//
// A view is compared with its tree once (stat data, then hashes) and watched from then on. One
// thread indexes the changes, one view after the other. Questions never wait for it: they are
// answered from the published state and say how many files are known to differ.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/crash_journal.h"
#include "graph/store.h"
#include "indexer/watcher.h"

namespace waymark::services {

// Most views that are kept current at a time. A further one replaces the one that was asked about
// least recently.
inline constexpr std::size_t kMaxRefreshedViews = 16;
// At start this many views are caught up, those that were indexed last; the others when they are
// asked about.
inline constexpr std::size_t kMaxViewsAtStart = 8;
// Pause before the next attempt to become the writer or to repeat a failed update; doubled each
// time.
inline constexpr std::chrono::milliseconds kMinRetryPause{200};
inline constexpr std::chrono::milliseconds kMaxRetryPause{15'000};
// After this long without a change an overlay that has grown is folded into a base.
inline constexpr std::chrono::seconds kFoldAfter{10};
// After this long without a change the declarations of a view are no longer kept in memory.
inline constexpr std::chrono::seconds kReleaseAfter{60};
// After this long without a question the published state of a view is closed again.
inline constexpr std::chrono::seconds kHoldFor{10};
// A view is no longer updated once this many processes in a row died during its update. The number
// exceeds the deaths after which a single file is skipped.
inline constexpr unsigned kMaxDeathsOfUpdate = 4;

// The key of a view's update in the crash journal.
graph::WorkKey KeyOfUpdate(const graph::ViewKey& key);

struct RefresherOptions {
  indexer::WatchOptions watch;  // root and on_ready are set for each view
  // Called on the refresher's thread with a line about each update or failure
  // (services/log_line.h), without source text.
  std::function<void(const std::string& line)> log;
};

// How a view is kept current.
struct RefresherState {
  graph::ViewKey key;
  bool is_caught_up = false;  // the tree has been compared once
  indexer::WatchState watch;
  std::uint64_t updates = 0;                   // updates that published something
  std::uint64_t last_update_unix_seconds = 0;  // 0: none yet
  double last_update_seconds = 0;              // from the start of the update to its publication
  std::string trouble;                         // why the view cannot be brought up to date now
};

// Thread-safe.
class ViewRefresher {
 public:
  // The store must outlive this. Starts at once with the views of the store whose checkouts exist,
  // the last indexed first.
  ViewRefresher(graph::Store& store, RefresherOptions options);
  // Cancels a running update; published states stay.
  ~ViewRefresher();
  ViewRefresher(const ViewRefresher&) = delete;
  ViewRefresher& operator=(const ViewRefresher&) = delete;

  // Keeps a view current from now on; called when a question asks about it. Does not wait.
  void Keep(const graph::ViewKey& key, const std::filesystem::path& root);

  // Keeps the state that a question opened, until kHoldFor after the last question or until
  // somebody in this process wants to write. So data that is computed for one answer serves the
  // next one. A state that stayed open for long would keep pages of the store from being reused.
  // Does nothing for a view that is not kept current.
  void Hold(const graph::ViewKey& key, std::shared_ptr<const graph::ReadView> state);

  // Files that are known to differ from the published state. No value if that is not known without
  // reading the tree: the view is not kept current, not caught up yet, or polled, or events were
  // lost. Call it before opening the view: changes that are published in between are then counted
  // needlessly, but never missed.
  std::optional<std::uint64_t> FilesDiffering(const graph::ViewKey& key);

  // No value for a view that is not kept current.
  std::optional<RefresherState> StateOf(const graph::ViewKey& key);

  // Cancels a running update and lets none begin as long as the object lives, for another writer in
  // this process.
  class Pause {
   public:
    explicit Pause(ViewRefresher& refresher);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    ViewRefresher& refresher_;
  };

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace waymark::services
