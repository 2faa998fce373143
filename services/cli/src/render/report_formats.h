// --format sarif, --format github: a report about a change.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>

#include "config/settings.h"
#include "render/change_report.h"

namespace waymark::services {

std::vector<std::string> WithReportFormats(std::vector<std::string> names);
bool IsReportFormat(std::string_view format);

// Writes the report to standard output. In the format github the summary is appended to
// Settings::step_summary if that is set. REQUIRES: IsReportFormat(format). Errors: those of
// WriteOut(); Unavailable if the summary cannot be appended.
absl::Status WriteReport(const ChangeReport& report, std::string_view format,
                         const Settings& settings);

}  // namespace waymark::services
