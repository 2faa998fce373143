// The arguments of a call as the agent gives them, brought to the names and types of the tool.
#pragma once

#include <span>
#include <string>

#include "services/json_rpc.h"
#include "tools/tool.h"

namespace waymark::services {

struct TakenArguments {
  // By the tool's names. Values that have a meaning in the type of their argument have that type;
  // others are unchanged, for the check to refuse. `repo` is unchanged, because what it may be
  // depends on the workspace.
  Json arguments;
  // What was ignored or read as something else; one paragraph, empty if nothing was.
  std::string note;
};

// Reads
//   names    in any case and style (tokenBudget, token-budget), other names (argument_hints.h), and
//            a misspelt name of an argument that the call lacks
//   texts    for a number, a flag, a list of one, or a list in JSON; a list of one for a text
//   words    in any case and style, other words (argument_hints.h), or the nearest word
// Leaves out null, "" and [], which say nothing, and arguments that the tool does not have. `given`
// that is no object is returned as it is. Never fails. Cost: linear in `given`.
TakenArguments TakeArguments(std::span<const ArgumentRow> rows, const Json& given);

}  // namespace waymark::services
