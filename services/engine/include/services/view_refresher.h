// ViewRefresher: keeps the views of a store as the trees on disk are, while a daemon serves them.
//
// A view is caught up once (stat data, then hashes) and watched from then on; what changes is
// indexed on one thread, one view after the other. Questions never wait for it: they are answered
// from the published state and say which files are known to differ.
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

// Views that are kept current at a time. Another one takes the place of the one that was asked
// about least recently.
inline constexpr std::size_t kMaxKeptViews = 16;
// At start the views that were indexed last are caught up, as many as this; the others when they
// are asked about.
inline constexpr std::size_t kMaxViewsAtStart = 8;
// Pauses between attempts to become the writer, or to repeat what failed: doubled each time.
inline constexpr std::chrono::milliseconds kMinRetryPause{200};
inline constexpr std::chrono::milliseconds kMaxRetryPause{15'000};
// After this long without a change an overlay that has grown is folded into a base.
inline constexpr std::chrono::seconds kFoldAfter{10};
// After this long without a change the declarations of a view are no longer kept in memory.
inline constexpr std::chrono::seconds kReleaseAfter{60};
// After this long without a question the published state of a view is closed again.
inline constexpr std::chrono::seconds kHoldFor{10};
// A view is left as it is once this many processes in a row died while they brought it up to date:
// more than die of one file before it is skipped.
inline constexpr unsigned kMaxDeathsOfUpdate = 4;

// Names the update of a view in the book of what processes died of.
graph::WorkKey KeyOfUpdate(const graph::ViewKey& key);

struct RefresherOptions {
  indexer::WatchOptions watch;  // root and on_ready are set for each view
  // Told, on the upkeep's thread, what was done or went wrong, as one line (services/log_line.h)
  // without source text.
  std::function<void(const std::string& line)> log;
};

// How a view is kept.
struct RefresherState {
  graph::ViewKey key;
  bool is_caught_up = false;  // everything before was compared once
  indexer::WatchState watch;
  std::uint64_t updates = 0;                   // that published something
  std::uint64_t last_update_unix_seconds = 0;  // 0: none yet
  double last_update_seconds = 0;              // from the start of the update to its publication
  std::string trouble;                         // why the view cannot be brought up to date now
};

// Thread-safe.
class ViewRefresher {
 public:
  // The store outlives the object. Starts at once with the views of the store whose checkouts
  // exist, those indexed last first.
  ViewRefresher(graph::Store& store, RefresherOptions options);
  // Cancels an update that runs; what is published stays.
  ~ViewRefresher();
  ViewRefresher(const ViewRefresher&) = delete;
  ViewRefresher& operator=(const ViewRefresher&) = delete;

  // A question about this view came: from now on it is kept. Does not wait.
  void Keep(const graph::ViewKey& key, const std::filesystem::path& root);

  // Keeps the state that the question opened, until the view is asked about no more or somebody in
  // this process wants to write: what it computes while it answers serves the next question, and a
  // state that is open for long would keep pages of the store from being used again. Does nothing
  // for a view that is not kept.
  void Hold(const graph::ViewKey& key, std::shared_ptr<const graph::ReadView> state);

  // Files that are known to differ from the published state. No value when that cannot be said
  // without looking at the tree: it is not kept, not caught up yet, polled, or events were lost.
  // Call before the view is opened: what is published in between is then counted in vain, never
  // missed.
  std::optional<std::uint64_t> FilesDiffering(const graph::ViewKey& key);

  // No value for a view that is not kept.
  std::optional<RefresherState> StateOf(const graph::ViewKey& key);

  // Ends a running update and lets none begin as long as the object lives: for somebody else in
  // this process who wants to write.
  class Pause {
   public:
    explicit Pause(ViewRefresher& upkeep);
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    ViewRefresher& upkeep_;
  };

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace waymark::services
