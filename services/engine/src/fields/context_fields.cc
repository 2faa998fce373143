#include "fields/common_fields.h"

namespace waymark::services {
namespace {

constexpr RequestField kTaskField = {
    .name = "task",
    .value = Of<&ContextRequest::task>(),
    .option = "task",
    .value_name = "TASK",
    .argument = "task_description",
    .help =
        "What you are about to do, in words; names of functions and files, error messages and "
        "stack traces help",
    .brief = "The task in words; names, error messages and stack traces help",
    .advice = "say in a few words what you are about to do",
    .joins_words = true};
constexpr RequestField kAlsoField = {.name = "also",
                                     .value = Of<&ContextRequest::also>(),
                                     .option = "--also",
                                     .value_name = "TASK",
                                     .argument = "also",
                                     .help = "A further task; the answer is about all of them",
                                     .brief = "Further tasks",
                                     .takes_one = true};
constexpr RequestField kAroundField = {
    .name = "around",
    .value = Of<&ContextRequest::around>(),
    .option = "--symbol",
    .value_name = kSymbolValue,
    .argument = "files",
    .help = "Rank around this symbol; may be combined with a task",
    .brief = "Paths of files; or symbols, by name or FILE:LINE",
    .advice = kSymbolAdvice,
    .is_place = true,
    .takes_one = true};
constexpr RequestField kFilesField = {.value = AddedTo<&ContextRequest::around>(),
                                      .option = "--files",
                                      .value_name = "FILE",
                                      .help =
                                          "Rank around the definitions in these files; "
                                          "may be combined with a task",
                                      .advice = "name a file"};
constexpr RequestField kBaseField = RevisionField<&ContextRequest::base>(
    "--diff",
    "Rank around the symbols that differ from this revision; may be combined with a task");
constexpr RequestField kBudgetField = {.name = "budget_tokens",
                                       .value = Of<&ContextRequest::budget_tokens>(),
                                       .option = "--budget",
                                       .value_name = "N",
                                       .argument = "token_budget",
                                       .help = "Tokens that the whole answer may take",
                                       .brief = "",
                                       .most = kMaxBudgetTokens};

}  // namespace

template <>
RequestFields FieldsOf<ContextRequest>() {
  static constexpr RequestField kRows[] = {
      kTaskField,
      kAlsoField,
      kAroundField,
      kFilesField,
      kBaseField,
      kBudgetField,
      {.name = "max_symbols",
       .value = Of<&ContextRequest::max_symbols>(),
       .option = "--limit,-n",
       .value_name = "N",
       .argument = "limit",
       .help = "Symbols at most (default: 8 in text, otherwise as many as fit)",
       .brief = "Symbols at most (default: as many as fit)",
       .least = 1,
       .most = UINT32_MAX},
      {.name = "commits",
       .value = Of<&ContextRequest::commits>(),
       .option = "--commits",
       .value_name = "N",
       .argument = "commits",
       .help = "Commits to tell that matter for the task, with what they changed of the answer "
               "(default: 3 for a task that asks why, since when or who, otherwise none)",
       .brief = "Commits to tell that matter (default: 3 if the task asks why or when, else 0)",
       .most = kMaxContextCommits},
      {.name = "most_shown",
       .value = Of<&ContextRequest::most_shown>(),
       .option = "--show",
       .value_name = "LEVEL",
       .help = "Most detailed level to show: signature, documentation, elided (source without "
               "nested definitions, and of a function the lines that matter) or body"},
      {.name = "without",
       .value = Of<&ContextRequest::without>(),
       .option = "--without",
       .value_name = "PARTS",
       .help = "Parts of the ranking to leave out, to measure their value:",
       .is_seldom = true},
      {.name = "pack_root",
       .value = Of<&ContextRequest::held, &HeldAnswers::pack_root>(),
       .option = "--pack-root",
       .value_name = "new|HEX",
       .argument = "pack_root",
       .help =
           "Root of an earlier answer, or at least 12 digits of it: write a delta against it if "
           "the delta is smaller than 60 % of the answer. Every context has a root, so 'new' "
           "changes nothing",
       .brief = "pack_root of an earlier answer, or its first 12 digits: only what differs is sent",
       .advice = "give the pack_root of an answer",
       .is_seldom = true},
      SessionField(Of<&ContextRequest::held, &HeldAnswers::session>()),
      {.name = "exclude",
       .value = Of<&ContextRequest::held, &HeldAnswers::exclude>(),
       .option = "--exclude",
       .value_name = "ROOT",
       .argument = "exclude",
       .help = "Leave out the symbols of earlier answers, named by their roots or the first 12 "
               "digits of these",
       .brief = "Leave out the symbols of answers: first 12 digits of each pack_root",
       .advice = "give the pack_root of an answer",
       .is_seldom = true},
      {.name = "explain",
       .value = Of<&ContextRequest::explain>(),
       .option = "--explain",
       .help = "Show the terms of the task and the parts of each score, on standard error"},
      {.name = "explained", .value = Of<&ContextRequest::explained>()},
      {.name = "repositories", .value = Of<&ContextRequest::repositories>()},
  };
  return {"context", "context_for_task", kRows, UsualOf<ContextRequest>()};
}

RequestFields ExplainFields() {
  static constexpr auto kWithHelp = [](RequestField row, std::string_view help) {
    row.help = help;
    row.brief = nullptr;
    return row;
  };
  static constexpr auto kWithOption = [](RequestField row, std::string_view option) {
    row.option = option;
    row.joins_words = false;
    return row;
  };
  static constexpr auto kWithBrief = [](RequestField row, const char* brief) {
    row.brief = brief;
    return row;
  };
  static constexpr RequestField kRows[] = {
      kWithOption(SymbolField("explained", Of<&ContextRequest::explained>()), "symbol"),
      kWithOption(kWithHelp(kTaskField, "The task, as it was asked about"), "--task"),
      kAlsoField,
      kWithBrief(kAroundField, "Or the files and symbols that were asked about"),
      kFilesField,
      kWithBrief(kBaseField, "Or the revision that was"),
      kWithHelp(kBudgetField, "Token budget of the context answer that is explained"),
  };
  return {"explain", "explain_ranking", kRows, UsualOf<ContextRequest>()};
}

}  // namespace waymark::services
