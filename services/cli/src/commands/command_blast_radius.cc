#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands/render_quickfix.h"
#include "graph/status.h"
#include "options/change_questions.h"
#include "options/fail_on_option.h"
#include "options/field_options.h"
#include "options/option_groups.h"
#include "options/query_command.h"
#include "output/exit_code.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/standard_streams.h"
#include "render/answer_diagrams.h"
#include "render/render_payload.h"
#include "render/render_test_scope.h"
#include "render/report_formats.h"

namespace waymark::services {
namespace {

class BlastRadiusCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override {
    std::vector<std::string> names = WithReportFormats(WithDiagramFormats(PayloadFormats()));
    names.emplace_back(kQuickfixFormat);
    return names;
  }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    app.add_flag(
           "--stream", streams_,
           "Write GCF rows as they are found, with the counts at the end; the symbols of a hop "
           "come in the order in which they are found")
        ->group(kMoreGroup);
    fail_on_.AddTo(app);
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  std::string FindMisuse() const override {
    if (request_.symbol.empty() == request_.base.empty()) {
      return "name what changes: either NAME or FILE:LINE, or --diff REV";
    }
    if (streams_ && !request_.cursor.empty()) return "a stream has no pages: no --cursor";
    if (streams_ && fail_on_.any()) return "--fail-on looks at a whole answer: no --stream";
    return "";
  }

  bool extends_store() const override { return !request_.base.empty() || held_.any(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (streams_) return Stream(asking);
    if (fail_on_.any() || IsReportFormat(asking.format)) return Judge(asking);
    WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer answer,
                        asking.verbs.BlastRadius(request_, {.cancelled = Interrupt::flag()}));
    TestScopeAnswer tests;
    if (IsText(asking)) {
      TestScopeRequest scope = TestScopeOf(request_);
      scope.limit = 1;  // they are counted
      WM_ASSIGN_OR_RETURN(tests, AskForTests(asking, scope));
    }
    return Write(asking, answer, tests);
  }

  int ExitOfAnswer() const override { return failures_.empty() ? kExitDone : kExitFailedOn; }

 private:
  bool IsText(const Asking& asking) const { return asking.format == kTextFormat && !held_.any(); }

  // `tests` are for text.
  absl::Status Write(const Asking& asking, const BlastRadiusAnswer& answer,
                     const TestScopeAnswer& tests) {
    if (asking.format == kQuickfixFormat && !held_.any()) {
      return WriteQuickfix(asking, answer.payload);
    }
    if (IsDiagramFormat(asking.format) && !held_.any()) {
      return WriteDiagram(DiagramOf(answer.payload), asking.format);
    }
    if (!IsText(asking)) return WriteAnswer(asking, answer, request_.encoding, held_);
    return ShowAnswer(asking, answer.payload.index, RenderBlastRadius(answer, CountsOf(tests)));
  }

  // The counts with the command that lists the tests.
  std::string CountsOf(const TestScopeAnswer& tests) const {
    const TestScopeRequest scope = TestScopeOf(request_);
    return fmt::format("{} ({}{})", TestCountsText(tests.sure, tests.possible),
                       QuestionText(FieldsOf<TestScopeRequest>(), &scope),
                       request_.encoding.call_options);
  }

  // Writes the answer or a report, and notes which conditions of --fail-on apply.
  absl::Status Judge(const Asking& asking) {
    const bool is_report = IsReportFormat(asking.format);
    // A report is read elsewhere: its calls name no directory of this machine.
    if (is_report) request_.encoding.call_options.clear();
    WM_ASSIGN_OR_RETURN(
        const ChangeAnswer change,
        AskAboutChange(asking, request_, is_report || IsText(asking) || fail_on_.needs_tests()));
    const wire::Affected affected = change.blast.payload.affected.value_or(wire::Affected());
    failures_ = fail_on_.Applying({.has_change = change.has_change,
                                   .risk = affected.risk.value_or(wire::Risk()),
                                   .tests = change.tests.sure + change.tests.possible});
    if (is_report) {
      WM_ASSIGN_OR_RETURN(ChangeReport report, AskForReport(asking, request_, change));
      report.failures = failures_;
      WM_RETURN_IF_ERROR(WriteReport(report, asking.format, asking.settings));
    } else {
      WM_RETURN_IF_ERROR(Write(asking, change.blast, change.tests));
    }
    for (const std::string& failure : failures_) PrintError(fmt::format("waymark: {}\n", failure));
    return absl::OkStatus();
  }

  absl::Status Stream(const Asking& asking) {
    WM_RETURN_IF_ERROR(CheckStreams(asking));
    return asking.verbs.StreamBlastRadius(request_, OutputSink(asking.settings),
                                          {.cancelled = Interrupt::flag()});
  }

  BlastRadiusRequest request_;
  bool streams_ = false;
  FailOnOption fail_on_;
  std::vector<std::string> failures_;  // the conditions that apply
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeBlastRadiusCommand() { return std::make_unique<BlastRadiusCommand>(); }

}  // namespace waymark::services
