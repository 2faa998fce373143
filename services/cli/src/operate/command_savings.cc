// `savings`: what the response pipeline saved, from the events of telemetry.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/pipeline_files.h"
#include "graph/status.h"
#include "operate/savings_json.h"
#include "options/command.h"
#include "options/query_options.h"
#include "options/since_option.h"
#include "output/exit_code.h"
#include "output/output.h"
#include "services/quantities.h"
#include "services/savings.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

std::string Signed(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  return number < 0 ? "-" + Grouped(0 - bits) : Grouped(bits);
}

std::string SavingsRow(const Savings& savings, std::string_view name) {
  const SentAmount all = savings.all();
  return fmt::format("{:>12}  {:>12}  {:>7.1f} %  {:>8.1f} %  {:>7.1f} %  {:>5.1f} %  {:>8}  {}\n",
                     Signed(all.saved_tokens()), Grouped(all.tokens_baseline),
                     savings.combined_pct(), savings.dedup_pct(), savings.encoder_pct(),
                     savings.combined_bytes_pct(), Grouped(all.events), name);
}

std::string TextOf(const SavingsTable& table, std::string_view by) {
  std::string text = fmt::format(
      "tokens of {}; the baseline is {}\n{:>12}  {:>12}  {:>9}  {:>10}  {:>9}  {:>7}  {:>8}  {}\n",
      VisibleLine(table.tokenizer), VisibleLine(table.baseline), "saved", "baseline", "saved",
      "references", "encoding", "bytes", "answers", by);
  for (const Savings& group : table.groups) text += SavingsRow(group, VisibleLine(group.group));
  text += SavingsRow(table.total, "all");
  if (table.is_sampled) {
    text += fmt::format(
        "only a share of the sessions is recorded; all of them saved about {} "
        "tokens\n",
        Signed(std::llround(table.total.estimated_tokens)));
  }
  return text;
}

constexpr std::string_view kLegend =
    "saved = references + (1 - their share of the baseline) * encoding; the encoding counts the "
    "answers that are no references\n";

class SavingsCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    const std::map<std::string, SavingsBy> ways = {{"tool", SavingsBy::kTool},
                                                   {"server", SavingsBy::kServer},
                                                   {"session", SavingsBy::kSession}};
    since_.AddTo(app,
                 "Count answers from this time on: 7d, 24h, 30m ago, or a day in UTC "
                 "(default: all that are kept)");
    app.add_option("--by", by_, "A row for each tool, server or session (default: tool)")
        ->type_name("tool|server|session")
        ->transform(NameOf(ways));
    format_.AddTo(app, {kTextFormat, kJsonFormat});
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Report(settings);
    return status.ok() ? kExitDone : Fail(status);
  }

 private:
  absl::Status Report(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const PipelineFiles files, FindPipelineFiles(settings));
    WM_ASSIGN_OR_RETURN(const PipelineConfig config, LoadPipelineConfig(files));
    const TelemetryRecord record =
        ReadTelemetry(files.telemetry, since_.Resolve(NowInMilliseconds()));
    const std::vector<SavingsTable> tables = SavingsOf(record, by_);
    if (format_.Resolve(settings) == kJsonFormat)
      return WriteText(SavingsJson(tables, by_, record));
    if (tables.empty()) {
      return WriteText(config.telemetry.enabled
                           ? "no answer is recorded for this time\n"
                           : "no answer is recorded, and telemetry is off; turn it on: waymark "
                             "telemetry on\n");
    }
    std::string text;
    for (const SavingsTable& table : tables) text += TextOf(table, Name(by_)) + "\n";
    text += kLegend;
    if (record.damaged_lines != 0) {
      text += fmt::format("{} of telemetry could not be read and {} not counted\n",
                          Counted(record.damaged_lines, "line", "lines"),
                          record.damaged_lines == 1 ? "is" : "are");
    }
    return WriteText(text);
  }

  SinceOption since_;
  SavingsBy by_ = SavingsBy::kTool;
  FormatOption format_;
};

}  // namespace

std::unique_ptr<Command> MakeSavingsCommand() { return std::make_unique<SavingsCommand>(); }

}  // namespace waymark::services
