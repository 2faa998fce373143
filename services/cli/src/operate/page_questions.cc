#include "operate/page_questions.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

#include "config/pipeline_files.h"
#include "graph/status.h"
#include "install/health_checks.h"
#include "operate/savings_json.h"
#include "options/connect.h"
#include "options/first_question.h"
#include "options/usual_source.h"
#include "output/interrupt.h"
#include "render/render_records.h"
#include "services/shell_word.h"

namespace waymark::services {
namespace {

absl::StatusOr<std::string> SavedSoFar(const Settings& settings) {
  WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
  const TelemetryRecord record = ReadTelemetry(files.telemetry, {});
  return SavingsJson(SavingsOf(record, SavingsBy::kTool), SavingsBy::kTool, record);
}

MachineAnswers AnswersAbout(const Place& place, const Settings& settings) {
  return {.status = [](const StatusAnswer& answer) { return ToJson(answer); },
          .doctor =
              [place, &settings](const DoctorAnswer& answer) {
                return ToJson(answer, CheckHealth(place, settings));
              },
          .savings = [&settings] { return SavedSoFar(settings); }};
}

}  // namespace

absl::Status IndexIfNeeded(const Place& place, const std::filesystem::path& root,
                           const Settings& settings) {
  if (place.daemon.has_value()) return absl::OkStatus();
  absl::StatusOr<std::unique_ptr<Verbs>> opened = OpenVerbs(place, Access::kRead);
  absl::Status status = opened.status();
  std::unique_ptr<Verbs> verbs;
  if (opened.ok()) {
    verbs = *std::move(opened);
    WaitForFirstIndex(*verbs, place.store, root);
    status = verbs->Generation({.root = root}, {.cancelled = Interrupt::flag()}).status();
  }
  if (!WantsIndex(status, verbs.get(), place.store, root)) return status;
  return IndexFirst(place, root, settings, verbs);
}

PageOptions PageOptionsFor(const Place& place, const std::filesystem::path& root,
                           const Settings& settings, VerbsSource verbs) {
  return {.root = root,
          .verbs = std::move(verbs),
          .usual = MakeUsualSource(settings),
          .machine = AnswersAbout(place, settings)};
}

std::string OptionsWritten(const PlaceOption& place, const Settings& settings) {
  std::string options;
  for (const auto& [name, value] : place.Written(settings)) {
    options += fmt::format(" {} {}", name, ShellWord(value));
  }
  return options;
}

}  // namespace waymark::services
