// Defaults of a configuration for arguments that a call does not give.
#pragma once

#include "services/json_rpc.h"
#include "services/request_fields.h"
#include "tools/tool.h"

namespace waymark::services {

// The arguments with the numbers that stand for options of the command with the same question.
Json WithUsual(const ToolRow& tool, const UsualNumbers& numbers, Json given);

// The description of a tool (DescribeTool) with these defaults.
Json DescribedWithUsual(const ToolRow& tool, const UsualNumbers& numbers, Json described);

}  // namespace waymark::services
