#include <map>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/analyze_text.h"

namespace waymark::services {
namespace {

class AnalyzeCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat, kGcxFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    std::map<std::string, Analysis> names;
    for (const Analysis analysis :
         {Analysis::kDeadCode, Analysis::kHotspots, Analysis::kCycles, Analysis::kContracts}) {
      names.emplace(Name(analysis), analysis);
    }
    app.add_option(
           "kind", request_.analysis,
           "dead_code (no evidence of use), hotspots (costly to change), cycles (of imports) "
           "or contracts (routes, topics, environment, flags, programs)")
        ->type_name("KIND")
        ->transform(NameOf(names))
        ->required();
    app.add_flag("--orphans", request_.only_orphans, "Only contracts that lack one of their sides");
    AddPageOptions(app, "Rows to show", kDefaultAnalyzeLimit, kMaxAnalyzeLimit, request_.limit,
                   request_.cursor);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    WM_ASSIGN_OR_RETURN(const AnalyzeAnswer answer,
                        asking.verbs.Analyze(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format != kGcxFormat) {
      return WriteText(asking.format == kJsonFormat ? JsonOf(answer) : TextOf(answer));
    }
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx);
  }

 private:
  AnalyzeRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeAnalyzeCommand() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace waymark::services
