#include <string>

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "options/question_options.h"
#include "output/interrupt.h"
#include "output/output.h"
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
    question_.AddTo(app, "--task", "Tokens of the answer that it is in or not");
  }

  std::string FindMisuse() const override { return question_.FindMisuse("--task TASK"); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(question_.Complete(asking));
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
  QuestionOptions question_{request_};
};

}  // namespace

std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }

}  // namespace waymark::services
