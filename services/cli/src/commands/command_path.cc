#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"

namespace waymark::services {
namespace {

class PathCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {PayloadFormats(), kTextFormat, "gcf"}; }

  void DescribeQuestion(CLI::App& app) override {
    for (auto* end : {&request_.from, &request_.to}) {
      const bool is_first = end == &request_.from;
      app.add_option(is_first ? "from" : "to", *end,
                     "Qualified name, the end of one, or the place FILE:LINE")
          ->type_name(is_first ? "FROM" : "TO")
          ->check(NotBlank("name a symbol, or a place as FILE:LINE"))
          ->required();
    }
    app.add_option("--hops", request_.max_hops,
                   fmt::format("Steps at most (default: {})", kDefaultPathHops))
        ->type_name("N")
        ->check(WholeNumber(1, retrieval::kMaxBlastDepth));
    app.add_option("--count,--limit", request_.count,
                   "Paths to show: the shortest, then the surest others (default: 1)")
        ->type_name("N")
        ->check(WholeNumber(1, kMaxPaths));
    tokenizer_.AddTo(app);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    for (auto* end : {&request_.from, &request_.to}) {
      WM_ASSIGN_OR_RETURN(*end,
                          AbsolutePlace(*end, asking.settings.working_directory, asking.root));
    }
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(const PathAnswer answer,
                        asking.verbs.Path(request_, {.cancelled = Interrupt::flag()}));
    return WriteAnswer(asking, answer, RenderPath);
  }

 private:
  PathRequest request_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakePathCommand() { return std::make_unique<PathCommand>(); }

}  // namespace waymark::services
