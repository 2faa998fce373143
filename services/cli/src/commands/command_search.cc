#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"

namespace waymark::services {
namespace {

class SearchCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {PayloadFormats(), kTextFormat, "gcf"}; }

  void DescribeQuestion(CLI::App& app) override {
    app.add_option("query", request_.query, "A name, a part of one, or its initials")
        ->type_name("QUERY")
        ->check(NotBlank("give a name or a part of one"))
        ->required();
    app.add_flag(
        "--prefix", request_.by_prefix,
        "Find the symbols whose qualified name begins with QUERY, and the edges among them");
    AddPageOptions(app, "Symbols to show", kDefaultSearchLimit, kMaxSearchLimit, request_.limit,
                   request_.cursor);
    tokenizer_.AddTo(app);
  }

  absl::Status Ask(const Asking& asking) override {
    request_.root = asking.root;
    request_.state = asking.state;
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(const SearchAnswer answer,
                        asking.verbs.Search(request_, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(WriteAnswer(asking, answer, RenderSearch));
    if (!answer.payload.symbols.empty()) return absl::OkStatus();
    if (request_.by_prefix) {
      return absl::NotFoundError(
          fmt::format("no qualified name in the index begins with '{}'", request_.query));
    }
    return absl::NotFoundError(
        fmt::format("no name in the index is like '{}'; try a part of it", request_.query));
  }

 private:
  SearchRequest request_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeSearchCommand() { return std::make_unique<SearchCommand>(); }

}  // namespace waymark::services
