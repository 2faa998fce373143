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
    .advice = "say in a few words what you are about to do"};
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
    .help = "Start from this symbol and what it touches, instead of a task or together with one",
    .brief = "Paths of files; or symbols, by name or FILE:LINE",
    .advice = kSymbolAdvice,
    .is_place = true,
    .takes_one = true};
constexpr RequestField kFilesField = {.value = AddedTo<&ContextRequest::around>(),
                                      .option = "--files",
                                      .value_name = "FILE",
                                      .help =
                                          "Start from the definitions in these files and what they "
                                          "touch, instead of a task or together with one",
                                      .advice = "name a file"};
constexpr RequestField kBaseField = RevisionField<&ContextRequest::base>(
    "--diff",
    "Start from everything that differs from this revision and what it touches, instead of a task "
    "or together with one");
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
       .option = "--limit",
       .value_name = "N",
       .argument = "limit",
       .help = "Symbols at most (default: as many as fit)",
       .least = 1,
       .most = UINT32_MAX},
      {.name = "most_shown",
       .value = Of<&ContextRequest::most_shown>(),
       .option = "--show",
       .value_name = "LEVEL",
       .help = "How much of a symbol to show at most: signature, documentation, elided (its source "
               "without what is nested in it) or body"},
      {.name = "without",
       .value = Of<&ContextRequest::without>(),
       .option = "--without",
       .value_name = "PARTS",
       .help = "Parts of the ranking to leave out, to measure their value:"},
      {.name = "pack_root",
       .value = Of<&ContextRequest::held, &HeldAnswers::pack_root>(),
       .option = "--pack-root",
       .value_name = "HEX",
       .argument = "pack_root",
       .help = "Root of an answer that the reader still has: write only the difference from it, if "
               "that is less than 60 % of the whole",
       .brief = "Of an answer held: sends changes",
       .advice = "give the pack_root of an answer"},
      {.name = "session",
       .value = Of<&ContextRequest::held, &HeldAnswers::session>(),
       .option = "--session",
       .value_name = "new|HANDLE",
       .argument = "session",
       .help = "'new', later the handle that the answer names: write symbols that were sent before "
               "as numbers",
       .brief = "'new' or an answer's handle: sends known symbols as numbers",
       .advice = "say new, or give the handle of a session"},
      {.name = "exclude",
       .value = Of<&ContextRequest::held, &HeldAnswers::exclude>(),
       .option = "--exclude",
       .value_name = "ROOT",
       .argument = "exclude",
       .help = "Leave out the symbols of earlier answers, named by their roots or the first 12 "
               "digits of these",
       .brief = "Roots to omit",
       .advice = "give the pack_root of an answer"},
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
      kWithHelp(kBudgetField, "Tokens of the answer that it is in or not"),
  };
  return {"explain", "explain_ranking", kRows, UsualOf<ContextRequest>()};
}

}  // namespace waymark::services
