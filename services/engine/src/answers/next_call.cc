#include "answers/next_call.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/analyze_text.h"
#include "services/limits.h"
#include "services/pack_rest.h"
#include "services/shell_word.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

// Whether the call fits one line of an answer: it takes part of a budget, and a line break in it
// would be folded into a blank.
bool IsRepeatable(std::string_view question) {
  return question.size() <= kMaxRepeatedBytes &&
         question.find_first_of("\r\n") == std::string_view::npos;
}

// A verb and the name of its question, for a command and for a tool.
struct Verb {
  std::string_view command;
  std::string_view tool;
  std::string_view question;
};

constexpr Verb kContext = {"context", "context_for_task", "task_description"};
constexpr Verb kContextAround = {"context", "context_for_files", "files"};
constexpr Verb kBlastRadius = {"blast-radius", "blast_radius", "symbol"};
constexpr Verb kUsages = {"usages", "find_usages", "symbol"};
constexpr Verb kDiff = {"diff", "semantic_diff", "base"};
constexpr Verb kGraphQuery = {"search --prefix", "graph_query", "prefix"};
constexpr Verb kSearch = {"search", "search_symbols", "query"};
constexpr Verb kTestScope = {"test-scope", "test_scope", "symbols"};
constexpr Verb kAnalyze = {"analyze", "analyze", "kind"};

// One option, for a command and for a tool; values are JSON that a shell can read as well.
struct Option {
  std::string_view flag;
  std::string_view argument;
  std::string value;       // empty: left out
  std::string tool_value;  // empty: the same
};

std::string ShellCall(const Verb& verb, std::string_view question, std::span<const Option> options,
                      const Encoding& encoding) {
  std::string text;
  for (const Option& option : options) {
    if (option.value.empty()) continue;
    if (!option.flag.empty()) text += fmt::format(" {}", option.flag);
    text += fmt::format(" {}", option.value);
  }
  text += encoding.call_options;
  if (question.empty()) return fmt::format("waymark {}{}", verb.command, text);
  // A question that looks like an option comes last, after the mark that ends options.
  if (question.starts_with('-')) {
    return fmt::format("waymark {}{} -- {}", verb.command, text, ShellQuoted(question));
  }
  return fmt::format("waymark {} {}{}", verb.command, ShellQuoted(question), text);
}

std::string ToolCall(const Verb& verb, std::string_view question, std::span<const Option> options,
                     const Encoding& encoding) {
  std::string text;
  if (!question.empty()) text = fmt::format("\"{}\":{}", verb.question, JsonString(question));
  for (const Option& option : options) {
    if (option.value.empty()) continue;
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", option.argument,
                        option.tool_value.empty() ? option.value : option.tool_value);
  }
  return fmt::format("{} {{{}{}}}", verb.tool, text, encoding.call_options);
}

// For a question that is too long to repeat.
std::string SameCallWith(std::span<const Option> changed, const Encoding& encoding) {
  const bool is_shell = encoding.call_style == CallStyle::kShell;
  std::string text = is_shell ? "the same command with" : "the same call with";
  std::string_view before = " ";
  for (const Option& option : changed) {
    if (is_shell) {
      text += fmt::format(" {} {}", option.flag, option.value);
      continue;
    }
    text += fmt::format("{}\"{}\":{}", before, option.argument,
                        option.tool_value.empty() ? option.value : option.tool_value);
    before = ",";
  }
  return text;
}

std::string CallText(const Verb& verb, std::string_view question, std::span<const Option> options,
                     const Encoding& encoding) {
  return encoding.call_style == CallStyle::kTool ? ToolCall(verb, question, options, encoding)
                                                 : ShellCall(verb, question, options, encoding);
}

Option Number(std::string_view flag, std::string_view argument, std::uint32_t value) {
  return {.flag = flag, .argument = argument, .value = fmt::format("{}", value), .tool_value = ""};
}

// Names as one option of a command and as one list of a tool.
Option NamesOption(std::string_view flag, std::string_view argument,
                   const std::vector<std::string>& names) {
  Option option{.flag = flag, .argument = argument, .value = "", .tool_value = ""};
  for (const std::string& name : names) {
    option.value += (option.value.empty() ? "" : " ") + ShellWord(name);
    option.tool_value += (option.tool_value.empty() ? "[" : ",") + JsonString(name);
  }
  if (!names.empty()) option.tool_value += ']';
  return option;
}

