#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "commands/render_quickfix.h"
#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/render_test_scope.h"
#include "services/test_scope_text.h"

namespace waymark::services {
namespace {

absl::Status Write(const Asking& asking, const TestScopeAnswer& answer) {
  if (asking.format == kQuickfixFormat) return WriteQuickfix(asking, answer);
  if (asking.format == kGcxFormat) {
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx);
  }
  if (asking.format == kJsonFormat) return WriteText(JsonOf(answer));
  return ShowAnswer(asking, answer.index, RenderTestScope(answer));
}

class TestScopeCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override {
    return {kTextFormat, kJsonFormat, kGcxFormat, kQuickfixFormat};
  }

  void DescribeQuestion(CLI::App& app) override { AddFieldOptions(app, request_); }

  std::string FindMisuse() const override {
    if (request_.symbols.empty() == request_.base.empty()) {
      return "name what changes: either NAME or FILE:LINE, or --diff REV";
    }
    return "";
  }

  bool extends_store() const override { return !request_.base.empty(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
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
