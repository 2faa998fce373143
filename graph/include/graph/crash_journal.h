// Which work was under way when a process of a store died. It stands in a file that all processes
// of the store map, from before it begins until it is done, so that no handler has to run when one
// ends: what a fault, the kernel or a user kills is known to the next process. Work that several
// processes in a row did not outlive can then be left alone.
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

// Pieces of work under way at a time, of all processes; what is beyond is not noted.
inline constexpr std::size_t kMaxWorkUnderWay = 64;
// Pieces of work whose deaths are remembered; beyond, those that were noted first are forgotten.
inline constexpr std::size_t kMaxDeathsKept = 64;

// Thread-safe.
class CrashJournal {
 public:
  // A file of `directory`; where it cannot be written nothing is noted, and no death known.
  explicit CrashJournal(const std::filesystem::path& directory);
  ~CrashJournal();
  CrashJournal(const CrashJournal&) = delete;
  CrashJournal& operator=(const CrashJournal&) = delete;

  // What is under way as long as the object lives. What a process died of before is done while
  // nothing else of this book is, so that only the guilty are known to have done it twice.
  class Work {
   public:
    // Once `max_deaths` processes in a row have died of it, the work is not to be begun: it is not
    // noted then.
    Work(CrashJournal& book, const WorkKey& key, unsigned max_deaths);
    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    bool may_begin() const { return may_begin_; }

    // As if as many processes had died of it as may: none begins it again. From any thread, as long
    // as it is under way.
    void Condemn();

   private:
    CrashJournal& book_;
    const WorkKey key_;
    const unsigned max_deaths_;
    unsigned deaths_ = 0;
    bool may_begin_ = false;
    std::size_t slot_ = kMaxWorkUnderWay;  // that: none
  };

  // It is begun again, however many died of it.
  void Forget(const WorkKey& key);

 private:
  struct Page;

  void Open(const std::filesystem::path& file);
  void BuryTheDead() WM_REQUIRES(mutex_);
  unsigned DeathsOf(const WorkKey& key) WM_REQUIRES(mutex_);
  std::size_t TakeSlot() WM_REQUIRES(mutex_);

  int descriptor_ = -1;
  Page* page_ = nullptr;  // null: nothing is noted
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::size_t> free_slots_ WM_GUARDED_BY(mutex_);  // locked by this book
  std::size_t running_ WM_GUARDED_BY(mutex_) = 0;
  std::size_t waiting_alone_ WM_GUARDED_BY(mutex_) = 0;
  bool is_alone_ WM_GUARDED_BY(mutex_) = false;
};

}  // namespace waymark::graph
