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

constexpr char kDependents[] = "dependents";  // as of the tool get_dependents

std::map<std::string, retrieval::Relation> RelationsByName() {
  std::map<std::string, retrieval::Relation> names;
  for (const retrieval::Relation relation : retrieval::AllRelations()) {
    names.emplace(Name(relation), relation);
  }
  names.emplace(kDependents, retrieval::Relation::kUsages);
  return names;
}

class UsagesCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    std::vector<std::string> names = PayloadFormats();
    names.emplace_back(kQuickfixFormat);
    return {std::move(names), kTextFormat, "gcf"};
  }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("symbol", request_.symbol,
                   "Qualified name, the end of one, or the place FILE:LINE")
        ->type_name("NAME|FILE:LINE")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"))
        ->required();
    app.add_option("--relation", request_.relation,
                   "usages (or dependents, the same), callers, callees, dependencies, "
                   "implementations, owners, owned, co_tested or similar (default: usages)")
        ->type_name("NAME")
        ->transform(NameOf(RelationsByName()));
    app.add_option("--depth", request_.depth, "Hops to follow (default: 1)")
        ->type_name("N")
        ->check(WholeNumber(1, retrieval::kMaxBlastDepth));
    AddPageOptions(app, "Symbols to show", kDefaultUsagesLimit, kMaxUsagesLimit, request_.limit,
                   request_.cursor);
    app.add_flag("--stream", streams_, "Write GCF rows as they are found, with the counts last");
    tokenizer_.AddTo(app);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    WM_ASSIGN_OR_RETURN(
        request_.symbol,
        AbsolutePlace(request_.symbol, asking.settings.working_directory, asking.root));
    request_.encoding = EncodingOf(asking, tokenizer_);
    if (streams_) return Stream(asking);
    WM_ASSIGN_OR_RETURN(const UsagesAnswer answer,
                        asking.verbs.Usages(request_, {.cancelled = Interrupt::flag()}));
    if (asking.format == kQuickfixFormat) return WriteText(QuickfixOf(asking, answer.payload));
    return WriteAnswer(asking, answer, RenderUsages);
  }

 private:
  absl::Status Stream(const Asking& asking) {
    WM_RETURN_IF_ERROR(CheckStreams(asking));
    return asking.verbs.StreamUsages(request_, OutputSink(asking.settings),
                                     {.cancelled = Interrupt::flag()});
  }

  UsagesRequest request_;
  bool streams_ = false;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeUsagesCommand() { return std::make_unique<UsagesCommand>(); }

}  // namespace waymark::services
