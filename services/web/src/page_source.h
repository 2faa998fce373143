// Source text for the page: a file with its symbols, and the lines of an answer about uses.
#pragma once

#include <string>

#include <absl/status/statusor.h>

#include "questions.h"

namespace waymark::services {

// For the fields `file`, a path from the top of the checkout, and `at`: {"path","language","text",
// "lines","differs_from_index","symbols":[{"id","name","kind","line","end_line"}],
// "symbols_omitted","index":{...}}. The text is the indexed one, or else that of the file on disk.
// Symbols beyond kMaxFileSymbols are counted as omitted. NotFound unless the file is in the index,
// so that no other file is read; FailedPrecondition if it can no longer be shown.
absl::StatusOr<std::string> AnswerSource(const PageCall& call);

// For the fields of `usages`: {"lines":[{"path","line","code"}]}, of each edge of that answer the
// line of its first place. Lines of files that are not as they were indexed are left out.
absl::StatusOr<std::string> AnswerLines(const PageCall& call);

}  // namespace waymark::services
