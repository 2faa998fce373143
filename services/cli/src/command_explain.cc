#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "argument_checks.h"
#include "graph/status.h"
#include "interrupt.h"
#include "output.h"
#include "place_argument.h"
#include "query_command.h"
#include "services/explanation_text.h"

namespace waymark::services {
namespace {

class ExplainCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {{kTextFormat, "json"}, kTextFormat, kTextFormat}; }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("symbol", request_.explained,
                   "Qualified name, the end of one, or the place FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"))
        ->required();
    app.add_option("--task", request_.task, "The task that it is ranked for, as context takes it")
        ->type_name("TASK")
        ->check(NotBlank("say in a few words what you are about to do"))
        ->required();
    app.add_option("--budget", request_.budget_tokens,
                   fmt::format("Tokens of the answer that it is in or not (default: {})",
                               kDefaultBudgetTokens))
        ->type_name("N")
        ->check(WholeNumber(0, kMaxBudgetTokens));
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    request_.explain = true;
    WM_ASSIGN_OR_RETURN(
        request_.explained,
        AbsolutePlace(request_.explained, asking.settings.working_directory, asking.root));
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                        asking.verbs.Context(request_, {.cancelled = Interrupt::flag()}));
    const SymbolExplanation& symbol = *answer.explanation->symbol;
    return WriteText(asking.format == kTextFormat ? TextOf(symbol, request_.budget_tokens)
                                                  : JsonOf(symbol));
  }

 private:
  ContextRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }

}  // namespace waymark::services
