#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/answer_diagrams.h"
#include "services/analyze_text.h"

namespace waymark::services {
namespace {

class AnalyzeCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override {
    return WithDiagramFormats({kTextFormat, kJsonFormat, kGcxFormat});
  }

  void DescribeQuestion(CLI::App& app) override { AddFieldOptions(app, request_); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    const bool is_drawn = IsDiagramFormat(asking.format);
    if (is_drawn && request_.analysis != Analysis::kCycles) {
      return absl::InvalidArgumentError(fmt::format(
          "{} draws cycles alone; ask for: analyze cycles, or leave out --format", asking.format));
    }
    WM_ASSIGN_OR_RETURN(const AnalyzeAnswer answer,
                        asking.verbs.Analyze(request_, {.cancelled = Interrupt::flag()}));
    if (is_drawn) return WriteDiagram(DiagramOf(answer), asking.format);
    if (asking.format == kTextFormat) return ShowAnswer(asking, TextOf(answer));
    if (asking.format == kJsonFormat) return WriteText(JsonOf(answer));
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx);
  }

 private:
  AnalyzeRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeAnalyzeCommand() { return std::make_unique<AnalyzeCommand>(); }

}  // namespace waymark::services
