#include "options/project_faults.h"

#include <set>

#include <fmt/format.h>

#include "graph/mutex.h"
#include "output/notes.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

struct ToldNotes {
  Mutex mutex;
  std::set<std::string> notes WM_GUARDED_BY(mutex);
};

bool IsToldFirst(const std::string& note) {
  static ToldNotes told;
  const MutexLock lock(told.mutex);
  return told.notes.insert(note).second;
}

}  // namespace

void NoteProjectFaults(std::span<const std::string> faults) {
  if (faults.empty()) return;
  std::string note = fmt::format("left out: {}", VisibleLine(faults.front()));
  if (faults.size() > 1) note += fmt::format("; {} more in that file", faults.size() - 1);
  if (IsToldFirst(note)) PrintNote(fmt::format("waymark: {}\n", note));
}

}  // namespace waymark::services
