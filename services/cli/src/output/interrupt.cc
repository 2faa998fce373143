#include "output/interrupt.h"

#include <csignal>

#include <signal.h>
#include <sys/time.h>

namespace waymark::services {
namespace {

// Lock-free, so that a signal handler may use them; a handler can reach only global variables.
std::atomic<bool> interrupted{false};  // NOLINT(*-avoid-non-const-global-variables)
std::atomic<int> signal_number{0};     // NOLINT(*-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void OnSignal(int number) {
  signal_number.store(number, std::memory_order_relaxed);
  interrupted.store(true, std::memory_order_relaxed);
}

}  // namespace

void Interrupt::Install() {
  struct sigaction action {};

  action.sa_handler = OnSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second signal has its default effect
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM}) sigaction(number, &action, nullptr);
  action.sa_flags = SA_RESTART;  // a slow reader of the answer must not cause an error
  sigaction(SIGALRM, &action, nullptr);
}

void Interrupt::SetAfter(std::chrono::milliseconds limit) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limit);
  itimerval timer{};
  timer.it_value.tv_sec = seconds.count();
  timer.it_value.tv_usec = std::chrono::microseconds(limit - seconds).count();
  setitimer(ITIMER_REAL, &timer, nullptr);
}

bool Interrupt::is_late() { return signal() == SIGALRM; }

const std::atomic<bool>* Interrupt::flag() { return &interrupted; }

int Interrupt::signal() { return signal_number.load(std::memory_order_relaxed); }

}  // namespace waymark::services
