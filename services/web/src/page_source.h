// Source text for the page: a file with its symbols, and the lines of an answer about uses.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "questions.h"

namespace waymark::services {

// For the fields `file`, a path from the top of the checkout, and `at`: {"path","language","text",
// "lines","differs_from_index","symbols":[{"id","name","kind","line","end_line"}],"index":{...}}.
// The text is the indexed one, or else that of the file on disk. NotFound unless the file is in the
// index, so that no other file is read; FailedPrecondition if it can no longer be shown.
absl::StatusOr<std::string> AnswerSource(const PageCall& call);

// For the fields of `usages`: {"symbol","relation","lines":[{"path","line","column","kind",
// "around","used","code"|null,"is_aside","name_begin","name_end"}],"all_lines","files_of_lines",
// "cursor"?,"completeness":{...},"index":{...}}.
absl::StatusOr<std::string> AnswerLines(const PageCall& call);

}  // namespace waymark::services
