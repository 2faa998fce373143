// The effects of the tools of well-known agents and servers, by their names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "services/pipeline_event.h"

namespace waymark::services {

struct ToolTraits {
  ToolKind kind = ToolKind::kOther;
  // Tools of the same server whose answers a call of this one may change; separated by blanks.
  std::string_view changes_answers_of = {};
  // The answer is text of files, which an edit has to match byte for byte: it is never re-encoded.
  bool shows_file_text = false;
};

// A tool that no table knows reads and writes nothing.
ToolTraits TraitsOfTool(std::string_view tool);

// The paths among the arguments of a call, JSON; empty if there are none.
std::vector<std::string> PathsIn(std::string_view arguments);

// Whether a change of `changed` may be a change of `read`: they are the same, or one is inside the
// other. A relative path is compared with the end of an absolute one.
bool Touches(std::string_view changed, std::string_view read);

}  // namespace waymark::services
