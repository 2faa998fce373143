// A report of a change for GitHub: annotations of its lines, and a summary of the pull request.
#pragma once

#include <string>

#include "render/change_report.h"

namespace waymark::services {

// Commands of a workflow ("Workflow commands for GitHub Actions"), one a line: an error for each
// failure, then an annotation for each symbol. No text of the repository ends a line or a property.
std::string WorkflowCommandsOf(const ChangeReport& report);

// Markdown: risk, changed symbols, reach, tests to run, owners. Names and paths stand in code
// spans, the commands that run tests in a fenced block that the reader opens. It ends with a line
// break.
std::string MarkdownOf(const ChangeReport& report);

// Most changed symbols that the summary lists; it counts the others.
inline constexpr std::size_t kMaxSummarySymbols = 50;

}  // namespace waymark::services
