#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "operate/page_questions.h"
#include "options/asked_checkout.h"
#include "options/command.h"
#include "options/connect.h"
#include "options/daemon_option.h"
#include "options/query_options.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "render/render_records.h"
#include "services/html_report.h"
#include "services/quantities.h"
#include "services/version.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

class ReportCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    app.add_option("--html", file_, "The file to write")
        ->type_name("FILE")
        ->required()
        ->check(NotBlank("name a file, such as report.html"));
    app.add_option("--diff", base_,
                   "Also report the change since this revision: what it affects, and its tests")
        ->type_name("REV")
        ->check(NotBlank("name a branch, a tag or a commit"));
    repository_.AddTo(app);
    place_.AddTo(app);
  }

  std::optional<std::string> asked_directory() const override { return repository_.path; }

  int Run(const Settings& settings) override {
    const AskedCheckout asked = FindCheckout(place_, repository_, settings);
    if (asked.exit_code != kExitDone) return asked.exit_code;
    const absl::Status status = Report(asked.place, asked.root, settings);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  absl::Status Report(const Place& place, const std::filesystem::path& root,
                      const Settings& settings) const {
    WM_RETURN_IF_ERROR(IndexIfNeeded(place, root, settings));
    // A revision that is not indexed is indexed for the answers.
    const Access access = base_.empty() ? Access::kRead : Access::kExtend;
    WM_ASSIGN_OR_RETURN(std::unique_ptr<Verbs> opened, OpenVerbs(place, access));
    PageOptions options =
        PageOptionsFor(place, root, settings,
                       [verbs = std::shared_ptr<Verbs>(std::move(opened))] { return verbs; });
    options.repository = repository_.path;
    options.place_options = OptionsWritten(place_, settings);
    // Readers of the report have no use for the set-up of this machine.
    options.machine.doctor = [](const DoctorAnswer& answer) { return ToJson(answer, {}); };
    WM_ASSIGN_OR_RETURN(const HtmlReport report,
                        MakeHtmlReport(options, {.base = base_, .version = kVersion},
                                       {.cancelled = Interrupt::flag()}));
    return Write(report, settings);
  }

  absl::Status Write(const HtmlReport& report, const Settings& settings) const {
    const std::filesystem::path file = settings.working_directory / file_;
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out << report.html;
    out.close();
    if (!out) {
      return absl::UnavailableError(
          fmt::format("{} cannot be written; name a file in a directory that can", file.string()));
    }
    PrintNote(fmt::format("waymark: wrote {} ({}, {})\n", VisibleLine(file.string()),
                          ByteSize(report.html.size()),
                          Counted(report.answers, "answer", "answers")));
    if (report.left_out != 0) {
      PrintNote(fmt::format("waymark: {} did not fit; `waymark ui` shows everything\n",
                            Counted(report.left_out, "answer", "answers")));
    }
    return absl::OkStatus();
  }

  std::string file_;
  std::string base_;
  RepositoryOption repository_;
  PlaceOption place_;
};

}  // namespace

std::unique_ptr<Command> MakeReportCommand() { return std::make_unique<ReportCommand>(); }

}  // namespace waymark::services
