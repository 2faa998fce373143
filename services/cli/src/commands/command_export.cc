#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"

namespace waymark::services {
namespace {

constexpr char kJsonLinesFormat[] = "jsonl";

class ExportCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kJsonLinesFormat}; }

  bool has_time() const override { return true; }

  void DescribeQuestion(CLI::App&) override {}

  absl::Status Ask(const Asking& asking) override {
    return asking.verbs.Export({.root = asking.root, .state = asking.state},
                               [&asking](std::string_view jsonl) {
                                 return asking.settings.stdout_is_terminal ? WriteText(jsonl)
                                                                           : WriteOut(jsonl);
                               },
                               {.cancelled = Interrupt::flag()});
  }
};

}  // namespace

std::unique_ptr<Command> MakeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace waymark::services
