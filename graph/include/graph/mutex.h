// std::mutex with clang's thread-safety annotations. Only this file names std::mutex. A clang build
// with -Wthread-safety proves that guarded members are touched under their lock; other compilers
// ignore the annotations. (absl::Mutex is annotated too, but reports false races under TSan.)
//
//   mutable Mutex mutex_;
//   std::deque<Job> jobs_ WM_GUARDED_BY(mutex_);
//
//   MutexLock lock(mutex_);
//   while (jobs_.empty()) ready_.Wait(lock);
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#if defined(__clang__)
#define WM_THREAD_ANNOTATION(x) __attribute__((x))
#else
#define WM_THREAD_ANNOTATION(x)
#endif

#define WM_CAPABILITY(name) WM_THREAD_ANNOTATION(capability(name))
#define WM_SCOPED_CAPABILITY WM_THREAD_ANNOTATION(scoped_lockable)
// On a member: read and written only while the mutex is held. PT: the same for the object that the
// pointer points to.
#define WM_GUARDED_BY(mutex) WM_THREAD_ANNOTATION(guarded_by(mutex))
#define WM_PT_GUARDED_BY(mutex) WM_THREAD_ANNOTATION(pt_guarded_by(mutex))
// On a function: the caller holds the mutexes, or must not hold them.
#define WM_REQUIRES(...) WM_THREAD_ANNOTATION(requires_capability(__VA_ARGS__))
#define WM_EXCLUDES(...) WM_THREAD_ANNOTATION(locks_excluded(__VA_ARGS__))
#define WM_ACQUIRE(...) WM_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define WM_RELEASE(...) WM_THREAD_ANNOTATION(release_capability(__VA_ARGS__))

namespace waymark {

class WM_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() WM_ACQUIRE() { mutex_.lock(); }

  void Unlock() WM_RELEASE() { mutex_.unlock(); }

 private:
  friend class MutexLock;
  std::mutex mutex_;
};

// Holds the mutex from construction to the end of the scope.
class WM_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) WM_ACQUIRE(mutex) : lock_(mutex.mutex_) {}

  ~MutexLock() WM_RELEASE() = default;
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  friend class CondVar;
  std::unique_lock<std::mutex> lock_;
};

// Waits have no predicate, because the analysis does not see that a lambda runs under the lock:
// call them in a loop over the condition. The lock is held again when a wait returns.
class CondVar {
 public:
  void Wait(MutexLock& lock) { condition_.wait(lock.lock_); }

  // Returns false when the time is reached without a notification.
  template <typename Clock, typename Duration>
  bool WaitUntil(MutexLock& lock, const std::chrono::time_point<Clock, Duration>& deadline) {
    return condition_.wait_until(lock.lock_, deadline) == std::cv_status::no_timeout;
  }

  void NotifyOne() { condition_.notify_one(); }

  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace waymark
