#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/option_groups.h"
#include "options/query_command.h"
#include "options/question_options.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/pager.h"
#include "output/standard_streams.h"
#include "render/render_context.h"
#include "render/render_payload.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

class ContextCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return PayloadFormats(); }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    show_ = app.get_option("--show");
    budget_ = app.get_option("--budget");
    app.add_flag("--all", all_,
                 "Text: show all that fits the budget, in full, in place of the best symbols on "
                 "one screen");
    app.add_flag("--stream", streams_, "Write GCF as a stream, with the counts at the end")
        ->group(kMoreGroup);
    tokenizer_.AddTo(app);
  }

  std::string FindMisuse() const override { return MisuseOfQuestion(request_, "TASK"); }

  // Sent packs are stored.
  bool extends_store() const override { return true; }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    // The difference from a held answer is sent as GCF, and so is a stream.
    const bool is_gcf =
        streams_ || !request_.held.pack_root.empty() || !request_.held.session.empty();
    if (asking.format == kTextFormat && !is_gcf) request_.encoding.format = kTextFormat;
    if (streams_) WM_RETURN_IF_ERROR(CheckStreams(asking));
    const bool is_text = request_.encoding.format == kTextFormat;
    if (is_text && !all_ && show_->count() == 0) return AskForScreen(asking);
    const CallControl control{.cancelled = Interrupt::flag()};
    const LinesSink out = OutputSink(asking.settings);
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                        streams_ ? asking.verbs.StreamContext(request_, out, control)
                                 : asking.verbs.Context(request_, control));
    if (streams_) {
      // It is written.
    } else if (answer.sent.has_value()) {
      WM_RETURN_IF_ERROR(out(answer.sent->text));
    } else if (is_text) {
      WM_RETURN_IF_ERROR(ShowAnswer(asking, answer.payload.index, ContextText(answer.payload)));
    } else {
      WM_RETURN_IF_ERROR(WritePayload(answer.payload, request_.encoding.format, wire::kFullAnswer,
                                      asking.settings));
    }
    TellBeside(answer);
    return CheckShown(answer);
  }

 private:
  // The best symbols, each with the lines of its source that matter.
  absl::Status AskForScreen(const Asking& asking) {
    const CallControl control{.cancelled = Interrupt::flag()};
    ContextRequest best = request_;
    best.explain = true;  // has the words of the task
    best.most_shown = retrieval::Fidelity::kSignature;
    const std::uint32_t wanted = best.max_symbols == 0 ? kScreenSymbols : best.max_symbols;
    if (wanted > kMaxSourceSymbols) {
      return absl::InvalidArgumentError(fmt::format(
          "the lines of at most {} symbols are shown; use --all, or --show signature with -n",
          kMaxSourceSymbols));
    }
    best.max_symbols = wanted;
    if (budget_->count() == 0) best.budget_tokens = kMaxBudgetTokens;
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer, asking.verbs.Context(best, control));
    SourcesRequest sought{
        .root = request_.root, .symbols = {}, .with_members = true, .state = request_.state};
    for (const wire::Symbol& symbol : answer.payload.symbols) {
      sought.symbols.push_back(symbol.handle);
    }
    SourcesAnswer sources;
    if (!sought.symbols.empty()) {
      WM_ASSIGN_OR_RETURN(sources, asking.verbs.Sources(sought, control));
    }
    const std::string all = QuestionText(FieldsOf<ContextRequest>(), &request_) + " --all" +
                            request_.encoding.call_options;
    WM_RETURN_IF_ERROR(ShowText(
        asking.screen,
        RenderContext({.answer = answer, .sources = sources, .rest_call = all}, asking.screen)));
    TellIndex(answer.payload.index);
    TellBeside(answer);
    return CheckShown(answer);
  }

  // Writes what does not belong into the answer to standard error.
  void TellBeside(const ContextAnswer& answer) const {
    if (!answer.session_note.empty()) {
      PrintNote(fmt::format("waymark: {}\n", VisibleLine(answer.session_note)));
    }
    if (request_.explain && answer.explanation.has_value()) {
      PrintError(VisibleText(RenderExplanation(answer)));
    }
  }

  // NotFound, with the way out, for an answer that shows nothing.
  absl::Status CheckShown(const ContextAnswer& answer) const {
    if (!answer.payload.symbols.empty()) return absl::OkStatus();
    // The question is only about a change that is not in the index yet; the answer says so.
    const bool is_unknown_change = !request_.base.empty() && request_.held.exclude.empty() &&
                                   request_.task.empty() && request_.also.empty();
    if (is_unknown_change && !answer.payload.truncation) return absl::OkStatus();
    if (answer.payload.truncation.has_value()) {
      return absl::NotFoundError(
          fmt::format("no symbol that was found fits into {} tokens of {}; the call for the rest "
                      "has the smallest --budget that shows one",
                      request_.budget_tokens, request_.encoding.format));
    }
    if (!request_.held.exclude.empty()) {
      return absl::NotFoundError("nothing matches this task except what --exclude leaves out");
    }
    return absl::NotFoundError(
        "nothing in the index matches this task; name a function, a file or a word that "
        "occurs in the code");
  }

  ContextRequest request_;
  CLI::Option* show_ = nullptr;
  CLI::Option* budget_ = nullptr;
  bool all_ = false;
  bool streams_ = false;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeContextCommand() { return std::make_unique<ContextCommand>(); }

}  // namespace waymark::services
