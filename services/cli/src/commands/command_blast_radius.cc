#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "options/render_quickfix.h"
#include "output/answer_diagrams.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"

namespace waymark::services {
namespace {

class BlastRadiusCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    std::vector<std::string> names = WithDiagramFormats(PayloadFormats());
    names.emplace_back(kQuickfixFormat);
    return {std::move(names), kTextFormat, "gcf"};
  }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    app.add_flag(
        "--stream", streams_,
        "Write GCF rows as they are found, with the counts at the end; the symbols of a hop "
        "come in the order in which they are found");
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  std::string FindMisuse() const override {
    if (request_.symbol.empty() == request_.base.empty()) {
      return "name what changes: either NAME or FILE:LINE, or --diff REV";
    }
    if (streams_ && !request_.cursor.empty()) return "a stream has no pages: no --cursor";
    return "";
  }

  bool extends_store() const override { return !request_.base.empty() || held_.any(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (streams_) return Stream(asking);
    WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer answer,
                        asking.verbs.BlastRadius(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kQuickfixFormat && !held_.any()) {
      return WriteQuickfix(asking, answer.payload);
    }
    if (IsDiagramFormat(asking.format) && !held_.any()) {
      return WriteDiagram(DiagramOf(answer.payload), asking.format);
    }
    return WriteAnswer(asking, answer, RenderBlastRadius, request_.encoding, held_);
  }

 private:
  absl::Status Stream(const Asking& asking) {
    WM_RETURN_IF_ERROR(CheckStreams(asking));
    return asking.verbs.StreamBlastRadius(request_, OutputSink(asking.settings),
                                          {.cancelled = Interrupt::flag()});
  }

  BlastRadiusRequest request_;
  bool streams_ = false;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeBlastRadiusCommand() { return std::make_unique<BlastRadiusCommand>(); }

}  // namespace waymark::services
