#include <algorithm>
#include <cstdint>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "services/answer_pages.h"
#include "services/outline_text.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

class OutlineCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat, kGcxFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    AddPageOptions(app, "Entries of each list", kDefaultOutlineLimit, kMaxOutlineLimit, limit_,
                   cursor_);
  }

  absl::Status Ask(const Asking& asking) override {
    // Where a later page begins is known once the whole is.
    const OutlineRequest request{.root = asking.root,
                                 .limit = cursor_.empty() ? limit_ : kMaxOutlineLimit,
                                 .state = asking.state};
    WM_ASSIGN_OR_RETURN(const OutlineAnswer whole,
                        asking.verbs.Outline(request, {.cancelled = Interrupt::flag()}));
    WM_ASSIGN_OR_RETURN(const Page page,
                        Page::Of("outline", PageState(whole.index), limit_, cursor_));
    const std::uint32_t total = std::min(CountRows(whole), kMaxOutlineLimit);
    const RowRange rows = page.RowsOf(total);
    return Write(asking, PageOf(whole, rows), rows.end < total ? page.next() : "");
  }

 private:
  // With the cursor of the page behind, and the command that shows it.
  absl::Status Write(const Asking& asking, const OutlineAnswer& answer,
                     const std::string& cursor) const {
    if (asking.format == kJsonFormat) {
      auto object = nlohmann::ordered_json::parse(JsonOf(answer));
      if (!cursor.empty()) object["cursor"] = cursor;
      return WriteText(Compact(object) + "\n");
    }
    const std::string rest = cursor.empty()
                                 ? ""
                                 : fmt::format("# rest: waymark outline --limit {} --cursor {}{}\n",
                                               limit_, cursor, asking.call_options);
    if (asking.format == kTextFormat) return WriteText(TextOf(answer) + rest);
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx + rest);
  }

  std::uint32_t limit_ = kDefaultOutlineLimit;
  std::string cursor_;
};

}  // namespace

std::unique_ptr<Command> MakeOutlineCommand() { return std::make_unique<OutlineCommand>(); }

}  // namespace waymark::services
