// Where the response pipeline has its configuration and its telemetry, and how a session begins.
#pragma once

#include <filesystem>
#include <functional>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/pipeline_config.h"
#include "services/response_pipeline.h"

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

// Gives sessions what they begin with: the configuration as it is then, and a log if telemetry is
// on. `fault` gets why the settings are the defaults, or nothing is recorded: a session goes on
// without. Without `has_references` no answer becomes a reference, whatever the file says. The
// settings outlive the result.
PipelineStarter StarterOf(const Settings& settings, bool has_references,
                          std::function<void(const absl::Status& fault)> fault);

}  // namespace waymark::services
