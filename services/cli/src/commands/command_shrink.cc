// `shrink` and `expand`: the text of a tool's result in fewer tokens, and its value back. They use
// no store.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/command.h"
#include "options/payload_input.h"
#include "output/exit_code.h"
#include "output/notes.h"
#include "output/output.h"
#include "services/pipeline_hints.h"
#include "wire/adaptive.h"
#include "wire/payload.h"
#include "wire/utf8.h"

namespace waymark::services {
namespace {

void AddTextFile(CLI::App& app, std::string& path) {
  app.add_option("file", path, "File with the text (default: standard input)")
      ->type_name("FILE")
      ->check(NotBlank("name a file"));
}

// A text that is larger than a payload may be is refused.
absl::StatusOr<std::string> ReadText(const std::string& path) {
  WM_ASSIGN_OR_RETURN(std::string text, path.empty() ? ReadInput() : ReadInputFile(path));
  if (text.size() <= wire::kMaxPayloadBytes) return text;
  return absl::ResourceExhaustedError(fmt::format("read {}: more than {} MiB",
                                                  path.empty() ? "standard input" : path,
                                                  wire::kMaxPayloadBytes >> 20));
}

// JSON and lines end with a line break for whoever reads them; other texts keep their bytes.
absl::Status WriteLines(std::string text, const Settings& settings) {
  if (!text.ends_with('\n')) text += '\n';
  return OutputSink(settings)(text);
}

// "nested_object of 12 fields, 3 deep; holds url, hash".
std::string Describe(const wire::TextShape& shape) {
  std::string out(shape.shape);
  if (shape.rows > 0) out += fmt::format(", {} rows", shape.rows);
  if (shape.columns > 0) out += fmt::format(", {} columns", shape.columns);
  if (shape.depth > 1) out += fmt::format(", {} deep", shape.depth);
  if (!shape.inner.empty()) out += fmt::format("; holds {}", fmt::join(shape.inner, ", "));
  return out;
}

std::string Explain(const wire::FittedText& fitted) {
  const wire::ShrunkText& shrunk = fitted.shrunk;
  const double before = static_cast<double>(shrunk.tokens_before);
  const double saved = shrunk.tokens_before == 0
                           ? 0
                           : 100 * (before - static_cast<double>(shrunk.tokens_after)) / before;
  std::string out = fmt::format(
      "shape   {}\nformat  {}\ntokens  {} of {} (o200k_base), {:.1f} % saved\n",
      Describe(shrunk.shape), shrunk.format, shrunk.tokens_after, shrunk.tokens_before, saved);
  if (shrunk.failed_round_trips > 0) {
    out += fmt::format("left    {} forms that did not give the same value; please report this\n",
                       shrunk.failed_round_trips);
  }
  if (fitted.missing > 0) {
    out += fmt::format(
        "missing {} parts; the rest is worth {:.1f} % of the whole, and no choice of the same cost "
        "more than {:.1f} %: a gap of {:.1f} %\n",
        fitted.missing, 100 * fitted.worth, 100 * fitted.bound,
        fitted.bound > 0 ? 100 * (fitted.bound - fitted.worth) / fitted.bound : 0);
  }
  return out;
}

// The text without the number that a session has put below it; a line break behind that is not the
// session's.
std::string_view WithoutNumber(std::string_view text) {
  const StampedText stamped =
      SplitStamp(text.ends_with('\n') ? text.substr(0, text.size() - 1) : text);
  return stamped.ordinal == 0 ? text : stamped.body;
}

class ShrinkCommand final : public Command {
 public:
  void Describe(CLI::App& app) override {
    AddTextFile(app, file_);
    app.add_option("--budget", budget_,
                   "Most tokens (o200k_base): leave out or cut what says least, and tell what")
        ->type_name("TOKENS")
        ->check(WholeNumber(1, wire::kMaxPayloadBytes));
    app.add_flag("--explain", explain_,
                 "Tell on standard error what the text is, its new format, and the tokens saved; "
                 "with --budget also how near the choice is to the best one");
  }

  int Run(const Settings& settings) override {
    const absl::Status status = Shrink(settings);
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Shrink(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const std::string text, ReadText(file_));
    // A text has no more tokens than bytes, so without a budget everything fits.
    WM_ASSIGN_OR_RETURN(
        wire::FittedText fitted,
        wire::ShrinkToBudget(text, budget_.value_or(wire::kMaxPayloadBytes), WholeCall()));
    if (explain_) PrintNote(Explain(fitted));
    wire::ShrunkText& shrunk = fitted.shrunk;
    const bool is_json = shrunk.format == wire::kAdaptiveMark ||
                         shrunk.format == wire::Name(wire::AdaptiveFormat::kJson);
    return is_json ? WriteLines(std::move(shrunk.text), settings)
                   : OutputSink(settings)(shrunk.text);
  }

  // The call that brings what a budget leaves out.
  std::string WholeCall() const {
    return file_.empty() ? "waymark shrink" : "waymark shrink " + wire::VisibleLine(file_);
  }

  std::string file_;
  std::optional<std::size_t> budget_;
  bool explain_ = false;
};

class ExpandCommand final : public Command {
 public:
  void Describe(CLI::App& app) override { AddTextFile(app, file_); }

  int Run(const Settings& settings) override {
    const absl::Status status = Expand(settings);
    return status.ok() ? kExitDone : FailPayload(status);
  }

 private:
  absl::Status Expand(const Settings& settings) const {
    WM_ASSIGN_OR_RETURN(const std::string text, ReadText(file_));
    const std::string_view body = WithoutNumber(text);
    WM_ASSIGN_OR_RETURN(std::string expanded, wire::ExpandText(body));
    const std::string_view line = body.substr(0, body.find('\n'));
    return line == wire::kAdaptiveMark ? WriteLines(std::move(expanded), settings)
                                       : OutputSink(settings)(expanded);
  }

  std::string file_;
};

}  // namespace

std::unique_ptr<Command> MakeShrinkCommand() { return std::make_unique<ShrinkCommand>(); }

std::unique_ptr<Command> MakeExpandCommand() { return std::make_unique<ExpandCommand>(); }

}  // namespace waymark::services
