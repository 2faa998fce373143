// The log of the daemon: a line an event, key=value (services/log_line.h), behind its time and
// level, through spdlog's default logger.
#pragma once

#include <filesystem>
#include <string_view>

#include <absl/status/status.h>

namespace waymark::services {

// Into `file`, or to standard error when it is empty; lines below `level`, one of kLogLevels, are
// left out. A file that would grow beyond kMaxLogBytes becomes NAME.1.log first, the one before it
// being lost. Unavailable when the file cannot be written.
absl::Status StartLog(const std::filesystem::path& file, std::string_view level);

}  // namespace waymark::services
