#include <map>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"
#include "options/query_command.h"
#include "output/interrupt.h"
#include "output/output.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

enum class Word : std::uint8_t { kUseful, kNoise, kList, kForget };

std::string TextOf(const FeedbackLesson& lesson) {
  const bool told = lesson.source == retrieval::JudgementSource::kExplicit;
  return fmt::format(
      "{:<6}  {:<5}  {}  for '{}'{}\n", lesson.useful ? "useful" : "noise", told ? "told" : "asked",
      lesson.symbol, lesson.task,
      lesson.holds
          ? ""
          : "  (not used: it, or the code of what encloses it, has changed since, or it is gone)");
}

std::string TextOf(const FeedbackAnswer& answer, Word word) {
  std::string out = word == Word::kForget ? "forgotten:\n" : "";
  for (const FeedbackLesson& lesson : answer.lessons) out += TextOf(lesson);
  if (answer.lessons.empty()) {
    return word == Word::kForget ? "nothing was said of that\n"
                                 : "nothing was said of answers about this repository\n";
  }
  return out;
}

std::string JsonOf(const FeedbackAnswer& answer) {
  Json lessons = Json::array();
  for (const FeedbackLesson& lesson : answer.lessons) {
    const bool told = lesson.source == retrieval::JudgementSource::kExplicit;
    lessons.push_back({{"symbol", lesson.symbol},
                       {"task", lesson.task},
                       {"useful", lesson.useful},
                       {"source", told ? "told" : "asked"},
                       {"holds", lesson.holds}});
  }
  const Json json = {{"lessons", lessons}, {"kept", answer.kept}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class FeedbackCommand final : public QueryCommand {
 protected:
  Formats formats() const override {
    return {{kTextFormat, kJsonFormat}, kTextFormat, kTextFormat};
  }

  void DescribeQuestion(CLI::App& app) override {
    const std::map<std::string, Word> words = {{"useful", Word::kUseful},
                                               {"noise", Word::kNoise},
                                               {"list", Word::kList},
                                               {"forget", Word::kForget}};
    app.add_option(
           "word", word_,
           "useful or noise: record what the symbols were for --task; list: show what is recorded; "
           "forget: remove what is recorded about the symbols, or with --all everything")
        ->type_name("useful|noise|list|forget")
        ->transform(NameOf(words))
        ->required();
    app.add_option("symbols", request_.symbols,
                   "Qualified names, ends of them, or places FILE:LINE")
        ->type_name("NAME|FILE:LINE...")
        ->check(NotBlank("name a symbol, or a place as FILE:LINE"));
    app.add_option("--task", request_.task,
                   "The task that the answer was for, in the words that context was given")
        ->type_name("TASK")
        ->check(NotBlank("repeat the task that was asked about"));
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
    request_.root = asking.root;
    request_.useful = word_ == Word::kUseful;
    request_.action = word_ == Word::kList     ? FeedbackAction::kList
                      : word_ == Word::kForget ? FeedbackAction::kForget
                                               : FeedbackAction::kSay;
    for (std::string& symbol : request_.symbols) {
      WM_ASSIGN_OR_RETURN(symbol,
                          AbsolutePlace(symbol, asking.settings.working_directory, asking.root));
    }
    WM_ASSIGN_OR_RETURN(const FeedbackAnswer answer,
                        asking.verbs.Feedback(request_, {.cancelled = Interrupt::flag()}));
    return WriteText(asking.format == kJsonFormat ? JsonOf(answer) : TextOf(answer, word_));
  }

 private:
  FeedbackRequest request_;
  Word word_ = Word::kList;
  bool all_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeFeedbackCommand() { return std::make_unique<FeedbackCommand>(); }

}  // namespace waymark::services
