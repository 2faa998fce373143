#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/query_command.h"
#include "options/question_options.h"
#include "output/interrupt.h"
#include "output/output.h"
#include "output/render_payload.h"
#include "output/standard_streams.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

std::map<std::string, retrieval::Part> PartsByName() {
  std::map<std::string, retrieval::Part> names;
  for (const retrieval::PartRow& row : retrieval::AllParts()) names.emplace(row.name, row.part);
  return names;
}

std::string PartNames() {
  std::string names;
  for (const retrieval::PartRow& row : retrieval::AllParts()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", row.name);
  }
  return names;
}

std::map<std::string, retrieval::Fidelity> FidelitiesByName() {
  std::map<std::string, retrieval::Fidelity> names;
  using retrieval::Fidelity;
  for (const Fidelity fidelity :
       {Fidelity::kSignature, Fidelity::kDocumentation, Fidelity::kElided, Fidelity::kBody}) {
    names.emplace(Name(fidelity), fidelity);
  }
  return names;
}

class ContextCommand final : public QueryCommand {
 protected:
  Formats formats() const override { return {PayloadFormats(), kTextFormat, "gcf"}; }

  void DescribeQuestion(CLI::App& app) override {
    question_.AddTo(app, "task", "Tokens that the whole answer may take");
    app.add_option("--limit", request_.max_symbols, "Symbols at most (default: as many as fit)")
        ->type_name("N")
        ->check(WholeNumber(1, UINT32_MAX));
    app.add_option("--show", request_.most_shown,
                   "How much of a symbol to show at most: signature, documentation, elided (its "
                   "source without what is nested in it) or body (default)")
        ->type_name("LEVEL")
        ->transform(NameOf(FidelitiesByName()));
    app.add_option(
           "--without", without_,
           "Parts of the ranking to leave out, to measure what they are worth: " + PartNames())
        ->type_name("PARTS")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(NameOf(PartsByName()));
    app.add_option("--pack-root", request_.held.pack_root,
                   "Root of an answer that the reader still has: write only the difference from "
                   "it, if that is less than 60 % of the whole")
        ->type_name("HEX")
        ->check(NotBlank("give the pack_root of an answer"));
    app.add_option("--session", request_.held.session,
                   "'new', later the handle that the answer names: write symbols that were sent "
                   "before as numbers")
        ->type_name("new|HANDLE")
        ->check(NotBlank("say new, or give the handle of a session"));
    app.add_option("--exclude", request_.held.exclude,
                   "Leave out the symbols of earlier answers, named by their roots or the first 12 "
                   "digits of these")
        ->type_name("ROOT...")
        ->check(NotBlank("give the pack_root of an answer"));
    app.add_flag(
        "--stream", streams_,
        "Write GCF in the form of streams, with the counts last, once the answer is packed");
    app.add_flag("--explain", request_.explain,
                 "Show the terms of the task and the parts of each score, on standard error");
    tokenizer_.AddTo(app);
  }

  std::string FindMisuse() const override { return question_.FindMisuse("TASK"); }

  // What is sent is remembered.
  bool extends_store() const override { return true; }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(question_.Complete(asking));
    for (const retrieval::Part part : without_) request_.without.Add(part);
    request_.encoding = EncodingOf(asking, tokenizer_);
    // What is held is told in GCF, and so is a stream.
    const bool is_gcf =
        streams_ || !request_.held.pack_root.empty() || !request_.held.session.empty();
    if (asking.format == kTextFormat && !is_gcf) request_.encoding.format = kTextFormat;
    if (streams_) WM_RETURN_IF_ERROR(CheckStreams(asking));
    WM_ASSIGN_OR_RETURN(const ContextAnswer answer,
                        asking.verbs.Context(request_, {.cancelled = Interrupt::flag()}));
    if (answer.sent.has_value()) {
      WM_RETURN_IF_ERROR(asking.settings.stdout_is_terminal ? WriteText(answer.sent->text)
                                                            : WriteOut(answer.sent->text));
    } else if (streams_) {
      WM_RETURN_IF_ERROR(WriteStream(answer.payload, asking.settings));
    } else if (request_.encoding.format == kTextFormat) {
      WM_RETURN_IF_ERROR(WriteText(ContextText(answer.payload)));
    } else {
      WM_RETURN_IF_ERROR(WritePayload(answer.payload, request_.encoding.format, wire::kFullAnswer,
                                      asking.settings));
    }
    if (!answer.memory_note.empty()) {
      PrintError(VisibleText(fmt::format("waymark: not remembered: {}\n", answer.memory_note)));
    }
    if (answer.explanation.has_value()) PrintError(VisibleText(RenderExplanation(answer)));
    if (!answer.payload.symbols.empty()) return absl::OkStatus();
    // Nothing was asked for but a change that the index does not know yet, which the answer says.
    const bool is_unknown_change = !request_.base.empty() && request_.held.exclude.empty() &&
                                   request_.task.empty() && request_.also.empty();
    if (is_unknown_change && !answer.payload.truncation) return absl::OkStatus();
    if (answer.payload.truncation.has_value()) {
      return absl::NotFoundError(fmt::format(
          "none of what was found fits into {} tokens of {}; the call for the rest has the "
          "smallest --budget that shows a symbol",
          request_.budget_tokens, request_.encoding.format));
    }
    if (!request_.held.exclude.empty()) {
      return absl::NotFoundError(
          "nothing has to do with this task beside what --exclude leaves out");
    }
    return absl::NotFoundError(
        "nothing in the index has to do with this task; name a function, a file or a word that "
        "occurs in the code");
  }

 private:
  ContextRequest request_;
  QuestionOptions question_{request_};
  bool streams_ = false;
  std::vector<retrieval::Part> without_;
  TokenizerOption tokenizer_;
};

}  // namespace

std::unique_ptr<Command> MakeContextCommand() { return std::make_unique<ContextCommand>(); }

}  // namespace waymark::services
