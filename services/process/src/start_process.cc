#include "services/start_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

namespace waymark::services {
namespace {

std::vector<char*> PointersTo(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

// The streams and the directory of the program.
class SpawnActions {
 public:
  explicit SpawnActions(const ProcessStart& start) {
    posix_spawn_file_actions_init(&actions_);
    for (const ProcessStream& stream : start.streams) {
      if (stream.descriptor >= 0) {
        posix_spawn_file_actions_adddup2(&actions_, stream.descriptor, stream.stream);
      } else {
        posix_spawn_file_actions_addopen(&actions_, stream.stream, stream.file.c_str(),
                                         stream.flags, S_IRUSR | S_IWUSR);
      }
    }
    if (!start.directory.empty()) {
      posix_spawn_file_actions_addchdir_np(&actions_, start.directory.c_str());
    }
  }

  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }

  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

// The signals and the group of the program.
class SpawnAttributes {
 public:
  explicit SpawnAttributes(ProcessGroup group) {
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    unsigned flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
    if (group == ProcessGroup::kOwn) {
      posix_spawnattr_setpgroup(&attributes_, 0);
      flags |= POSIX_SPAWN_SETPGROUP;
    }
    if (group == ProcessGroup::kSession) flags |= POSIX_SPAWN_SETSID;
    posix_spawnattr_setflags(&attributes_, static_cast<std::int16_t>(flags));
  }

  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }

  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;

  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

}  // namespace

absl::StatusOr<::pid_t> StartProcess(ProcessStart start) {
  const SpawnActions actions(start);
  const SpawnAttributes attributes(start.group);
  std::vector<char*> environment;
  if (start.environment.has_value()) environment = PointersTo(*start.environment);
  ::pid_t process = 0;
  const int error = posix_spawnp(&process, start.program.c_str(), actions.get(), attributes.get(),
                                 PointersTo(start.arguments).data(),
                                 start.environment.has_value() ? environment.data() : environ);
  if (error == 0) return process;
  const char* const reason = std::strerror(error);
  return error == ENOENT ? absl::NotFoundError(reason) : absl::UnavailableError(reason);
}

}  // namespace waymark::services
