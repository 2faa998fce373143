#include <string>

#include <CLI/CLI.hpp>

#include "argument_checks.h"
#include "graph/status.h"
#include "interrupt.h"
#include "output.h"
#include "place_argument.h"
#include "query_command.h"
#include "render_records.h"

namespace waymark::services {
namespace {

class SymbolCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("name", request_.name, "Qualified name, the end of one, or the place FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"))
        ->required();
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    WM_ASSIGN_OR_RETURN(
        request_.name,
        AbsolutePlace(request_.name, asking.settings.working_directory, asking.root));
    WM_ASSIGN_OR_RETURN(const SymbolAnswer answer,
                        asking.verbs.Symbol(request_, {.cancelled = Interrupt::flag()}));
    return WriteText(asking.format == kJsonFormat ? ToJson(answer) : Render(answer));
  }

 private:
  SymbolRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeSymbolCommand() { return std::make_unique<SymbolCommand>(); }

}  // namespace waymark::services
