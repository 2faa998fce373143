// Ctrl-C as a flag: the first SIGINT or SIGTERM asks the running verb to stop, a second one ends
// the process at once. The time limit of a question sets the same flag.
#pragma once

#include <atomic>
#include <chrono>

namespace waymark::services {

class Interrupt {
 public:
  // Installs the handlers. Call once, before other threads exist.
  static void Install();

  // Sets the flag when `limit` has passed. A later call replaces the limit; zero removes it.
  static void SetAfter(std::chrono::milliseconds limit);

  // Whether the limit has set the flag.
  static bool is_late();

  // For CallControl::cancelled; lives as long as the process.
  static const std::atomic<bool>* flag();

  // Number of the received signal; 0: none.
  static int signal();
};

}  // namespace waymark::services
