// Ctrl-C as a flag: the first SIGINT or SIGTERM asks the running verb to stop, a second one ends
// the process at once.
#pragma once

#include <atomic>

namespace waymark::services {

class Interrupt {
 public:
  // Installs the handlers. Call once, before other threads exist.
  static void Install();

  // For CallControl::cancelled; lives as long as the process.
  static const std::atomic<bool>* flag();

  // Number of the signal that came, 0 when none did.
  static int signal();
};

}  // namespace waymark::services
