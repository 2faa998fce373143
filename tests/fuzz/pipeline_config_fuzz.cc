// The configuration of the response pipeline: whatever a file holds, it is refused with its name
// first, or it is written and read again as the same. The switch of telemetry changes nothing else.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "services/pipeline_config.h"

namespace {

using waymark::services::PipelineConfig;
using waymark::services::ReadPipelineConfig;
using waymark::services::WritePipelineConfig;

void CheckSwitch(std::string_view text, PipelineConfig config) {
  const auto edited = waymark::services::WithTelemetryEnabled("f", text, true);
  if (!edited.ok()) return;
  const auto read = ReadPipelineConfig("f", *edited);
  config.telemetry.enabled = true;
  if (!read.ok() || WritePipelineConfig(*read) != WritePipelineConfig(config)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto config = ReadPipelineConfig("/pipeline.toml", text);
  if (!config.ok()) {
    if (!std::string(config.status().message()).starts_with("/pipeline.toml")) std::abort();
    return 0;
  }
  const std::string written = WritePipelineConfig(*config);
  const auto again = ReadPipelineConfig("/pipeline.toml", written);
  if (!again.ok() || WritePipelineConfig(*again) != written) std::abort();
  waymark::services::ResolvePipeline(*config, {.model_id = "glm-5.1"});
  CheckSwitch(text, *config);
  return 0;
}
