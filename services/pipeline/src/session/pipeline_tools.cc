#include "services/pipeline_tools.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "session/tool_result.h"

namespace waymark::services {
namespace {

constexpr char kReferenceArgument[] = "ref";

// The first name is ours; hosts of DevBoy send the second.
constexpr std::string_view kCompactNotices[] = {"notifications/waymark/compact",
                                                "notifications/devboy/compact"};

absl::StatusOr<std::string> CallRecall(ResponsePipeline& pipeline, const Json& arguments) {
  const Json reference =
      arguments.is_object() ? arguments.value(kReferenceArgument, Json()) : Json();
  if (!reference.is_string()) {
    return absl::InvalidArgumentError(
        R"(recall: name the answer by the number in its reference; a call that works: )"
        R"(recall {"ref":"r17"})");
  }
  return pipeline.Recall(reference.get<std::string>());
}

absl::StatusOr<std::string> CallCompacted(ResponsePipeline& pipeline, const Json& /*arguments*/) {
  pipeline.Compact();
  return "Answers are sent whole again.";
}

struct PipelineToolRow {
  std::string_view name;
  std::string_view description;
  std::string_view argument;  // a required text; empty: none
  bool is_read_only = true;
  absl::StatusOr<std::string> (*call)(ResponsePipeline& pipeline, const Json& arguments);
};

constexpr PipelineToolRow kPipelineTools[] = {
    {"recall",
     "The answer that '> [ref: r17]' stands for: what ended with '> [id: r17]' earlier. Call it "
     "only if you cannot see that answer any more. '> [near-ref: r17, a: 1→2]' is answer r17 with "
     "2 in the field a.",
     kReferenceArgument, true, CallRecall},
    {"compact", "Call it after your context was shortened: earlier answers are sent whole again.",
     "", false, CallCompacted},
};

const PipelineToolRow* FindPipelineTool(std::string_view name) {
  const auto* const row =
      std::find_if(std::begin(kPipelineTools), std::end(kPipelineTools),
                   [name](const PipelineToolRow& tool) { return tool.name == name; });
  return row == std::end(kPipelineTools) ? nullptr : row;
}

}  // namespace

Json DescribePipelineTools() {
  Json tools = Json::array();
  for (const PipelineToolRow& tool : kPipelineTools) {
    Json schema = {{"type", "object"}, {"properties", Json::object()}};
    if (!tool.argument.empty()) {
      schema["properties"][std::string(tool.argument)] = {{"type", "string"}};
      schema["required"] = Json::array({tool.argument});
    }
    tools.push_back({{"name", tool.name},
                     {"description", tool.description},
                     {"inputSchema", std::move(schema)},
                     {"annotations", {{"readOnlyHint", tool.is_read_only}}}});
  }
  return tools;
}

bool IsPipelineTool(std::string_view name) { return FindPipelineTool(name) != nullptr; }

absl::StatusOr<std::string> CallPipelineTool(ResponsePipeline& pipeline, std::string_view name,
                                             const Json& arguments) {
  return FindPipelineTool(name)->call(pipeline, arguments);
}

bool IsCompactNotice(std::string_view method) {
  return std::find(std::begin(kCompactNotices), std::end(kCompactNotices), method) !=
         std::end(kCompactNotices);
}

std::string ContextIn(const Json& params) {
  const Json meta = params.is_object() ? params.value("_meta", Json()) : Json();
  const Json context = meta.is_object() ? meta.value(kMetaContext, Json()) : Json();
  return context.is_string() ? context.get<std::string>() : "";
}

std::vector<std::uint32_t> ShapeResult(ResponsePipeline& pipeline, ToolText call, Json& result) {
  const std::string text = result.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::vector<TextEdit> edits;
  std::vector<std::uint32_t> ordinals = ShapeToolResult(pipeline, std::move(call), text, edits);
  if (!edits.empty()) result = Json::parse(Edited(text, edits));
  return ordinals;
}

}  // namespace waymark::services
