// Where the response pipeline has its configuration and its telemetry, and how a session begins.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/pipeline_config.h"
#include "services/telemetry.h"

namespace waymark::services {

struct PipelineFiles {
  std::filesystem::path config;     // $XDG_CONFIG_HOME/waymark/pipeline.toml
  std::filesystem::path telemetry;  // $XDG_STATE_HOME/waymark/telemetry
};

// FailedPrecondition if the environment names no directory for them.
absl::StatusOr<PipelineFiles> FindPipelineFiles(const Settings& settings);

// A missing file is the default. Errors are those of ReadPipelineConfig and of reading the file.
absl::StatusOr<PipelineConfig> LoadPipelineConfig(const PipelineFiles& files);

// Writes the configuration in place of the file. A file that holds more than the configuration,
// such as comments, is kept beside it; returns its path then, else an empty one.
absl::StatusOr<std::filesystem::path> SavePipelineConfig(const PipelineFiles& files,
                                                         const PipelineConfig& config);

// Sets the switch of telemetry in the file; every other byte stays.
absl::Status SwitchTelemetry(const PipelineFiles& files, bool enabled);

// The settings and the telemetry of a session that begins.
struct PipelineStart {
  PipelineSettings settings;
  std::unique_ptr<TelemetryLog> telemetry;  // null: it is off, or cannot be written
  // Why the settings are the defaults, or nothing is recorded: a session goes on without.
  std::vector<absl::Status> faults;
};

// `session_id` is unique among the sessions of this process.
PipelineStart StartPipeline(const Settings& settings, std::string_view session_id);

}  // namespace waymark::services
