#include "resources/parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "graph/mutex.h"
#include "resources/watchdog.h"

namespace waymark::indexer {
namespace {

constexpr std::chrono::milliseconds kTickInterval(100);

// Distributes indices in order to producers, and passes them in order to the consumer.
class Sequence {
 public:
  Sequence(std::size_t count, std::size_t window) : count_(count), window_(window), done_(count) {}

  // The next index to produce; false if there is none left.
  bool Take(std::size_t& index) WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    while (!stopped_ && next_ < count_ && next_ >= consumed_ + window_) room_.Wait(lock);
    if (stopped_ || next_ >= count_) return false;
    index = next_++;
    return true;
  }

  void Produced(std::size_t index) WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    done_[index] = true;
    if (index == consumed_) ready_.NotifyOne();
  }

  // Waits a limited time for an index to be ready. False if it is not yet.
  bool Await(std::size_t index) WM_EXCLUDES(mutex_) {
    const auto deadline = std::chrono::steady_clock::now() + kTickInterval;
    MutexLock lock(mutex_);
    while (!done_[index]) {
      if (!ready_.WaitUntil(lock, deadline)) return done_[index];
    }
    return true;
  }

  void Consumed() WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    ++consumed_;
    room_.NotifyAll();
  }

  void Stop() WM_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    stopped_ = true;
    room_.NotifyAll();
  }

 private:
  const std::size_t count_;
  const std::size_t window_;
  Mutex mutex_;
  CondVar room_;
  CondVar ready_;
  std::size_t next_ WM_GUARDED_BY(mutex_) = 0;
  std::size_t consumed_ WM_GUARDED_BY(mutex_) = 0;
  std::vector<bool> done_ WM_GUARDED_BY(mutex_);
  bool stopped_ WM_GUARDED_BY(mutex_) = false;
};

absl::Status Consume(const OrderedWork& work, Sequence& sequence) {
  auto last_tick = std::chrono::steady_clock::now();
  for (std::size_t index = 0; index < work.count;) {
    const bool ready = sequence.Await(index);
    if (ready) {
      if (absl::Status status = work.consume(index); !status.ok()) return status;
      sequence.Consumed();
      ++index;
    }
    const auto now = std::chrono::steady_clock::now();
    if (work.tick && (!ready || now - last_tick >= kTickInterval)) {
      last_tick = now;
      if (absl::Status status = work.tick(); !status.ok()) return status;
    }
  }
  return absl::OkStatus();
}

// Starts threads that call run(t) for each t in [first, end), as many as the system allows.
std::vector<std::thread> StartThreads(unsigned first, unsigned end,
                                      const std::function<void(unsigned thread)>& run) {
  std::vector<std::thread> threads;
  try {
    for (unsigned t = first; t < end; ++t) threads.emplace_back(run, t);
  } catch (const std::system_error&) {
    // Work is distributed dynamically: the threads that started do the work of the others.
  }
  return threads;
}

}  // namespace

unsigned ThreadCount(unsigned wanted) {
  if (wanted == 0) wanted = std::thread::hardware_concurrency();
  return std::clamp(wanted, 1u, kMaxThreads);
}

void ParallelFor(unsigned threads, std::size_t count,
                 const std::function<void(unsigned thread, std::size_t index)>& work) {
  const auto usable = static_cast<unsigned>(std::min<std::size_t>(threads, count));
  if (usable <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(0, i);
    return;
  }
  std::atomic<std::size_t> next{0};
  const auto run = [&](unsigned thread) {
    for (std::size_t i = next++; i < count; i = next++) work(thread, i);
  };
  const Watchdog::StageScope* const stage = Watchdog::StageScope::Current();
  std::vector<std::thread> workers = StartThreads(1, usable, [&](unsigned thread) {
    std::optional<Watchdog::Scope> watched;
    if (stage != nullptr) watched.emplace(*stage);
    run(thread);
  });
  run(0);
  for (std::thread& worker : workers) worker.join();
}

absl::Status RunOrdered(unsigned threads, const OrderedWork& work) {
  const auto usable =
      static_cast<unsigned>(std::clamp<std::size_t>(work.count, 1, std::max(threads, 1u)));
  Sequence sequence(work.count, 2 * usable + 2);
  std::vector<std::thread> workers = StartThreads(0, usable, [&](unsigned thread) {
    for (std::size_t index = 0; sequence.Take(index);) {
      work.produce(thread, index);
      sequence.Produced(index);
    }
  });
  if (workers.empty()) {
    return absl::ResourceExhaustedError(fmt::format(
        "start {} threads: the system starts none; raise the limit of processes or memory",
        usable));
  }
  absl::Status status = Consume(work, sequence);
  sequence.Stop();
  for (std::thread& worker : workers) worker.join();
  return status;
}

}  // namespace waymark::indexer
