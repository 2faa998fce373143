#include "lmdb/file_trust.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <string>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/status.h"
#include "lmdb/page_check.h"

namespace waymark::graph {
namespace {

constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr int kDamageExitCode = 3;

// Formatted before it is needed: a handler of a signal may only write it.
// NOLINTBEGIN(*-avoid-non-const-global-variables)
std::array<char, 1024> damage_text{};
std::size_t damage_bytes = 0;

// NOLINTEND(*-avoid-non-const-global-variables)

// A mapped file is shorter than its map, or cannot be read. Nothing can be saved: the read was in
// the middle of anything. Other reasons end the process as ever.
void HandleBusError(int number, siginfo_t* info, void*) {
  if (info->si_code == BUS_ADRERR) EndOnDamage();
  std::signal(number, SIG_DFL);
}

}  // namespace

void EndOnDamage() {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, damage_text.data(), damage_bytes);
  _exit(kDamageExitCode);
}

void GuardAgainstCutFiles(const std::filesystem::path& directory) {
  static std::once_flag once;
  std::call_once(once, [&directory] {
    const std::string text = fmt::format(
        "waymark: a file of the store {} was cut off or cannot be read, or the disk is full; run "
        "again, and if that fails too: waymark index PATH --force --store {}\n",
        directory.string(), directory.string());
    damage_bytes = std::min(text.size(), damage_text.size());
    std::memcpy(damage_text.data(), text.data(), damage_bytes);
    struct sigaction action {};

    action.sa_sigaction = HandleBusError;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, nullptr);
  });
}

FileTrust::Stamp FileTrust::Now() const {
  struct stat attributes;
  if (fstat(file_, &attributes) != 0) return {};
  return {static_cast<std::uint64_t>(attributes.st_size),
          attributes.st_ctim.tv_sec * kNanoseconds + attributes.st_ctim.tv_nsec};
}

absl::Status FileTrust::CheckInPlace() const {
  struct stat own;
  struct stat named;
  if (fstat(file_, &own) != 0) return absl::OkStatus();  // cannot tell
  if (stat((directory_ / "data.mdb").c_str(), &named) != 0) {
    // For another reason than absence it may still be there.
    if (errno != ENOENT && errno != ENOTDIR) return absl::OkStatus();
  } else if (own.st_dev == named.st_dev && own.st_ino == named.st_ino) {
    return absl::OkStatus();
  }
  return absl::DataLossError(
      fmt::format("store {}: data.mdb was removed or replaced while this process had it open",
                  directory_.string()));
}

absl::Status FileTrust::Check(std::uint64_t commit) {
  if (own_writes_ > 0) return absl::OkStatus();
  const Stamp now = Now();
  MutexLock lock(mutex_);
  if (now == trusted_) return absl::OkStatus();
  WM_RETURN_IF_ERROR(CheckPages(file_, commit, directory_));
  if (commit == commit_) ++changes_;
  trusted_ = now;
  commit_ = commit;
  return absl::OkStatus();
}

void FileTrust::EndOwnWrite(std::uint64_t commit) {
  const Stamp now = Now();
  {
    MutexLock lock(mutex_);
    trusted_ = now;
    commit_ = commit;
  }
  --own_writes_;
}

}  // namespace waymark::graph
