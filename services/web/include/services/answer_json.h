// JSON of answers that no codec writes, the same on the command line and in the page.
#pragma once

#include <string>

#include "services/verbs.h"

namespace waymark::services {

// {"judgements":[{"symbol","task","useful","source","holds"}],"kept"}, indented, with a line break
// at its end.
std::string FeedbackJson(const FeedbackAnswer& answer);

// JsonOf(answer), with the cursor of the next page unless it is empty.
std::string OutlineJson(const OutlineAnswer& answer, const std::string& cursor);

}  // namespace waymark::services
