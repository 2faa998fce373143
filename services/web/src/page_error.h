// Errors of questions, as the page reads them.
#pragma once

#include <absl/status/status.h>

#include "services/http_message.h"

namespace waymark::services {

// {"error": MESSAGE, "remedy": what to do or "", "candidates": [...]?}, with the status of HTTP
// that fits the code.
HttpResponse ErrorResponse(const absl::Status& status);

// A whole answer that is JSON.
HttpResponse JsonResponse(std::string json);

}  // namespace waymark::services
