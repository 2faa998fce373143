#include "daemon/daemon_log.h"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "services/daemon.h"

namespace waymark::services {
namespace {

constexpr char kLogger[] = "waymark";
constexpr char kPattern[] = "time=%Y-%m-%dT%H:%M:%S.%e%z level=%l %v";
constexpr std::size_t kOldLogs = 1;

}  // namespace

absl::Status StartLog(const std::filesystem::path& file, std::string_view level) {
  std::shared_ptr<spdlog::logger> logger;
  try {
    logger = file.empty()
                 ? spdlog::stderr_logger_mt(kLogger)
                 : spdlog::rotating_logger_mt(kLogger, file.string(), kMaxLogBytes, kOldLogs);
  } catch (const spdlog::spdlog_ex& error) {
    return absl::UnavailableError(fmt::format("write the log {}: {}", file.string(), error.what()));
  }
  logger->set_pattern(kPattern);
  logger->set_level(spdlog::level::from_str(std::string(level)));
  logger->flush_on(spdlog::level::trace);  // so the events before a crash are in the file
  spdlog::set_default_logger(std::move(logger));
  return absl::OkStatus();
}

}  // namespace waymark::services
