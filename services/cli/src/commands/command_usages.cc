#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/render_quickfix.h"
#include "graph/status.h"
#include "options/field_options.h"
#include "options/option_groups.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/pager.h"
#include "render/answer_diagrams.h"
#include "render/render_usages.h"

namespace waymark::services {
namespace {

class UsagesCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override {
    std::vector<std::string> names = WithDiagramFormats(PayloadFormats());
    names.emplace_back(kQuickfixFormat);
    return names;
  }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    app.add_flag("--stream", streams_,
                 "Write GCF rows as they are found, with the counts at the end")
        ->group(kMoreGroup);
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  // An answer to a client that holds others is stored.
  bool extends_store() const override { return held_.any(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (streams_) return Stream(asking);
    request_.with_lines =
        asking.format == kTextFormat && !held_.any() && ShowsPlaces(request_.relation);
    WM_ASSIGN_OR_RETURN(const UsagesAnswer answer,
                        asking.verbs.Usages(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kQuickfixFormat && !held_.any()) {
      return WriteQuickfix(asking, answer.payload);
    }
    if (IsDiagramFormat(asking.format) && !held_.any()) {
      return WriteDiagram(DiagramOf(answer.payload), asking.format);
    }
    if (asking.format == kTextFormat && !held_.any()) {
      TellIndex(answer.payload.index);
      const auto find_from_here = [&](const std::string& path) {
        return PathFromHere(asking, asking.root, path);
      };
      return ShowText(asking.screen, RenderUsages(request_, answer, find_from_here, asking.screen));
    }
    return WriteAnswer(asking, answer, request_.encoding, held_);
  }

 private:
  absl::Status Stream(const Asking& asking) {
    WM_RETURN_IF_ERROR(CheckStreams(asking));
    return asking.verbs.StreamUsages(request_, OutputSink(asking.settings),
                                     {.cancelled = Interrupt::flag()});
  }

  UsagesRequest request_;
  bool streams_ = false;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeUsagesCommand() { return std::make_unique<UsagesCommand>(); }

}  // namespace waymark::services
