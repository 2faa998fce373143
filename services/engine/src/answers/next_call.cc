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

// A field of a request as written in a call. Commands omit fields without an option, tools those
// without an argument; both omit empty values and default words.
struct CallPart {
  const RequestField* field = nullptr;
  std::string in_shell;  // with its option: " --depth 3"
  std::string in_tool;   // the value alone, as JSON
  // A positional argument that begins like an option: it must come last, after the mark that ends
  // options.
  bool looks_like_option = false;

  bool has_place() const { return !field->option.empty() && !field->option.starts_with('-'); }
};

// Whether the call fits one line of an answer: it takes part of a budget, and a line break in it
// would be folded into a blank.
bool IsRepeatable(std::string_view question) {
  return question.size() <= kMaxRepeatedBytes &&
         question.find_first_of("\r\n") == std::string_view::npos;
}

// The name with which an option is written: the first one of "--count,--limit".
std::string_view FlagOf(const RequestField& field) {
  return field.option.substr(0, field.option.find(','));
}

std::string JsonList(const Texts& texts) {
  Texts items;
  for (const std::string& text : texts) items.push_back(JsonString(text));
  return fmt::format("[{}]", fmt::join(items, ","));
}

void WriteWords(const Texts& words, CallPart& part) {
  if (words.empty()) return;
  part.in_tool = JsonList(words);
  Texts written;
  for (const std::string& word : words) written.push_back(CommandWord(word));
  part.in_shell = part.has_place() ? "" : fmt::format(" {}", FlagOf(*part.field));
  part.in_shell += fmt::format(" {}", fmt::join(written, ","));
}

void WriteTexts(const Texts& texts, CallPart& part) {
  if (texts.empty()) return;
  part.in_tool = JsonList(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_first = i == 0;
    const bool is_led = !part.has_place() && (is_first || part.field->takes_one);
    if (is_led) part.in_shell += fmt::format(" {}", FlagOf(*part.field));
    const bool is_question = part.has_place() && is_first;
    part.in_shell += ' ' + (is_question ? ShellQuoted(texts[i]) : ShellWord(texts[i]));
    part.looks_like_option =
        part.looks_like_option || (part.has_place() && texts[i].starts_with('-'));
  }
}

void WriteValue(std::string value, CallPart& part) {
  part.in_shell =
      part.has_place() ? ' ' + value : fmt::format(" {} {}", FlagOf(*part.field), value);
  part.in_tool = std::move(value);
}

CallPart CallPartOf(const RequestField& field, const RequestFields& fields, const void* request) {
  CallPart part{.field = &field, .in_shell = "", .in_tool = ""};
  const FieldValue value = field.value.get(request);
  switch (field.value.type) {
    case FieldType::kWord:
    case FieldType::kText: {
      const auto& text = std::get<std::string>(value);
      const bool is_word = field.value.type == FieldType::kWord;
      const bool is_usual = is_word && !field.is_required && value == field.value.get(fields.usual);
      if (text.empty() || is_usual) break;
      if (is_word) {
        WriteWords({text}, part);
      } else {
        WriteTexts({text}, part);
      }
      part.in_tool = JsonString(text);
      break;
    }
    case FieldType::kTexts:
      WriteTexts(std::get<Texts>(value), part);
      break;
    case FieldType::kWords:
      WriteWords(std::get<Texts>(value), part);
      break;
    case FieldType::kNumber:
      if (const auto number = std::get<std::uint32_t>(value); number != 0) {
        WriteValue(fmt::format("{}", number), part);
      }
      break;
    case FieldType::kShare:
      if (const auto share = std::get<float>(value); share > 0) {
        WriteValue(fmt::format("{}", share), part);
      }
      break;
    case FieldType::kFlag:
      if (!std::get<bool>(value)) break;
      part.in_shell = fmt::format(" {}", FlagOf(field));
      part.in_tool = "true";
      break;
    case FieldType::kRepositories:
      break;  // tools find them
  }
  if (field.option.empty()) part.in_shell.clear();
  if (field.argument.empty()) part.in_tool.clear();
  return part;
}

std::vector<CallPart> CallParts(const RequestFields& fields, const void* request) {
  std::vector<CallPart> parts;
  for (const RequestField& field : fields.rows) parts.push_back(CallPartOf(field, fields, request));
  return parts;
}

std::string ShellCall(const RequestFields& fields, const std::vector<CallPart>& parts,
                      const Encoding& encoding) {
  std::string question;
  std::string options;
  bool looks_like_option = false;
  for (const CallPart& part : parts) {
    (part.has_place() ? question : options) += part.in_shell;
    looks_like_option = looks_like_option || part.looks_like_option;
  }
  options += encoding.call_options;
  return looks_like_option ? fmt::format("waymark {}{} --{}", fields.command, options, question)
                           : fmt::format("waymark {}{}{}", fields.command, question, options);
}

