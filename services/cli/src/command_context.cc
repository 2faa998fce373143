#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "argument_checks.h"
#include "graph/status.h"
#include "interrupt.h"
#include "output.h"
#include "query_command.h"
#include "render_payload.h"
#include "standard_streams.h"
#include "visible_text.h"

namespace waymark::services {
namespace {

class ContextCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {PayloadFormats(), kTextFormat, "gcf"}; }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("task", request_.task, "What you are about to do, in words")
        ->type_name("TASK")
        ->check(NotBlank("say in a few words what you are about to do"))
        ->required();
    app.add_option(
           "--budget", request_.budget_tokens,
           fmt::format("Tokens that the whole answer may take (default: {})", kDefaultBudgetTokens))
        ->type_name("N")
        ->check(WholeNumber(0, kMaxBudgetTokens));
    app.add_option("--limit", request_.max_symbols, "Symbols at most (default: as many as fit)")
        ->type_name("N")
        ->check(WholeNumber(1, UINT32_MAX));
    app.add_flag("--explain", request_.explain,
                 "Show the terms of the task and the parts of each score, on standard error");
    tokenizer_.AddTo(app);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                        asking.verbs.Context(request_, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(WriteAnswer(asking, answer, RenderContext));
    if (answer.explanation.has_value()) PrintError(VisibleText(RenderExplanation(answer)));
    if (!answer.payload.symbols.empty()) return absl::OkStatus();
    if (answer.payload.truncation.has_value()) {
      return absl::NotFoundError(
          fmt::format("none of what was found fits into {} tokens of {}; give a larger --budget",
                      request_.budget_tokens, request_.encoding.format));
    }
    return absl::NotFoundError(
        "nothing in the index has to do with this task; name a function, a file or a word that "
        "occurs in the code");
  }

 private:
  ContextRequest request_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeContextCommand() { return std::make_unique<ContextCommand>(); }

}  // namespace waymark::services
