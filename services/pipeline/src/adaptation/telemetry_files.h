// The files of a telemetry directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

namespace waymark::services {

// Paths in a telemetry directory.
struct TelemetryPaths {
  explicit TelemetryPaths(const std::filesystem::path& directory)
      : events(directory / "events"),
        sessions(directory / "sessions.jsonl"),
        endpoints(directory / "endpoints.jsonl"),
        servers(directory / "servers.jsonl"),
        secret(directory / "secret") {}

  std::filesystem::path events;  // a directory
  std::filesystem::path sessions;
  std::filesystem::path endpoints;
  std::filesystem::path servers;
  std::filesystem::path secret;
};

// A line of the file of servers: {"hash": "p3fa9c1", "server": "github"}. Reading gives the two, or
// nothing for a damaged line.
std::string WriteServerLine(std::string_view hash, std::string_view server);
std::optional<std::pair<std::string, std::string>> ReadServerLine(std::string_view line);

// The files of events, by name.
std::vector<std::filesystem::path> EventFilesOf(const TelemetryPaths& paths);

// Appends in one write, so that lines of several processes do not mix. Makes the file with mode
// 0600. Returns the size of the file afterwards.
absl::StatusOr<std::uint64_t> AppendToFile(const std::filesystem::path& file,
                                           std::string_view text);

// Appends a line, without its end, to the file of sessions. Waits while another process drops old
// ones from it.
absl::Status AppendSession(const TelemetryPaths& paths, std::string_view line);

// Calls `take` with each line. A last line without an end counts: its writer may have been killed,
// and its reader finds it damaged. Lines beyond kMaxTelemetryLine are given cut to one byte more.
absl::Status EachLine(const std::filesystem::path& file,
                      const std::function<void(std::string_view)>& take);

// Makes the directories with mode 0700, and the secret unless it is there. Returns the secret.
absl::StatusOr<std::string> PrepareTelemetry(const std::filesystem::path& directory);

// Deletes files of events and lines of sessions that are older than they are kept.
void DropOldTelemetry(const TelemetryPaths& paths, std::int64_t now);

}  // namespace waymark::services
