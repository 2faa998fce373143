#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "options/question_options.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/explanation_text.h"

namespace waymark::services {
namespace {

class ExplainCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kTextFormat, kJsonFormat}; }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, ExplainFields(), &request_);
  }

  std::string FindMisuse() const override { return MisuseOfQuestion(request_, "--task TASK"); }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    WM_RETURN_IF_ERROR(CompletePlaces(asking, ExplainFields(), &request_));
    request_.explain = true;
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                        asking.verbs.Context(request_, {.cancelled = Interrupt::flag()}));
    const SymbolExplanation& symbol = *answer.explanation->symbol;
    if (asking.format != kTextFormat) return WriteText(JsonOf(symbol));
    return ShowAnswer(asking, TextOf(symbol, request_.budget_tokens));
  }

 private:
  ContextRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeExplainCommand() { return std::make_unique<ExplainCommand>(); }

}  // namespace waymark::services
