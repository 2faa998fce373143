#include "answers/next_call.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "services/limits.h"
#include "services/pack_rest.h"
#include "services/request_fields.h"
#include "services/shell_word.h"
#include "services/state_text.h"

namespace waymark::services {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kFilesOption = "--files";

// A field of a request as a call tells it. A command tells none without an option, a tool none
// without an argument, and neither what is empty, or a word that is as usual.
struct ToldField {
  const RequestField* field = nullptr;
  std::string in_shell;  // with its option: " --depth 3"
  std::string in_tool;   // the value alone, as JSON
  // Known by its place, and begins like an option: such a text has to come last, behind the mark
  // that ends options.
  bool looks_like_option = false;

  bool has_place() const { return !field->option.empty() && !field->option.starts_with('-'); }
};

// Whether the call fits one line of an answer: it takes part of a budget, and a line break in it
// would be folded into a blank.
bool IsRepeatable(std::string_view question) {
  return question.size() <= kMaxRepeatedBytes &&
         question.find_first_of("\r\n") == std::string_view::npos;
}

// What an option is told with, of "--count,--limit" the first name.
std::string_view FlagOf(const RequestField& field) {
  return field.option.substr(0, field.option.find(','));
}

std::string JsonList(const Texts& texts) {
  Texts items;
  for (const std::string& text : texts) items.push_back(JsonString(text));
  return fmt::format("[{}]", fmt::join(items, ","));
}

void TellTexts(const Texts& texts, ToldField& told) {
  if (texts.empty()) return;
  told.in_tool = JsonList(texts);
  if (told.field->value.type == FieldType::kWords) {
    told.in_shell = fmt::format(" {} {}", FlagOf(*told.field), fmt::join(texts, ","));
    return;
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_first = i == 0;
    const bool is_led = !told.has_place() && (is_first || told.field->takes_one);
    if (is_led) told.in_shell += fmt::format(" {}", FlagOf(*told.field));
    const bool is_question = told.has_place() && is_first;
    told.in_shell += ' ' + (is_question ? ShellQuoted(texts[i]) : ShellWord(texts[i]));
    told.looks_like_option =
        told.looks_like_option || (told.has_place() && texts[i].starts_with('-'));
  }
}

void TellValue(std::string value, ToldField& told) {
  told.in_shell =
      told.has_place() ? ' ' + value : fmt::format(" {} {}", FlagOf(*told.field), value);
  told.in_tool = std::move(value);
}

ToldField Told(const RequestField& field, const RequestFields& fields, const void* request) {
  ToldField told{.field = &field, .in_shell = "", .in_tool = ""};
  const FieldValue value = field.value.get(request);
  switch (field.value.type) {
    case FieldType::kWord:
      if (!field.is_required && value == field.value.get(fields.usual)) break;
      [[fallthrough]];
    case FieldType::kText: {
      const auto& text = std::get<std::string>(value);
      if (text.empty()) break;
      TellTexts({text}, told);
      told.in_tool = JsonString(text);
      break;
    }
    case FieldType::kTexts:
    case FieldType::kWords:
      TellTexts(std::get<Texts>(value), told);
      break;
    case FieldType::kNumber:
      if (const auto number = std::get<std::uint32_t>(value); number != 0) {
        TellValue(fmt::format("{}", number), told);
      }
      break;
    case FieldType::kShare:
      if (const auto share = std::get<float>(value); share > 0) {
        TellValue(fmt::format("{}", share), told);
      }
      break;
    case FieldType::kFlag:
      if (!std::get<bool>(value)) break;
      told.in_shell = fmt::format(" {}", FlagOf(field));
      told.in_tool = "true";
      break;
    case FieldType::kRepositories:
      break;  // tools find them
  }
  if (field.option.empty()) told.in_shell.clear();
  if (field.argument.empty()) told.in_tool.clear();
  return told;
}

std::vector<ToldField> AllTold(const RequestFields& fields, const void* request) {
  std::vector<ToldField> told;
  for (const RequestField& field : fields.rows) told.push_back(Told(field, fields, request));
  return told;
}

std::string ShellCall(const RequestFields& fields, const std::vector<ToldField>& told,
                      const Encoding& encoding) {
  std::string question;
  std::string options;
  bool looks_like_option = false;
  for (const ToldField& one : told) {
    (one.has_place() ? question : options) += one.in_shell;
    looks_like_option = looks_like_option || one.looks_like_option;
  }
  options += encoding.call_options;
  return looks_like_option ? fmt::format("waymark {}{} --{}", fields.command, options, question)
                           : fmt::format("waymark {}{}{}", fields.command, question, options);
}

std::string ToolArguments(const std::vector<ToldField>& told) {
  std::string text;
  for (const ToldField& one : told) {
    if (one.in_tool.empty()) continue;
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", one.field->argument, one.in_tool);
  }
  return text;
}

std::string CallText(const RequestFields& fields, const std::vector<ToldField>& told,
                     const Encoding& encoding) {
  if (encoding.call_style == CallStyle::kShell) return ShellCall(fields, told, encoding);
  return fmt::format("{} {{{}{}}}", fields.tool, ToolArguments(told), encoding.call_options);
}

// For a question that cannot be repeated: what to change in its call, by the names of fields.
std::string SameCallWith(std::initializer_list<std::string_view> changed,
                         std::vector<ToldField> told, const Encoding& encoding) {
  std::erase_if(told, [&](const ToldField& one) {
    return std::find(changed.begin(), changed.end(), one.field->name) == changed.end();
  });
  if (encoding.call_style == CallStyle::kTool) {
    return "the same call with " + ToolArguments(told);
  }
  std::string text = "the same command with";
  for (const ToldField& one : told) text += one.in_shell;
  return text;
}

// Whether the texts that a command knows by their places can stand in a line.
bool HasRepeatableQuestion(const RequestFields& fields, const void* request) {
  std::string question;
  for (const RequestField& field : fields.rows) {
    const bool has_place = !field.option.empty() && !field.option.starts_with('-');
    if (!has_place) continue;
    const FieldValue value = field.value.get(request);
    if (const auto* const text = std::get_if<std::string>(&value)) question += *text;
    if (const auto* const texts = std::get_if<Texts>(&value)) {
      for (const std::string& text : *texts) question += text;
    }
  }
  return IsRepeatable(question);
}

bool IsOfPage(const ToldField& told) {
  return told.field->name == "limit" || told.field->name == "cursor";
}

// The same call with a field changed that `request` has as it is to be.
template <typename Request>
std::string CallWith(std::string_view changed, const RequestFields& fields,
                     const Request& request) {
  std::vector<ToldField> told = AllTold(fields, &request);
  if (!HasRepeatableQuestion(fields, &request)) {
    return SameCallWith({changed}, std::move(told), request.encoding);
  }
  std::stable_partition(told.begin(), told.end(),
                        [](const ToldField& one) { return !IsOfPage(one); });
  return CallText(fields, told, request.encoding);
}

template <typename Request>
std::string PageCall(const RequestFields& fields, Request request, const std::string& cursor) {
  request.cursor = cursor;
  return CallWith("cursor", fields, request);
}

// What a question asks besides its page.
template <typename Request>
std::string TextOfQuestion(const RequestFields& fields, Request request) {
  request.cursor.clear();
  request.limit = 0;
  return ShellCall(fields, AllTold(fields, &request), {});
}

BlastRadiusRequest Named(BlastRadiusRequest request, const Texts& names) {
  request.symbol = names.empty() ? "" : names.front();
  request.also.assign(names.begin() + (names.empty() ? 0 : 1), names.end());
  return request;
}

UsagesRequest Named(UsagesRequest request, std::string_view name) {
  request.symbol = name;
  return request;
}

RequestFields FieldsFor(const SearchRequest& request) {
  return request.by_prefix ? PrefixSearchFields() : FieldsOf<SearchRequest>();
}

}  // namespace

