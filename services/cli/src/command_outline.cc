#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "argument_checks.h"
#include "graph/status.h"
#include "interrupt.h"
#include "output.h"
#include "query_command.h"
#include "services/outline_text.h"

namespace waymark::services {
namespace {

class OutlineCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat, kGcxFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("--limit", request_.limit,
                   fmt::format("Entries of each list (default: {})", kDefaultOutlineLimit))
        ->type_name("N")
        ->check(WholeNumber(1, kMaxOutlineLimit));
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    WM_ASSIGN_OR_RETURN(const OutlineAnswer answer,
                        asking.verbs.Outline(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kGcxFormat) {
      WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
      return WriteOut(gcx);
    }
    return WriteText(asking.format == kJsonFormat ? JsonOf(answer) : TextOf(answer));
  }

 private:
  OutlineRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeOutlineCommand() { return std::make_unique<OutlineCommand>(); }

}  // namespace waymark::services
