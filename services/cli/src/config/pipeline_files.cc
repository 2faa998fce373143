#include "config/pipeline_files.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "config/config_file.h"
#include "graph/status.h"
#include "services/telemetry.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kOwnDirectory = "waymark";

absl::StatusOr<ConfigFile> ReadPipelineFile(const PipelineFiles& files) {
  return ReadConfigFile(files.config, kMaxPipelineConfigBytes);
}

}  // namespace

absl::StatusOr<PipelineFiles> FindPipelineFiles(const Settings& settings) {
  if (!settings.config_directory || !settings.state_directory) {
    return absl::FailedPreconditionError(
        "there is no place for the configuration of the pipeline and its telemetry: set HOME, or "
        "XDG_CONFIG_HOME and XDG_STATE_HOME");
  }
  return PipelineFiles{.config = *settings.config_directory / kOwnDirectory / kPipelineConfigName,
                       .telemetry = *settings.state_directory / kOwnDirectory / "telemetry"};
}

absl::StatusOr<PipelineConfig> LoadPipelineConfig(const PipelineFiles& files) {
  WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadPipelineFile(files));
  return ReadPipelineConfig(file.path.string(), file.text);
}

absl::StatusOr<fs::path> SavePipelineConfig(const PipelineFiles& files,
                                            const PipelineConfig& config) {
  WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadPipelineFile(files));
  fs::path kept;
  if (file.exists) {
    WM_ASSIGN_OR_RETURN(const PipelineConfig before,
                        ReadPipelineConfig(file.path.string(), file.text));
    if (WritePipelineConfig(before) != file.text) kept = file.path.string() + ".before";
  }
  if (!kept.empty()) {
    WM_ASSIGN_OR_RETURN(const ConfigFile beside, ReadConfigFile(kept));
    WM_RETURN_IF_ERROR(ReplaceConfigFile(beside, file.text));
  }
  WM_RETURN_IF_ERROR(ReplaceConfigFile(file, WritePipelineConfig(config)));
  return kept;
}

absl::Status SwitchTelemetry(const PipelineFiles& files, bool enabled) {
  WM_ASSIGN_OR_RETURN(const ConfigFile file, ReadPipelineFile(files));
  WM_ASSIGN_OR_RETURN(const std::string text,
                      WithTelemetryEnabled(file.path.string(), file.text, enabled));
  return text == file.text ? absl::OkStatus() : ReplaceConfigFile(file, text);
}

PipelineStarter StarterOf(const Settings& settings, bool has_references,
                          std::function<void(const absl::Status& fault)> fault) {
  const auto begun = std::make_shared<std::atomic<std::uint64_t>>(0);
  return [&settings, has_references, begun,
          fault = std::move(fault)](const std::string& client) -> PipelineStart {
    const absl::StatusOr<PipelineFiles> files = FindPipelineFiles(settings);
    absl::StatusOr<PipelineConfig> config = PipelineConfig();
    if (files.ok()) config = LoadPipelineConfig(*files);
    if (!config.ok()) {
      fault(config.status());
      config = PipelineConfig();
    }
    PipelineStart start{.settings = ResolvePipeline(*config, {.client = client})};
    start.settings.references.is_on = has_references && start.settings.references.is_on;
    start.settings.references.has_one_context = has_references;
    if (!files.ok() || !config->telemetry.enabled) return start;
    absl::StatusOr<std::unique_ptr<TelemetryLog>> log = TelemetryLog::Open(
        files->telemetry, start.settings.telemetry,
        fmt::format("{}-{}-{}", ::getpid(), NowInMilliseconds(), ++*begun), NowInMilliseconds);
    if (log.ok()) {
      start.sink = *std::move(log);
    } else {
      fault(log.status());
    }
    return start;
  };
}

}  // namespace waymark::services
