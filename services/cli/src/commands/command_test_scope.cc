#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "options/render_quickfix.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/test_scope_text.h"

namespace waymark::services {
namespace {

absl::Status Write(const Asking& asking, const TestScopeAnswer& answer) {
  if (asking.format == kQuickfixFormat) return WriteText(QuickfixOf(asking, answer));
  if (asking.format == kGcxFormat) {
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx);
  }
  return WriteText(asking.format == kJsonFormat ? JsonOf(answer) : TextOf(answer));
}

class TestScopeCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat, kGcxFormat, kQuickfixFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("symbols", request_.symbols,
                   "Symbols that change: qualified names, ends of them, or places FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"));
    app.add_option(
           "--base", request_.base,
           "Instead of symbols: everything that differs from this revision, as in git diff REV")
        ->type_name("REV")
        ->check(NotBlank("name a branch, a tag or a commit"));
    app.add_option("--depth", request_.depth,
                   fmt::format("Hops to follow (default: {})", retrieval::kDefaultTestDepth))
        ->type_name("N")
        ->check(WholeNumber(1, retrieval::kMaxBlastDepth));
    AddPageOptions(app, "Tests to show", kDefaultTestLimit, kMaxTestLimit, request_.limit,
                   request_.cursor);
    app.add_option("--min-confidence", request_.min_confidence,
                   "Follow only edges of at least this confidence (default: 0)")
        ->type_name("0..1")
        ->check(NumberBetween(0, 1));
  }

  std::string FindMisuse() const override {
    if (request_.symbols.empty() == request_.base.empty()) {
      return "name what changes: NAME or FILE:LINE, or else --base REV";
    }
    return "";
  }

  bool extends_store() const override { return !request_.base.empty(); }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    for (std::string& symbol : request_.symbols) {
      WM_ASSIGN_OR_RETURN(symbol,
                          AbsolutePlace(symbol, asking.settings.working_directory, asking.root));
    }
    WM_ASSIGN_OR_RETURN(const TestScopeAnswer answer,
                        asking.verbs.TestScope(request_, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(Write(asking, answer));
    if (!answer.tests.empty()) return absl::OkStatus();
    return absl::NotFoundError("no test in the index reaches what changes");
  }

 private:
  TestScopeRequest request_;
};

}  // namespace

std::unique_ptr<Command> MakeTestScopeCommand() { return std::make_unique<TestScopeCommand>(); }

}  // namespace waymark::services
