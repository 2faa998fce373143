// The sessions of commands that serve agents, with the configuration and the telemetry of the
// response pipeline.
#pragma once

#include <string>

#include "config/settings.h"
#include "services/response_pipeline.h"

namespace waymark::services {

// The start of sessions of `waymark COMMAND` (config/pipeline_files.h). Faults of the files are
// told on standard error.
PipelineStarter SessionsOf(const std::string& command, const Settings& settings,
                           bool has_references);

}  // namespace waymark::services
