#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/answer_diagrams.h"
#include "services/answer_json.h"
#include "services/answer_pages.h"
#include "services/outline_text.h"

namespace waymark::services {
namespace {

class OutlineCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override {
    return WithDiagramFormats({kTextFormat, kJsonFormat, kGcxFormat});
  }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    AddCursorOption(app, cursor_);
  }

  absl::Status Ask(const Asking& asking) override {
    OutlineRequest request = request_;
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request));
    // The beginning of a later page is known only from the whole answer.
    if (!cursor_.empty()) request.limit = kMaxOutlineLimit;
    WM_ASSIGN_OR_RETURN(const OutlineAnswer whole,
                        asking.verbs.Outline(request, {.cancelled = Interrupt::flag()}));
    WM_ASSIGN_OR_RETURN(const Page page,
                        Page::Of("outline", PageState(whole.index), request_.limit, cursor_));
    const std::uint32_t total = std::min(CountRows(whole), kMaxOutlineLimit);
    const RowRange rows = page.RowsOf(total);
    return Write(asking, PageOf(whole, rows), rows.end < total ? page.next() : "");
  }

 private:
  // Writes the page with the cursor of the next page and the command that shows it.
  absl::Status Write(const Asking& asking, const OutlineAnswer& answer,
                     const std::string& cursor) const {
    if (IsDiagramFormat(asking.format)) return WriteDiagram(DiagramOf(answer), asking.format);
    if (asking.format == kJsonFormat) return WriteText(OutlineJson(answer, cursor));
    const std::string rest = cursor.empty()
                                 ? ""
                                 : fmt::format("waymark outline --limit {} --cursor {}{}",
                                               request_.limit, cursor, asking.call_options);
    if (asking.format == kTextFormat) {
      const std::string more = rest.empty() ? "" : fmt::format("\nmore: {}\n", rest);
      return ShowAnswer(asking, answer.index, TextOf(answer) + more);
    }
    WM_ASSIGN_OR_RETURN(const std::string gcx, GcxOf(answer));
    return WriteOut(gcx + (rest.empty() ? "" : fmt::format("# rest: {}\n", rest)));
  }

  OutlineRequest request_;
  std::string cursor_;
};

}  // namespace

std::unique_ptr<Command> MakeOutlineCommand() { return std::make_unique<OutlineCommand>(); }

}  // namespace waymark::services