std::string ToolArguments(const std::vector<CallPart>& parts) {
  std::string text;
  for (const CallPart& part : parts) {
    if (part.in_tool.empty()) continue;
    text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", part.field->argument, part.in_tool);
  }
  return text;
}

std::string CallText(const RequestFields& fields, const std::vector<CallPart>& parts,
                     const Encoding& encoding) {
  if (encoding.call_style == CallStyle::kShell) return ShellCall(fields, parts, encoding);
  return fmt::format("{} {{{}{}}}", fields.tool, ToolArguments(parts), encoding.call_options);
}

// For a question that cannot be repeated: what to change in its call, by the names of fields.
std::string SameCallWith(std::initializer_list<std::string_view> changed,
                         std::vector<CallPart> parts, const Encoding& encoding) {
  std::erase_if(parts, [&](const CallPart& part) {
    return std::find(changed.begin(), changed.end(), part.field->name) == changed.end();
  });
  if (encoding.call_style == CallStyle::kTool) {
    return "the same call with " + ToolArguments(parts);
  }
  std::string text = "the same command with";
  for (const CallPart& part : parts) text += part.in_shell;
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

bool IsOfPage(const CallPart& part) {
  return part.field->name == "limit" || part.field->name == "cursor";
}

// The same call with a field changed that `request` has as it is to be.
template <typename Request>
std::string CallWith(std::string_view changed, const RequestFields& fields,
                     const Request& request) {
  std::vector<CallPart> parts = CallParts(fields, &request);
  if (!HasRepeatableQuestion(fields, &request)) {
    return SameCallWith({changed}, std::move(parts), request.encoding);
  }
  std::stable_partition(parts.begin(), parts.end(),
                        [](const CallPart& part) { return !IsOfPage(part); });
  return CallText(fields, parts, request.encoding);
}

template <typename Request>
std::string PageCall(const RequestFields& fields, Request request, const std::string& cursor) {
  request.cursor = cursor;
  return CallWith("cursor", fields, request);
}

// The fields of a question besides its page.
template <typename Request>
std::string TextOfQuestion(const RequestFields& fields, Request request) {
  request.cursor.clear();
  request.limit = 0;
  if constexpr (requires { request.possible; }) request.possible = false;
  return ShellCall(fields, CallParts(fields, &request), {});
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

// The formats of tools do not carry the list, except JSON.
void AskForList(Encoding& encoding) {
  const bool has_format = encoding.call_options.find("\"format\"") != std::string::npos;
  if (encoding.call_style != CallStyle::kTool || has_format) return;
  encoding.call_options += R"(,"format":"json")";
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
  next.commits = 0;  // they are told
  const bool is_shell = request.encoding.call_style == CallStyle::kShell;
  if (is_shell) {  // has options of their own for symbols and files
    std::erase_if(next.around, [&](const std::string& name) {
      return std::find(files.begin(), files.end(), name) != files.end();
    });
  }
  RequestFields fields = FieldsOf<ContextRequest>();
  if (request.task.empty()) fields.tool = "context_for_files";
  std::vector<CallPart> parts = CallParts(fields, &next);
  for (CallPart& part : parts) {
    if (is_shell && part.field->option == kFilesOption) WriteTexts(files, part);
  }
  std::size_t bytes = 0;
  for (const std::string& name : request.around) bytes += name.size();
  if (bytes <= kMaxRepeatedBytes && IsRepeatable(request.task)) {
    return CallText(fields, parts, request.encoding);
  }
  if (bounds.exclude.size() != request.held.exclude.size()) {
    return SameCallWith({"exclude"}, std::move(parts), request.encoding);
  }
  if (bounds.max_symbols == request.max_symbols) {
    return SameCallWith({"budget_tokens"}, std::move(parts), request.encoding);
  }
  return SameCallWith({"budget_tokens", "max_symbols"}, std::move(parts), request.encoding);
}

std::string Deeper(const BlastRadiusRequest& request, const std::vector<std::string>& names,
                   std::uint32_t depth) {
  BlastRadiusRequest deeper = Named(request, names);
  deeper.depth = depth;
  deeper.cursor.clear();
  return CallWith("depth", FieldsOf<BlastRadiusRequest>(), deeper);
}

std::string ListPossible(const BlastRadiusRequest& request, const std::vector<std::string>& names) {
  BlastRadiusRequest listing = Named(request, names);
  listing.possible = true;
  AskForList(listing.encoding);
  return CallWith("possible", FieldsOf<BlastRadiusRequest>(), listing);
}

std::string ListPossible(const UsagesRequest& request, std::string_view name) {
  UsagesRequest listing = Named(request, name);
  listing.possible = true;
  AskForList(listing.encoding);
  return CallWith("possible", FieldsOf<UsagesRequest>(), listing);
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
