// Notes of the proxy on standard error about messages that are not as they should be.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "graph/mutex.h"

namespace waymark::services {

// Thread-safe.
class ProxyNotes {
 public:
  // A fault that comes with every message must not fill a log.
  static constexpr std::size_t kMaxNotesOfKind = 5;

  // `tell` writes one line, which is without a line feed.
  explicit ProxyNotes(std::function<void(std::string_view line)> tell) : tell_(std::move(tell)) {}

  // Tells the first few notes of a kind; the last one says that further ones are left out.
  void Tell(std::string_view kind, std::string_view note);

 private:
  const std::function<void(std::string_view)> tell_;
  Mutex mutex_;
  std::map<std::string, std::size_t, std::less<>> told_ WM_GUARDED_BY(mutex_);
};

}  // namespace waymark::services
