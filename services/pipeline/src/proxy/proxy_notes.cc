#include "proxy/proxy_notes.h"

#include <fmt/format.h>

namespace waymark::services {

void ProxyNotes::Tell(std::string_view kind, std::string_view note) {
  MutexLock lock(mutex_);
  const std::size_t number = ++told_[std::string(kind)];
  if (number > kMaxNotesOfKind) return;
  tell_(number < kMaxNotesOfKind
            ? std::string(note)
            : fmt::format("{}; further notes of this kind are left out", note));
}

}  // namespace waymark::services
