#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "options/render_quickfix.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"

namespace waymark::services {
namespace {

std::map<std::string, EdgeType> EdgeTypesByName() {
  std::map<std::string, EdgeType> names;
  for (const EdgeType type : AllEdgeTypes()) {
    if (IsPublished(type)) names.emplace(Name(type), type);
  }
  return names;
}

class BlastRadiusCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    std::vector<std::string> names = PayloadFormats();
    names.emplace_back(kQuickfixFormat);
    return {std::move(names), kTextFormat, "gcf"};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("symbols", symbols_,
                   "Symbols that change: qualified names, ends of them, or places FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"));
    app.add_option(
           "--diff", request_.base,
           "Instead of a symbol: everything that differs from this revision, as in git diff REV")
        ->type_name("REV")
        ->check(NotBlank("name a branch, a tag or a commit"));
    app.add_option("--depth", request_.depth,
                   fmt::format("Hops to follow (default: {})", retrieval::kDefaultBlastDepth))
        ->type_name("N")
        ->check(WholeNumber(1, retrieval::kMaxBlastDepth));
    AddPageOptions(app, "Symbols to show; the counts cover all", retrieval::kDefaultBlastLimit,
                   kMaxBlastLimit, request_.limit, request_.cursor);
    app.add_option("--edges", request_.edge_types,
                   "Edge types to follow, such as calls,overrides (default: all that carry "
                   "dependence)")
        ->type_name("TYPES")
        ->delimiter(',')
        ->allow_extra_args(false)  // or it would take the symbol that follows
        ->transform(NameOf(EdgeTypesByName()));
    app.add_option("--min-confidence", request_.min_confidence,
                   "Follow only edges of at least this confidence, and count the others (default: "
                   "0)")
        ->type_name("0..1")
        ->check(NumberBetween(0, 1));
    app.add_flag("--stream", streams_,
                 "Write GCF rows as they are found, with the counts last; the symbols of a hop "
                 "come in the order in which they are found");
    tokenizer_.AddTo(app);
  }

  std::string FindMisuse() const override {
    if (symbols_.empty() == request_.base.empty()) {
      return "name what changes: NAME or FILE:LINE, or else --diff REV";
    }
    if (streams_ && !request_.cursor.empty()) return "a stream has no pages: no --cursor";
    return "";
  }

  bool extends_store() const override { return !request_.base.empty(); }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    for (std::string& symbol : symbols_) {
      WM_ASSIGN_OR_RETURN(symbol,
                          AbsolutePlace(symbol, asking.settings.working_directory, asking.root));
    }
    if (!symbols_.empty()) {
      request_.symbol = symbols_.front();
      request_.also.assign(symbols_.begin() + 1, symbols_.end());
    }
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (streams_) return Stream(asking);
    WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer answer,
                        asking.verbs.BlastRadius(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kQuickfixFormat) return WriteText(QuickfixOf(asking, answer.payload));
    return WriteAnswer(asking, answer, RenderBlastRadius);
  }

 private:
  absl::Status Stream(const Asking& asking) {
    WM_RETURN_IF_ERROR(CheckStreams(asking));
    return asking.verbs.StreamBlastRadius(request_, OutputSink(asking.settings),
                                          {.cancelled = Interrupt::flag()});
  }

  BlastRadiusRequest request_;
  std::vector<std::string> symbols_;
  bool streams_ = false;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeBlastRadiusCommand() { return std::make_unique<BlastRadiusCommand>(); }

}  // namespace waymark::services
