#include "render/report_formats.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "graph/status.h"
#include "output/output.h"
#include "render/report_github.h"
#include "render/report_sarif.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

absl::Status WriteSarif(const ChangeReport& report, const Settings&) {
  return WriteText(SarifOf(report));
}

absl::Status AppendSummary(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << text;
  file.close();
  if (file) return absl::OkStatus();
  return absl::UnavailableError(
      fmt::format("append the summary to {}, which GITHUB_STEP_SUMMARY names: {}", path.string(),
                  std::strerror(errno)));
}

absl::Status WriteForGithub(const ChangeReport& report, const Settings& settings) {
  const std::string summary = VisibleText(MarkdownOf(report));
  if (!settings.step_summary.has_value()) {
    return WriteText(WorkflowCommandsOf(report) + "\n" + summary);
  }
  WM_RETURN_IF_ERROR(WriteText(WorkflowCommandsOf(report)));
  return AppendSummary(*settings.step_summary, summary);
}

struct ReportFormat {
  std::string_view name;
  absl::Status (*write)(const ChangeReport& report, const Settings& settings);
};

constexpr ReportFormat kReportFormats[] = {{"sarif", WriteSarif}, {"github", WriteForGithub}};

const ReportFormat* FindReportFormat(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kReportFormats), std::end(kReportFormats),
                   [name](const ReportFormat& format) { return format.name == name; });
  return found == std::end(kReportFormats) ? nullptr : found;
}

}  // namespace

std::vector<std::string> WithReportFormats(std::vector<std::string> names) {
  for (const ReportFormat& format : kReportFormats) names.emplace_back(format.name);
  return names;
}

bool IsReportFormat(std::string_view format) { return FindReportFormat(format) != nullptr; }

absl::Status WriteReport(const ChangeReport& report, std::string_view format,
                         const Settings& settings) {
  return FindReportFormat(format)->write(report, settings);
}

}  // namespace waymark::services
