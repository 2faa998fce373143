#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/field_options.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "render/render_payload.h"

namespace waymark::services {
namespace {

class SearchCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return PayloadFormats(); }

  void DescribeQuestion(CLI::App& app) override {
    AddFieldOptions(app, request_);
    tokenizer_.AddTo(app);
    held_.AddTo(app);
  }

  // An answer to a client that holds others is stored.
  bool extends_store() const override { return held_.any(); }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.encoding = EncodingOf(asking, tokenizer_);
    WM_ASSIGN_OR_RETURN(const SearchAnswer answer,
                        asking.verbs.Search(request_, {.cancelled = Interrupt::flag()}));
    WM_RETURN_IF_ERROR(WriteAnswer(asking, answer, RenderSearch, request_.encoding, held_));
    if (!answer.payload.symbols.empty()) return absl::OkStatus();
    if (request_.by_prefix) {
      return absl::NotFoundError(
          fmt::format("no qualified name in the index begins with '{}'", request_.query));
    }
    const std::string& reason = answer.payload.completeness.reason;
    return absl::NotFoundError(fmt::format("no name in the index is like '{}'; try a part of it{}",
                                           request_.query, reason.empty() ? "" : "; " + reason));
  }

 private:
  SearchRequest request_;
  TokenizerOption tokenizer_;
  HeldOptions held_;
};

}  // namespace

std::unique_ptr<Command> MakeSearchCommand() { return std::make_unique<SearchCommand>(); }

}  // namespace waymark::services
