// The questions of the page: those of the commands, with the answers that these write as JSON.
#pragma once

#include <string>
#include <string_view>

#include <absl/status/statusor.h>

#include "query_fields.h"
#include "services/page_server.h"
#include "services/verbs.h"

namespace waymark::services {

struct PageCall {
  const PageOptions& options;
  Verbs& verbs;
  QueryFields fields;
  CallControl control;
};

// The answer to a question by the name of its command, such as "blast-radius". NotFound if there is
// no such question; otherwise errors are those of SetFields() and of the verb.
absl::StatusOr<std::string> AnswerQuestion(std::string_view verb, const PageCall& call);

// The answer to a judgement that is sent as JSON: {"task", "symbols", "useful"}.
absl::StatusOr<std::string> AnswerFeedback(std::string_view body, const PageCall& call);

}  // namespace waymark::services
