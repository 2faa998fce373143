#include "services/index_run.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "graph/hash.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The note is written as a whole each time, so that no reader sees a part: a line with the process
// and a line with its progress.
constexpr std::size_t kNoteBytes = 128;

std::string_view Doing(indexer::Stage stage) {
  switch (stage) {
    case indexer::Stage::kScanning:
      return "looking at";
    case indexer::Stage::kExtracting:
      return "reading";
    case indexer::Stage::kResolving:
      return "relating";
    case indexer::Stage::kPublishing:
      break;
  }
  return "publishing";
}

// The path unchanged if it cannot be resolved.
fs::path Canonical(const fs::path& root) {
  std::error_code error;
  fs::path canonical = fs::weakly_canonical(root, error);
  return error ? root : canonical;
}

fs::path NoteOf(const fs::path& store, const fs::path& root) {
  constexpr std::size_t kDigits = 16;
  const std::string hash =
      FieldHasher("waymark.index_run.v1").Add(root.native()).Finish<RootHash>().ToHex();
  return store / fmt::format("waymark.index-{}", std::string_view(hash).substr(0, kDigits));
}

// The note of the run that holds its lock; nothing without such a run.
std::optional<IndexRun> ReadNote(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::nullopt;
  std::optional<IndexRun> run;
  if (::flock(descriptor, LOCK_SH | LOCK_NB) != 0) {
    std::array<char, kNoteBytes> bytes{};
    const ssize_t size = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    const std::string_view text(bytes.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    const std::size_t end = std::min(text.find('\n'), text.size());
    run.emplace();
    std::from_chars(text.data(), text.data() + end, run->process);
    const std::string_view rest = text.substr(std::min(end + 1, text.size()));
    run->progress = rest.substr(0, rest.find('\n'));
  }
  ::close(descriptor);  // the lock, too
  return run;
}

}  // namespace

std::string ProgressText(const indexer::Progress& progress) {
  if (progress.files_total == 0) return "";
  return fmt::format("{} {} of {} files", Doing(progress.stage), progress.files_done,
                     progress.files_total);
}

std::optional<IndexRun> FindIndexRun(const fs::path& store, const fs::path& root) {
  std::error_code error;
  for (fs::path at = Canonical(root);; at = at.parent_path()) {
    if (std::optional<IndexRun> run = ReadNote(NoteOf(store, at))) return run;
    if (fs::exists(at / ".git", error) || !at.has_relative_path()) return std::nullopt;
  }
}

IndexRunNote::IndexRunNote(const fs::path& store, const fs::path& root) {
  // A reader of the note holds the lock for a moment.
  constexpr int kAttempts = 10;
  constexpr std::chrono::milliseconds kPause{1};
  path_ = NoteOf(store, Canonical(root));
  const int descriptor = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  for (int i = 0; i < kAttempts && descriptor_ < 0; ++i) {
    if (i > 0) std::this_thread::sleep_for(kPause);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) descriptor_ = descriptor;
  }
  if (descriptor_ < 0) {
    ::close(descriptor);
    return;
  }
  Tell({});
}

IndexRunNote::~IndexRunNote() {
  if (descriptor_ < 0) return;
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

void IndexRunNote::Tell(const indexer::Progress& progress) const {
  if (descriptor_ < 0) return;
  std::string text = fmt::format("{}\n{}\n", ::getpid(), ProgressText(progress));
  text.resize(kNoteBytes, ' ');
  // If the disk is full, the progress is not recorded.
  [[maybe_unused]] const ssize_t ignored = ::pwrite(descriptor_, text.data(), text.size(), 0);
}

}  // namespace waymark::services