Option BudgetOf(const PackBounds& bounds) {
  return Number("--budget", "token_budget", bounds.budget_tokens);
}

Option LimitOf(const PackBounds& bounds) {
  if (bounds.max_symbols == 0) {
    return {.flag = "--limit", .argument = "limit", .value = "", .tool_value = ""};
  }
  return Number("--limit", "limit", bounds.max_symbols);
}

// The parts that the same ranking leaves out.
Option Without(const retrieval::Parts& parts) {
  Option option{.flag = "--without", .argument = "without", .value = "", .tool_value = ""};
  for (const retrieval::PartRow& row : retrieval::AllParts()) {
    if (parts.Has(row.part))
      option.value += fmt::format("{}{}", option.value.empty() ? "" : ",", row.name);
  }
  return option;
}

Option MostShown(retrieval::Fidelity most) {
  const bool is_default = most == retrieval::Fidelity::kBody;
  return {.flag = "--show",
          .argument = "",
          .value = is_default ? "" : std::string(Name(most)),
          .tool_value = ""};
}

Option Revision(const std::string& base) {
  if (base.empty()) return {.flag = "--diff", .argument = "base", .value = "", .tool_value = ""};
  return {.flag = "--diff",
          .argument = "base",
          .value = ShellQuoted(base),
          .tool_value = JsonString(base)};
}

Option Confidence(float least) {
  return {.flag = "--min-confidence",
          .argument = "min_confidence",
          .value = least > 0 ? fmt::format("{}", least) : "",
          .tool_value = ""};
}

Option RelationNamed(retrieval::Relation relation) {
  return {.flag = "--relation",
          .argument = "relation",
          .value = std::string(Name(relation)),
          .tool_value = fmt::format("\"{}\"", Name(relation))};
}

Option EdgeTypes(const std::vector<EdgeType>& types) {
  Option option{.flag = "--edges", .argument = "edge_types", .value = "", .tool_value = ""};
  for (const EdgeType type : types) {
    option.value += fmt::format("{}{}", option.value.empty() ? "" : ",", Name(type));
    option.tool_value += fmt::format("{}\"{}\"", option.tool_value.empty() ? "[" : ",", Name(type));
  }
  if (!types.empty()) option.tool_value += ']';
  return option;
}

// The options of a question except the number of rows.
std::vector<Option> QuestionOptions(const BlastRadiusRequest& request, std::uint32_t depth) {
  return {Number("--depth", "depth", depth), EdgeTypes(request.edge_types), Revision(request.base),
          Confidence(request.min_confidence)};
}

std::vector<Option> QuestionOptions(const UsagesRequest& request) {
  return {RelationNamed(request.relation), Number("--depth", "depth", request.depth)};
}

Option Cursor(const std::string& cursor) {
  return {
      .flag = "--cursor", .argument = "cursor", .value = cursor, .tool_value = JsonString(cursor)};
}

// Of several symbols, the one that is the question of the call; the others are options.
std::string FirstOf(const std::vector<std::string>& names) {
  return names.empty() ? std::string() : names.front();
}

Option OtherNames(const std::vector<std::string>& names) {
  const std::size_t others = names.empty() ? 0 : 1;
  return NamesOption("", "also",
                     {names.begin() + static_cast<std::ptrdiff_t>(others), names.end()});
}

bool AreRepeatable(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += name;
  return IsRepeatable(all);
}

// The subjects of a context besides a task.
std::vector<Option> PlacesOfCommand(const ContextRequest& request,
                                    const std::vector<std::string>& files) {
  std::vector<Option> options;
  for (const std::string& name : request.around) {
    const bool is_file = std::find(files.begin(), files.end(), name) != files.end();
    if (!is_file) options.push_back(NamesOption("--symbol", "", {name}));
  }
  options.push_back(NamesOption("--files", "", files));
  options.push_back(Revision(request.base));
  return options;
}

std::string PageCall(const Verb& verb, std::string_view question, std::vector<Option> options,
                     std::uint32_t limit, const std::string& cursor, const Encoding& encoding) {
  options.push_back(Number("--limit", "limit", limit));
  options.push_back(Cursor(cursor));
  if (!IsRepeatable(question)) return SameCallWith({&options.back(), 1}, encoding);
  return CallText(verb, question, options, encoding);
}

}  // namespace

