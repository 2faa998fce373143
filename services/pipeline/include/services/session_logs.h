// Sessions that an agent has logged, played through the pipeline again: what it would have saved.
//
// Reads the logs of Claude Code: a directory for each project, in it a file of JSON lines for each
// session. Lines of other kinds are passed over. Nothing that is read is kept.
//
// Pure apart from reading files; thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/response_pipeline.h"
#include "services/telemetry.h"

namespace waymark::services {

// A longer file is refused, and a longer line is damaged.
inline constexpr std::uint64_t kMaxSessionLogBytes = std::uint64_t{1} << 30;
inline constexpr std::size_t kMaxSessionLogLine = std::size_t{64} << 20;

// An answer of a tool, or that the agent has shortened its context before the next one.
struct LoggedStep {
  bool is_compaction = false;
  ToolText answer;  // empty for a compaction
  Milliseconds ts_ms = 0;
};

struct LoggedSession {
  std::string id;
  std::vector<LoggedStep> steps;
  std::map<std::string, std::uint64_t> models;  // turns of each
  std::uint64_t damaged_lines = 0;
};

// The files below a directory of logs, by name: those of projects whose directory's name contains
// `project`, that were written since a time. NotFound if the directory cannot be read.
absl::StatusOr<std::vector<std::filesystem::path>> FindSessionLogs(
    const std::filesystem::path& directory, std::string_view project, Milliseconds since);

// Reads one file. Damaged lines are counted and skipped. Unavailable if it cannot be read,
// ResourceExhausted if it is too long.
absl::StatusOr<LoggedSession> ReadSessionLog(const std::filesystem::path& file);

// Plays the answers through a pipeline of their own, as if each was sent, and returns what the
// pipeline tells of them. Names stay as they are.
std::vector<StoredEvent> ReplaySession(const LoggedSession& session,
                                       const PipelineSettings& settings);

}  // namespace waymark::services
