#include "options/field_options.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/place_argument.h"

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
      return std::get<std::string>(value);
    default:
      return "";
  }
}

std::string OptionHelp(const RequestField& field, const void* usual) {
  std::string text = HelpOf(field);
  if (field.takes_one) text += "; may be repeated";
  const std::string value = UsualText(field, usual);
  if (!value.empty()) text += fmt::format(" (default: {})", value);
  return text;
}

CLI::Validator CheckOf(const RequestField& field) {
  std::vector<std::string_view> words = field.value.words();
  std::sort(words.begin(), words.end());
  return OneOf({words.begin(), words.end()});
}

template <typename Value>
CLI::Option* Bind(CLI::App& app, const RequestField& field, void* request, std::string help) {
  const std::function<void(const Value&)> take =
      [set = field.value.set, request](const Value& value) { set(request, value); };
  return app.add_option_function<Value>(std::string(field.option), take, std::move(help));
}

void AddFlag(CLI::App& app, const RequestField& field, void* request) {
  app.add_flag_function(
      std::string(field.option),
      [set = field.value.set, request](std::int64_t count) { set(request, count > 0); },
      HelpOf(field));
}

CLI::Option* AddValue(CLI::App& app, const RequestField& field, void* request, std::string help) {
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
  if (field.value.type == FieldType::kFlag) return AddFlag(app, field, request);
  CLI::Option& option = *AddValue(app, field, request, OptionHelp(field, usual));
  option.type_name(std::string(field.value_name));
  if (!field.advice.empty()) option.check(NotBlank(std::string(field.advice)));
  if (IsOfWords(field)) option.check(CheckOf(field));
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

absl::Status CompletePlaces(const Asking& asking, const RequestFields& fields, void* request) {
  for (const RequestField& field : fields.rows) {
    if (!field.is_place || field.option.empty()) continue;
    WM_ASSIGN_OR_RETURN(FieldValue value, Completed(asking, field.value.get(request)));
    field.value.set(request, std::move(value));
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
