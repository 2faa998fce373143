// The log of the daemon: one line per event, with time, level and key=value pairs
// (services/log_line.h), through spdlog's default logger.
#pragma once

#include <filesystem>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::services {

// Logs to `file`, or to standard error if it is empty. Omits lines below `level`, one of
// kLogLevels. A file that would exceed kMaxLogBytes is renamed to NAME.1.log, which replaces the
// previous one. Unavailable if the file cannot be written.
absl::Status StartLog(const std::filesystem::path& file, std::string_view level);

}  // namespace waymark::services