std::string NextContext(const ContextRequest& request, const std::vector<std::string>& files,
                        std::uint32_t budget, const wire::Payload& shown) {
  PackBounds bounds{
      .exclude = request.held.exclude, .budget_tokens = budget, .max_symbols = request.max_symbols};
  if (!shown.symbols.empty()) bounds = BoundsOfRest(std::move(bounds), shown);
  ContextRequest next = request;
  next.held = {.exclude = bounds.exclude};
  next.budget_tokens = bounds.budget_tokens;
  next.max_symbols = bounds.max_symbols;
  next.explain = false;
  const bool is_shell = request.encoding.call_style == CallStyle::kShell;
  if (is_shell) {  // has options of their own for symbols and files
    std::erase_if(next.around, [&](const std::string& name) {
      return std::find(files.begin(), files.end(), name) != files.end();
    });
  }
  RequestFields fields = FieldsOf<ContextRequest>();
  if (request.task.empty()) fields.tool = "context_for_files";
  std::vector<ToldField> told = AllTold(fields, &next);
  for (ToldField& one : told) {
    if (is_shell && one.field->option == kFilesOption) TellTexts(files, one);
  }
  std::size_t bytes = 0;
  for (const std::string& name : request.around) bytes += name.size();
  if (bytes <= kMaxRepeatedBytes && IsRepeatable(request.task)) {
    return CallText(fields, told, request.encoding);
  }
  if (bounds.exclude.size() != request.held.exclude.size()) {
    return SameCallWith({"exclude"}, std::move(told), request.encoding);
  }
  if (bounds.max_symbols == request.max_symbols) {
    return SameCallWith({"budget_tokens"}, std::move(told), request.encoding);
  }
  return SameCallWith({"budget_tokens", "max_symbols"}, std::move(told), request.encoding);
}

std::string Deeper(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                   std::uint32_t depth) {
  BlastRadiusRequest deeper = Named(request, names);
  deeper.depth = depth;
  deeper.cursor.clear();
  return CallWith("depth", FieldsOf<BlastRadiusRequest>(), deeper);
}

std::string NextPage(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                     const std::string& cursor) {
  return PageCall(FieldsOf<BlastRadiusRequest>(), Named(request, names), cursor);
}

std::string NextPage(const UsagesRequest& request, std::string_view name,
                     const std::string& cursor) {
  return PageCall(FieldsOf<UsagesRequest>(), Named(request, name), cursor);
}

std::string NextPage(const DiffRequest& request, const std::string& cursor) {
  return PageCall(FieldsOf<DiffRequest>(), request, cursor);
}

std::string NextPage(const SearchRequest& request, const std::string& cursor) {
  return PageCall(FieldsFor(request), request, cursor);
}

std::string QuestionOf(const BlastRadiusRequest& request, const std::vector<std::string>& names) {
  return TextOfQuestion(FieldsOf<BlastRadiusRequest>(), Named(request, names));
}

std::string QuestionOf(const UsagesRequest& request, std::string_view name) {
  return TextOfQuestion(FieldsOf<UsagesRequest>(), Named(request, name));
}

std::string QuestionOf(const SearchRequest& request) {
  return TextOfQuestion(FieldsFor(request), request);
}

std::string QuestionOf(const TestScopeRequest& request) {
  return TextOfQuestion(FieldsOf<TestScopeRequest>(), request);
}

std::string QuestionOf(const AnalyzeRequest& request) {
  return TextOfQuestion(FieldsOf<AnalyzeRequest>(), request);
}

}  // namespace waymark::services
