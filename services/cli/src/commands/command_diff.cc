#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/render_payload.h"
#include "services/shell_word.h"

namespace waymark::services {
namespace {

class DiffCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return PayloadFormats(); }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    app.add_option("newer", newer_,
                   "Another revision to compare with it (default: the working tree)")
        ->type_name("REV2")
        ->check(NotBlank("name a branch, a tag or a commit, or leave it out"));
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  bool extends_store() const override { return true; }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (!newer_.empty()) {
      if (!request_.state.at.empty() || !request_.state.buffers.empty()) {
        return absl::InvalidArgumentError(
            "the newer state is named twice: by REV2 and by --at or --buffer");
      }
      request_.state.at = newer_;
      request_.encoding.call_options += " --at " + ShellQuoted(newer_);
    }
    WM_ASSIGN_OR_RETURN(const DiffAnswer answer,
                        asking.verbs.Diff(request_, {.cancelled = Interrupt::flag()}));
    return WriteAnswer(asking, answer, RenderDiff, request_.encoding, held_);
  }

 private:
  DiffRequest request_;
  std::string newer_;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeDiffCommand() { return std::make_unique<DiffCommand>(); }

}  // namespace waymark::services
