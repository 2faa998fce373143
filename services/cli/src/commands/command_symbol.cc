#include <string>

#include <CLI/CLI.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"

namespace waymark::services {
namespace {

class SymbolCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {PayloadFormats(), kTextFormat, "gcf"}; }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("name", request_.name, "Qualified name, the end of one, or the place FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"))
        ->required();
    tokenizer_.AddTo(app);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(
        request_.name,
        AbsolutePlace(request_.name, asking.settings.working_directory, asking.root));
    WM_ASSIGN_OR_RETURN(const SymbolAnswer answer,
                        asking.verbs.Symbol(request_, {.cancelled = Interrupt::flag()}));
    return WriteAnswer(asking, answer, RenderSymbol);
  }

 private:
  SymbolRequest request_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeSymbolCommand() { return std::make_unique<SymbolCommand>(); }

}  // namespace waymark::services