std::string NextContext(const ContextRequest& request, const std::vector<std::string>& files,
                        std::uint32_t budget, const wire::Payload& shown) {
  PackBounds bounds{
      .exclude = request.held.exclude, .budget_tokens = budget, .max_symbols = request.max_symbols};
  if (!shown.symbols.empty()) bounds = BoundsOfRest(std::move(bounds), shown);
  const Option exclude = NamesOption("--exclude", "exclude", bounds.exclude);
  std::vector<Option> changed;
  if (bounds.exclude.size() != request.held.exclude.size()) {
    changed = {exclude};
  } else {
    changed = {BudgetOf(bounds), LimitOf(bounds)};
    if (bounds.max_symbols == request.max_symbols) changed.pop_back();
  }
  const bool is_shell = request.encoding.call_style == CallStyle::kShell;
  std::vector<Option> options =
      is_shell ? PlacesOfCommand(request, files)
               : std::vector{NamesOption("", "files", request.around), Revision(request.base)};
  options.insert(options.end(), {BudgetOf(bounds), LimitOf(bounds), Without(request.without)});
  if (is_shell) {
    options.push_back(MostShown(request.most_shown));  // tools have no such argument
    for (const std::string& task : request.also) {
      options.push_back(NamesOption("--also", "", {task}));
    }
  } else {
    options.push_back(NamesOption("", "also", request.also));
  }
  options.push_back(exclude);
  std::size_t bytes = 0;
  for (const std::string& name : request.around) bytes += name.size();
  if (bytes > kMaxRepeatedBytes || !IsRepeatable(request.task)) {
    return SameCallWith(changed, request.encoding);
  }
  return CallText(request.task.empty() ? kContextAround : kContext, request.task, options,
                  request.encoding);
}

std::string Deeper(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                   std::uint32_t depth) {
  std::vector<Option> options = QuestionOptions(request, depth);
  options.push_back(Number("--limit", "limit", request.limit));
  if (!AreRepeatable(names)) return SameCallWith({&options.front(), 1}, request.encoding);
  options.insert(options.begin(), OtherNames(names));
  return CallText(kBlastRadius, FirstOf(names), options, request.encoding);
}

std::string NextPage(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                     const std::string& cursor) {
  std::vector<Option> options = QuestionOptions(request, request.depth);
  options.insert(options.begin(), OtherNames(names));
  if (!AreRepeatable(names)) {
    const Option changed = Cursor(cursor);
    return SameCallWith({&changed, 1}, request.encoding);
  }
  return PageCall(kBlastRadius, FirstOf(names), options, request.limit, cursor, request.encoding);
}

std::string NextPage(const UsagesRequest& request, std::string_view name,
                     const std::string& cursor) {
  return PageCall(kUsages, name, QuestionOptions(request), request.limit, cursor, request.encoding);
}

std::string NextPage(const DiffRequest& request, const std::string& cursor) {
  return PageCall(kDiff, request.base, {}, request.limit, cursor, request.encoding);
}

std::string NextPage(const SearchRequest& request, const std::string& cursor) {
  return PageCall(request.by_prefix ? kGraphQuery : kSearch, request.query, {}, request.limit,
                  cursor, request.encoding);
}

std::string QuestionOf(const BlastRadiusRequest& request, const std::vector<std::string>& names) {
  std::vector<Option> options = QuestionOptions(request, request.depth);
  options.insert(options.begin(), OtherNames(names));
  return ShellCall(kBlastRadius, FirstOf(names), options, {});
}

std::string QuestionOf(const UsagesRequest& request, std::string_view name) {
  return ShellCall(kUsages, name, QuestionOptions(request), {});
}

std::string QuestionOf(const SearchRequest& request) {
  return ShellCall(request.by_prefix ? kGraphQuery : kSearch, request.query, {}, {});
}

std::string QuestionOf(const TestScopeRequest& request) {
  const Option options[] = {NamesOption("", "", request.symbols), Revision(request.base),
                            Number("--depth", "depth", request.depth),
                            Confidence(request.min_confidence)};
  return ShellCall(kTestScope, "", options, {});
}

std::string QuestionOf(const AnalyzeRequest& request) {
  const Option orphans{.flag = "--orphans",
                       .argument = "only_orphans",
                       .value = request.only_orphans ? "true" : "",
                       .tool_value = ""};
  return ShellCall(kAnalyze, Name(request.analysis), {&orphans, 1}, {});
}

}  // namespace waymark::services
