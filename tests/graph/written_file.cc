#include "written_file.h"

#include <cerrno>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "graph/mutex.h"

namespace waymark::graph {
namespace {

struct Watch {
  Mutex mutex;
  bool active WM_GUARDED_BY(mutex) = false;
  std::pair<dev_t, ino_t> file WM_GUARDED_BY(mutex);
  std::vector<WriteEvent> events WM_GUARDED_BY(mutex);
  std::int64_t writes_before_fault WM_GUARDED_BY(mutex) = -1;
  int fault WM_GUARDED_BY(mutex) = 0;
};

// System calls have no other place to find it; never destroyed.
Watch& TheWatch() {
  static Watch& watch = *new Watch;  // NOLINT(*-avoid-non-const-global-variables)
  return watch;
}

std::optional<std::pair<dev_t, ino_t>> FileOf(int descriptor) {
  struct stat attributes;
  if (fstat(descriptor, &attributes) != 0 || !S_ISREG(attributes.st_mode)) return std::nullopt;
  return std::pair(attributes.st_dev, attributes.st_ino);
}

// The error that a write shall fail with; 0 to go on.
int BeforeWrite(int descriptor) {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  if (!watch.active || watch.writes_before_fault < 0 || FileOf(descriptor) != watch.file) return 0;
  if (watch.writes_before_fault == 0) return watch.fault;
  --watch.writes_before_fault;
  return 0;
}

void Record(int descriptor, WriteEvent event) {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  if (!watch.active || FileOf(descriptor) != watch.file) return;
  const bool durable = (fcntl(descriptor, F_GETFL) & O_DSYNC) != 0;
  if (event.kind == WriteEvent::Kind::kWrite && durable) {
    event.kind = WriteEvent::Kind::kDurableWrite;
  }
  watch.events.push_back(std::move(event));
}

void RecordWrite(int descriptor, std::int64_t offset, std::string bytes) {
  Record(descriptor,
         {WriteEvent::Kind::kWrite, static_cast<std::uint64_t>(offset), std::move(bytes)});
}

ssize_t PositionedWrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  if (const int fault = BeforeWrite(descriptor); fault != 0) {
    errno = fault;
    return -1;
  }
  const ssize_t written = syscall(SYS_pwrite64, descriptor, bytes, size, offset);
  if (written > 0) {
    RecordWrite(descriptor, offset,
                {static_cast<const char*>(bytes), static_cast<std::size_t>(written)});
  }
  return written;
}

}  // namespace

WrittenFile::WrittenFile(const std::filesystem::path& path) {
  struct stat attributes;
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  if (watch.active || stat(path.c_str(), &attributes) != 0) std::abort();
  watch.file = {attributes.st_dev, attributes.st_ino};
  watch.events.clear();
  watch.writes_before_fault = -1;
  watch.active = true;
}

WrittenFile::~WrittenFile() {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  watch.active = false;
}

std::vector<WriteEvent> WrittenFile::events() const {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  return watch.events;
}

std::size_t WrittenFile::event_count() const {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  return watch.events.size();
}

void WrittenFile::FailAfter(std::int64_t writes, int code) {
  Watch& watch = TheWatch();
  MutexLock lock(watch.mutex);
  watch.fault = code;
  watch.writes_before_fault = writes;
}

}  // namespace waymark::graph

// The linker takes these before those of the C library, for shared libraries too. The names are
// its. They ask the kernel themselves: a static program has no second definition to look up.
// NOLINTBEGIN(readability-identifier-naming)
extern "C" {

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  return waymark::graph::PositionedWrite(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off64_t offset) {
  return waymark::graph::PositionedWrite(descriptor, bytes, size, offset);
}

ssize_t writev(int descriptor, const iovec* parts, int count) {
  if (const int fault = waymark::graph::BeforeWrite(descriptor); fault != 0) {
    errno = fault;
    return -1;
  }
  const off_t offset = lseek(descriptor, 0, SEEK_CUR);
  const ssize_t written = syscall(SYS_writev, descriptor, parts, count);
  std::string bytes;
  for (int i = 0; i < count && static_cast<ssize_t>(bytes.size()) < written; ++i) {
    bytes.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  }
  if (written > 0) {
    bytes.resize(static_cast<std::size_t>(written));
    waymark::graph::RecordWrite(descriptor, offset, std::move(bytes));
  }
  return written;
}

int fdatasync(int descriptor) {
  const auto result = static_cast<int>(syscall(SYS_fdatasync, descriptor));
  if (result == 0)
    waymark::graph::Record(descriptor, {waymark::graph::WriteEvent::Kind::kSync, 0, ""});
  return result;
}

int fsync(int descriptor) {
  const auto result = static_cast<int>(syscall(SYS_fsync, descriptor));
  if (result == 0)
    waymark::graph::Record(descriptor, {waymark::graph::WriteEvent::Kind::kSync, 0, ""});
  return result;
}

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
