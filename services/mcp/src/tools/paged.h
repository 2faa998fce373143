// Pages of an answer, within a budget.
#pragma once

#include <cstdint>
#include <utility>

#include <absl/status/statusor.h>

#include "graph/status.h"
#include "tools/tool.h"

namespace waymark::services {

// As many rows of the verb's answer as the call's `limit` and budget allow. `write` turns the
// verb's answer into that of the tool. Calls the verb again for each attempt of WithinBudget.
template <typename Request, typename Answer, typename Write>
absl::StatusOr<ToolAnswer> Paged(const ToolCall& call, Request request,
                                 absl::StatusOr<Answer> (Verbs::*verb)(const Request&,
                                                                       const CallControl&),
                                 const Write& write) {
  return WithinBudget(call, [&](std::uint32_t limit) -> absl::StatusOr<ToolAnswer> {
    request.limit = limit;
    WM_ASSIGN_OR_RETURN(Answer answer, (call.verbs.*verb)(request, call.control));
    return write(std::move(answer));
  });
}

}  // namespace waymark::services
