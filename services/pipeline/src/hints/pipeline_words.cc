// Names that settings, events and hints share.
#include <fmt/format.h>

#include "services/pipeline_event.h"
#include "services/pipeline_settings.h"

namespace waymark::services {

std::string_view LevelOf(PipelineLayer layer) {
  switch (layer) {
    case PipelineLayer::kExact:
    case PipelineLayer::kNear:
      return "L0";
    case PipelineLayer::kTemplate:
      return "L1";
    case PipelineLayer::kEncoder:
      return "L2";
    case PipelineLayer::kVerbatim:
      break;
  }
  return "L3";
}

std::string_view Name(ToolKind kind) {
  switch (kind) {
    case ToolKind::kFileRead:
      return "file-read";
    case ToolKind::kFileMutate:
      return "file-mutate";
    case ToolKind::kOther:
      break;
  }
  return "other";
}

std::string EndpointName(std::string_view server, std::string_view tool) {
  return server.empty() ? std::string(tool) : fmt::format("mcp__{}__{}", server, tool);
}

const EndpointSettings& EndpointOf(const PipelineSettings& settings, std::string_view endpoint) {
  static const EndpointSettings kUnset;
  const auto found = settings.endpoints.find(endpoint);
  return found == settings.endpoints.end() ? kUnset : found->second;
}

}  // namespace waymark::services
