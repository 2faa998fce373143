#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/render_payload.h"

namespace waymark::services {
namespace {

class SymbolCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return PayloadFormats(); }

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
    request_.with_overloads = asking.format == kTextFormat && !held_.any();
    WM_ASSIGN_OR_RETURN(const SymbolAnswer answer,
                        asking.verbs.Symbol(request_, {.cancelled = Interrupt::flag()}));
    return WriteAnswer(asking, answer, RenderSymbol, request_.encoding, held_);
  }

 private:
  SymbolRequest request_;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeSymbolCommand() { return std::make_unique<SymbolCommand>(); }

}  // namespace waymark::services
