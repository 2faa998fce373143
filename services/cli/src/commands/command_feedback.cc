#include <map>
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
#include "services/answer_json.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

enum class Word : std::uint8_t { kUseful, kNoise, kList, kForget };

std::string TextOf(const FeedbackJudgement& judgement) {
  const bool is_explicit = judgement.source == retrieval::JudgementSource::kExplicit;
  return fmt::format(
      "{:<6}  {:<8}  {}  for '{}'{}\n", judgement.useful ? "useful" : "noise",
      is_explicit ? "explicit" : "implicit", VisibleLine(judgement.symbol),
      VisibleLine(judgement.task),
      judgement.holds
          ? ""
          : "  (not used: it, or the code of what encloses it, has changed since, or it is gone)");
}

std::string TextOf(const FeedbackAnswer& answer, Word word) {
  std::string out = word == Word::kForget ? "forgotten:\n" : "";
  for (const FeedbackJudgement& judgement : answer.judgements) out += TextOf(judgement);
  if (answer.judgements.empty()) {
    return word == Word::kForget ? "there are no such judgements\n"
                                 : "there are no judgements of answers about this repository\n";
  }
  return out;
}

class FeedbackCommand final : public QueryCommand {
 protected:
  std::vector<std::string> formats() const override { return {kTextFormat, kJsonFormat}; }

  void DescribeQuestion(CLI::App& app) override {
    const std::map<std::string, Word> words = {{"useful", Word::kUseful},
                                               {"noise", Word::kNoise},
                                               {"list", Word::kList},
                                               {"forget", Word::kForget}};
    app.add_option("word", word_,
                   "useful, noise: record a judgement of the symbols for --task. list: show the "
                   "judgements. forget: delete the judgements of the symbols, or all with --all")
        ->type_name("useful|noise|list|forget")
        ->transform(NameOf(words))
        ->required();
    AddFieldOptions(app, request_);
    app.add_flag("--all", all_, "Forget everything that is recorded about the repository");
  }

  std::string FindMisuse() const override {
    const bool says = word_ == Word::kUseful || word_ == Word::kNoise;
    if (says && request_.symbols.empty()) return "name the symbols that were useful, or were noise";
    if (says && request_.task.empty()) return "say for which task, with --task";
    if (!says && !request_.task.empty()) return "--task goes with useful and noise";
    if (word_ == Word::kList && !request_.symbols.empty()) return "list takes no symbols";
    if (word_ != Word::kForget && all_) return "--all goes with forget";
    if (word_ == Word::kForget && request_.symbols.empty() != all_) {
      return "forget takes symbols, or --all";
    }
    return "";
  }

  bool extends_store() const override { return word_ != Word::kList; }

  bool indexes_first() const override { return false; }

  bool has_states() const override { return false; }

  absl::Status Ask(const Asking& asking) override {
    WM_RETURN_IF_ERROR(CompleteRequest(asking, request_));
    request_.useful = word_ == Word::kUseful;
    request_.action = word_ == Word::kList     ? FeedbackAction::kList
                      : word_ == Word::kForget ? FeedbackAction::kForget
                                               : FeedbackAction::kSay;
    WM_ASSIGN_OR_RETURN(const FeedbackAnswer answer,
                        asking.verbs.Feedback(request_, {.cancelled = Interrupt::flag()}));
    return WriteText(asking.format == kJsonFormat ? FeedbackJson(answer) : TextOf(answer, word_));
  }

 private:
  FeedbackRequest request_;
  Word word_ = Word::kList;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeFeedbackCommand() { return std::make_unique<FeedbackCommand>(); }

}  // namespace waymark::services
