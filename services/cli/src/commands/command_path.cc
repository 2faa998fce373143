#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/answer_diagrams.h"
#include "render/render_payload.h"

namespace waymark::services {
namespace {

class PathCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return WithDiagramFormats(PayloadFormats()); }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  // An answer to a client that holds others is stored.
  bool extends_store() const override { return held_.any(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(const PathAnswer answer,
                        asking.verbs.Path(request_, {.cancelled = Interrupt::flag()}));
    if (IsDiagramFormat(asking.format) && !held_.any()) {
      return WriteDiagram(DiagramOf(answer.payload), asking.format);
    }
    return WriteAnswer(asking, answer, RenderPath, request_.encoding, held_);
  }

 private:
  PathRequest request_;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakePathCommand() { return std::make_unique<PathCommand>(); }

}  // namespace waymark::services
