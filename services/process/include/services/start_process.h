// Starts other programs: the daemon, servers of agents, the browser, the pager, the editor.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>
#include <sys/types.h>

namespace waymark::services {

// The target of a stream of the started program. Other streams are those of this process.
struct ProcessStream {
  int stream = 0;         // STDIN_FILENO, STDOUT_FILENO or STDERR_FILENO
  int descriptor = -1;    // of this process; -1: the file
  std::string file = {};  // only its owner may read it if it is created
  int flags = 0;          // of open(2)
};

// With whom the started program gets signals of the terminal and of kill(2) for groups.
enum class ProcessGroup : std::uint8_t {
  kShared,  // with this process
  kOwn,     // a group of which it is the leader
  kSession  // a session without a terminal, which outlives that of this process
};

struct ProcessStart {
  std::string program;                 // a path, or a name that is looked up on the PATH
  std::vector<std::string> arguments;  // with the name of the program first
  // NAME=VALUE; absent: those of this process.
  std::optional<std::vector<std::string>> environment = std::nullopt;
  std::vector<ProcessStream> streams = {};
  std::string directory = {};  // "": that of this process
  ProcessGroup group = ProcessGroup::kShared;
};

// The id of the process, for which the caller waits. The program begins with no signal ignored or
// blocked, whatever this process does. NotFound if there is no such program, else Unavailable; the
// message is the reason alone. Thread-safe.
absl::StatusOr<::pid_t> StartProcess(ProcessStart start);

}  // namespace waymark::services
