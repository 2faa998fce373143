// Records which work was under way when a process died. The record lies in a file of the store that
// all processes map, from before the work begins until it is done, so no handler has to run when a
// process ends: whether a fault, the kernel or a user ended it, the next process knows what was
// being done. Work that ended several processes in a row can then be skipped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "graph/hash.h"
#include "graph/mutex.h"

namespace waymark::graph {

struct WorkTag;
using WorkKey = Hash256<WorkTag>;

// Pieces of work that all processes together can record at a time; further ones are not recorded.
inline constexpr std::size_t kMaxWorkUnderWay = 64;
// Keys whose deaths are remembered; a further key replaces the one that was recorded first.
inline constexpr std::size_t kMaxDeathsKept = 64;

// Thread-safe.
class CrashJournal {
 public:
  // Maps a file in `directory`. If it cannot be written, nothing is recorded and no death is known.
  explicit CrashJournal(const std::filesystem::path& directory);
  ~CrashJournal();
  CrashJournal(const CrashJournal&) = delete;
  CrashJournal& operator=(const CrashJournal&) = delete;

  // Records a piece of work as long as the object lives. Work that a process died of before runs
  // alone: the constructor waits until no other work of this journal runs. So a second death is
  // recorded only for the work that caused it.
  class Work {
   public:
    // If at least `max_deaths` processes in a row have died of this work, it must not begin:
    // may_begin() is false and nothing is recorded.
    Work(CrashJournal& book, const WorkKey& key, unsigned max_deaths);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    bool may_begin() const { return may_begin_; }

    // Records `max_deaths` deaths for this work, so that no process begins it again. May be called
    // from any thread while the work is under way.
    void Condemn();

   private:
    CrashJournal& book_;
    const WorkKey key_;
    const unsigned max_deaths_;
    unsigned deaths_ = 0;
    bool may_begin_ = false;
    std::size_t slot_ = kMaxWorkUnderWay;  // kMaxWorkUnderWay: no slot
  };

  // Forgets the deaths of `key`, so that its work may begin again.
  void Forget(const WorkKey& key);

 private:
  struct Page;

  void Open(const std::filesystem::path& file);
  void RecordDeaths() WM_REQUIRES(mutex_);
  unsigned DeathsOf(const WorkKey& key) WM_REQUIRES(mutex_);
  std::size_t TakeSlot() WM_REQUIRES(mutex_);

  int descriptor_ = -1;
  Page* page_ = nullptr;  // null: nothing is recorded
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::size_t> free_slots_ WM_GUARDED_BY(mutex_);  // locked by this journal
  std::size_t running_ WM_GUARDED_BY(mutex_) = 0;
  std::size_t waiting_alone_ WM_GUARDED_BY(mutex_) = 0;
  bool is_alone_ WM_GUARDED_BY(mutex_) = false;
};

}  // namespace waymark::graph
