// Reads and deletes what telemetry has written.
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "adaptation/telemetry_files.h"
#include "graph/status.h"
#include "services/telemetry.h"
#include "services/tuner.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

std::uint64_t SizeOfFile(const fs::path& file) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

// Reads a file that need not be there, line by line. `take` tells whether a line is intact.
void ReadLines(const fs::path& file, TelemetryRecord& record,
               const std::function<bool(std::string_view)>& take) {
  std::error_code error;
  if (!fs::exists(file, error)) return;
  record.bytes += SizeOfFile(file);
  const absl::Status status = EachLine(file, [&](std::string_view line) {
    if (!take(line)) ++record.damaged_lines;
  });
  if (!status.ok()) ++record.unreadable_files;
}

}  // namespace

TelemetryRecord ReadTelemetry(const fs::path& directory, Milliseconds since) {
  const TelemetryPaths paths(directory);
  TelemetryRecord record;
  for (const fs::path& file : EventFilesOf(paths)) {
    ReadLines(file, record, [&](std::string_view line) {
      absl::StatusOr<StoredEvent> event = ReadEventLine(line);
      if (!event.ok()) return false;
      if (event->ts_ms >= since) record.events.push_back(*std::move(event));
      return true;
    });
  }
  ReadLines(paths.sessions, record, [&](std::string_view line) {
    absl::StatusOr<SessionSummary> summary = ReadSummaryLine(line);
    if (!summary.ok()) return false;
    if (summary->ended_at_ms >= since) record.sessions.push_back(*std::move(summary));
    return true;
  });
  ReadLines(paths.servers, record, [&](std::string_view line) {
    const auto server = ReadServerLine(line);
    if (server) record.servers.insert(*server);
    return server.has_value();
  });
  return record;
}

std::string EndpointNameOf(const TelemetryRecord& record, std::string_view tool_name_anon) {
  for (const auto& [hash, server] : record.servers) {
    const std::string prefix = EndpointName(hash, "");
    if (tool_name_anon.starts_with(prefix)) {
      return EndpointName(server, tool_name_anon.substr(prefix.size()));
    }
  }
  return std::string(tool_name_anon);
}

std::vector<EndpointFingerprint> ReadFingerprints(const fs::path& directory) {
  std::vector<EndpointFingerprint> fingerprints;
  // A file that is missing is an empty one.
  static_cast<void>(EachLine(TelemetryPaths(directory).endpoints, [&](std::string_view line) {
    absl::StatusOr<EndpointFingerprint> print = ReadFingerprintLine(line);
    if (print.ok()) fingerprints.push_back(*std::move(print));
  }));
  return fingerprints;
}

absl::Status WriteFingerprints(const fs::path& directory,
                               std::span<const EndpointFingerprint> fingerprints) {
  const fs::path file = TelemetryPaths(directory).endpoints;
  const fs::path beside = file.string() + fmt::format("-{}", ::getpid());
  std::string text;
  for (const EndpointFingerprint& print : fingerprints) text += WriteFingerprintLine(print) + "\n";
  std::error_code error;
  fs::remove(beside, error);
  WM_RETURN_IF_ERROR(AppendToFile(beside, text).status());
  fs::rename(beside, file, error);
  if (!error) return absl::OkStatus();
  return absl::UnavailableError(fmt::format("write {}: {}", file.string(), error.message()));
}

absl::StatusOr<std::uint64_t> PurgeTelemetry(const fs::path& directory) {
  const TelemetryPaths paths(directory);
  std::vector<fs::path> files = EventFilesOf(paths);
  for (const fs::path& file : {paths.sessions, paths.endpoints, paths.servers, paths.secret}) {
    files.push_back(file);
  }
  std::uint64_t removed = 0;
  for (const fs::path& file : files) {
    std::error_code error;
    if (fs::remove(file, error)) ++removed;
    if (error) {
      return absl::PermissionDeniedError(
          fmt::format("remove {}: {}", file.string(), error.message()));
    }
  }
  // Directories stay if they hold anything else.
  std::error_code ignored;
  fs::remove(paths.events, ignored);
  fs::remove(directory, ignored);
  return removed;
}

}  // namespace waymark::services
