// References in the Model Context Protocol: the tools that an agent calls, the notifications that
// its client sends, and the texts of a result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "services/response_pipeline.h"

namespace waymark::services {

// In `_meta` of a call: a text that names the context of a model that the answer goes to, for
// clients that have several, such as one for each sub-agent.
inline constexpr char kMetaContext[] = "waymark/context";

// The entries of `tools/list`: `recall` brings the text that a reference stands for, `compact`
// says that the context was shortened.
Json DescribePipelineTools();

bool IsPipelineTool(std::string_view name);

// The answer to a call of one of these tools. InvalidArgument and NotFound say what to send.
// REQUIRES: IsPipelineTool(name).
absl::StatusOr<std::string> CallPipelineTool(ResponsePipeline& pipeline, std::string_view name,
                                             const Json& arguments);

// Whether a notification says that the client has shortened the context.
bool IsCompactNotice(std::string_view method);

// The context in the parameters of a call; "" if they name none.
std::string ContextIn(const Json& params);

// Shapes each text of a result of `call`, whose own text is not used. The text of an error stays as
// it is, and so does one with the value of the structured content. The numbers are for Sent(), once
// the result is written.
std::vector<std::uint32_t> ShapeResult(ResponsePipeline& pipeline, ToolText call, Json& result);

}  // namespace waymark::services
