#include "options/field_options.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/option_groups.h"
#include "options/place_argument.h"
#include "services/limits.h"
#include "services/shell_word.h"

namespace waymark::services {
namespace {

using Texts = std::vector<std::string>;

bool IsOfWords(const RequestField& field) { return field.value.words != nullptr; }

// The default value as text; empty if the help need not mention it.
std::string UsualText(const RequestField& field, const void* usual) {
  if (field.is_required) return "";
  const FieldValue value = field.value.get(usual);
  switch (field.value.type) {
    case FieldType::kNumber: {
      const auto number = std::get<std::uint32_t>(value);
      return number == 0 ? "" : fmt::format("{}", number);
    }
    case FieldType::kShare:
      return fmt::format("{}", std::get<float>(value));
    case FieldType::kWord:
      return CommandWord(std::get<std::string>(value));
    default:
      return "";
  }
}

// The text with the field's words as the command line writes them.
std::string WithCommandWords(std::string text, const RequestField& field) {
  if (!IsOfWords(field)) return text;
  for (const std::string_view word : field.value.words()) {
    const std::string written = CommandWord(word);
    if (written == word) continue;
    std::size_t at = text.find(word);
    for (; at != std::string::npos; at = text.find(word, at + 1)) {
      text.replace(at, word.size(), written);
    }
  }
  return text;
}

std::string OptionHelp(const RequestField& field, const void* usual) {
  std::string text = WithCommandWords(HelpOf(field), field);
  if (field.takes_one) text += "; may be repeated";
  const std::string value = UsualText(field, usual);
  if (!value.empty()) text += fmt::format(" (default: {})", value);
  return text;
}

// Accepts a word of the field with dashes or underscores, and converts it to the latter form.
CLI::Validator WordOf(const RequestField& field) {
  std::vector<std::string> written;
  std::map<std::string, std::string> known;  // by what is written
  for (const std::string_view word : field.value.words()) {
    written.push_back(CommandWord(word));
    known.emplace(written.back(), word);
    known.emplace(word, word);
  }
  std::sort(written.begin(), written.end());
  const std::string listed = ListedWords(written);
  const auto convert = [written = std::move(written),
                        known = std::move(known)](std::string& text) -> std::string {
    const auto found = known.find(text);
    if (found == known.end()) return NoneOf(text, written);
    text = found->second;
    return "";
  };
  return {convert, "", listed};
}

template <typename Value>
CLI::Option* Bind(CLI::App& app, const RequestField& field, void* request, std::string help) {
  const std::function<void(const Value&)> take =
      [set = field.value.set, request](const Value& value) { set(request, value); };
  return app.add_option_function<Value>(std::string(field.option), take, std::move(help));
}

CLI::Option* AddFlag(CLI::App& app, const RequestField& field, void* request) {
  return app.add_flag_function(
      std::string(field.option),
      [set = field.value.set, request](std::int64_t count) { set(request, count > 0); },
      HelpOf(field));
}

// For a text of several arguments.
CLI::Option* AddJoined(CLI::App& app, const RequestField& field, void* request, std::string help) {
  const std::function<void(const Texts&)> take = [set = field.value.set,
                                                  request](const Texts& words) {
    set(request, fmt::format("{}", fmt::join(words, " ")));
  };
  return app.add_option_function<Texts>(std::string(field.option), take, std::move(help));
}

CLI::Option* AddValue(CLI::App& app, const RequestField& field, void* request, std::string help) {
  if (field.joins_words) return AddJoined(app, field, request, std::move(help));
  switch (field.value.type) {
    case FieldType::kNumber:
      return Bind<std::uint32_t>(app, field, request, std::move(help))
          ->check(WholeNumber(field.least, field.most));
    case FieldType::kShare:
      return Bind<float>(app, field, request, std::move(help))->check(NumberBetween(0, 1));
    case FieldType::kTexts:
    case FieldType::kWords:
      return Bind<Texts>(app, field, request, std::move(help));
    default:
      return Bind<std::string>(app, field, request, std::move(help));
  }
}

void AddField(CLI::App& app, const RequestField& field, const void* usual, void* request) {
  const bool is_flag = field.value.type == FieldType::kFlag;
  CLI::Option& option = is_flag ? *AddFlag(app, field, request)
                                : *AddValue(app, field, request, OptionHelp(field, usual));
  if (field.is_seldom) option.group(kMoreGroup);
  if (is_flag) return;
  option.type_name(std::string(field.value_name));
  if (!field.advice.empty()) option.check(NotBlank(std::string(field.advice)));
  if (IsOfWords(field)) option.transform(WordOf(field));
  if (field.value.type == FieldType::kWords) option.delimiter(',');
  // Otherwise the option would take the arguments that follow.
  if (field.value.type == FieldType::kWords || field.takes_one) option.allow_extra_args(false);
  if (field.is_required) option.required();
}

absl::StatusOr<FieldValue> Completed(const Asking& asking, FieldValue value) {
  const auto complete = [&](std::string& text) -> absl::Status {
    WM_ASSIGN_OR_RETURN(text, AbsolutePlace(text, asking.settings.working_directory, asking.root));
    return absl::OkStatus();
  };
  if (auto* const text = std::get_if<std::string>(&value)) {
    WM_RETURN_IF_ERROR(complete(*text));
  } else {
    for (std::string& place : std::get<Texts>(value)) WM_RETURN_IF_ERROR(complete(place));
  }
  return value;
}

}  // namespace

void AddFieldOptions(CLI::App& app, const RequestFields& fields, void* request) {
  for (const RequestField& field : fields.rows) {
    if (!field.option.empty()) AddField(app, field, fields.usual, request);
  }
}

std::string QuestionText(const RequestFields& fields, const void* request) {
  std::string question;
  std::string options;
  for (const RequestField& field : fields.rows) {
    if (field.option.empty()) continue;
    const FieldValue value = field.value.get(request);
    Texts texts;
    if (field.value.type == FieldType::kText) texts = {std::get<std::string>(value)};
    if (field.value.type == FieldType::kTexts) texts = std::get<Texts>(value);
    for (const std::string& text : texts) {
      if (text.empty()) continue;
      if (text.find_first_of("\r\n") != std::string::npos) return "the same command with";
      if (field.option.starts_with('-')) {
        options += fmt::format(" {} {}", field.option, ShellWord(text));
      } else {
        question += " " + ShellQuoted(text);
      }
    }
  }
  if (question.size() > kMaxRepeatedBytes) return "the same command with";
  return fmt::format("waymark {}{}{}", fields.command, question, options);
}

absl::Status CompletePlaces(const Asking& asking, const RequestFields& fields, void* request) {
  for (const RequestField& field : fields.rows) {
    if (!field.is_place || field.option.empty()) continue;
    WM_ASSIGN_OR_RETURN(FieldValue value, Completed(asking, field.value.get(request)));
    field.value.set(request, std::move(value));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
