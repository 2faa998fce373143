#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/pager.h"
#include "output/refused_command.h"
#include "output/standard_streams.h"
#include "render/render_sources.h"
#include "services/sources_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// Errors with the command that works, in every format.
void AddCommands(SourcesAnswer& answer) {
  for (SymbolSource& source : answer.symbols) source.error = WithCommand(source.error);
}

// Tells what could not be shown, the last of it as the status.
absl::Status TellMissing(const SourcesAnswer& answer) {
  absl::Status missing;
  for (const SymbolSource& source : answer.symbols) {
    if (source.error.ok()) continue;
    if (!missing.ok()) {
      PrintError(fmt::format("waymark: {}\n", VisibleMessage(std::string(missing.message()))));
    }
    missing = source.error;
  }
  return missing;
}

class ShowCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kTextFormat, kJsonFormat}; }

  void DescribeQuestion(CLI::App& app) override { AddFieldOptions(app, request_); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.with_overloads = true;
    WM_ASSIGN_OR_RETURN(SourcesAnswer answer,
                        asking.verbs.Sources(request_, {.cancelled = Interrupt::flag()}));
    AddCommands(answer);
    const SymbolSource& first = answer.symbols.front();
    if (answer.symbols.size() == 1 && first.id.empty()) return first.error;
    WM_RETURN_IF_ERROR(asking.format == kJsonFormat
                           ? WriteText(JsonOf(answer))
                           : ShowText(asking.screen, RenderSources(answer, asking.screen)));
    return TellMissing(answer);
  }

 private:
  SourcesRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeShowCommand() { return std::make_unique<ShowCommand>(); }

}  // namespace waymark::services
