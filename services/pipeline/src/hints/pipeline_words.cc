// Names that settings, events and hints share.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "services/pipeline_event.h"
#include "services/pipeline_settings.h"

namespace waymark::services {
namespace {

template <typename Value>
void FillUnset(std::optional<Value>& value, const std::optional<Value>& other) {
  if (!value.has_value()) value = other;
}

void FillUnset(EndpointSettings& settings, const EndpointSettings& other) {
  FillUnset(settings.has_references, other.has_references);
  FillUnset(settings.recent_answers, other.recent_answers);
  FillUnset(settings.template_id, other.template_id);
  FillUnset(settings.least_body_bytes, other.least_body_bytes);
}

}  // namespace

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

EndpointSettings EndpointOf(const PipelineSettings& settings, std::string_view endpoint) {
  const auto own = settings.endpoints.find(endpoint);
  EndpointSettings found = own == settings.endpoints.end() ? EndpointSettings() : own->second;
  std::vector<const std::pair<const std::string, EndpointSettings>*> patterns;
  for (const auto& row : settings.endpoints) {
    const std::string_view pattern = row.first;
    if (pattern.ends_with('*') && endpoint.starts_with(pattern.substr(0, pattern.size() - 1))) {
      patterns.push_back(&row);
    }
  }
  std::sort(patterns.begin(), patterns.end(),
            [](const auto* a, const auto* b) { return a->first.size() > b->first.size(); });
  for (const auto* const pattern : patterns) FillUnset(found, pattern->second);
  return found;
}

}  // namespace waymark::services
