#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "graph/status.h"
#include "services/limits.h"
#include "services/state_text.h"
#include "tools/argument_hints.h"
#include "tools/refused_call.h"
#include "tools/tool.h"

namespace waymark::services {
namespace {

const ArgumentRow* Find(std::span<const ArgumentRow> rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const ArgumentRow& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

std::string ArgumentNames(std::span<const ArgumentRow> rows) {
  std::string names;
  for (const ArgumentRow& row : rows) {
    names += names.empty() ? "" : ", ";
    names += row.name;
  }
  return names;
}

bool IsFilled(const Json& value) {
  return value.is_string() &&
         value.get_ref<const std::string&>().find_first_not_of(" \t\r\n") != std::string::npos;
}

// JSON has one type of number: 5.0 is 5.
bool IsWholeWithin(const Json& value, const ArgumentRow& row) {
  if (!value.is_number() || value < row.least || value > row.most) return false;
  const auto number = value.get<double>();
  return number == std::floor(number);
}

bool IsOneOf(const std::vector<std::string_view>& words, const Json& value) {
  return value.is_string() &&
         std::find(words.begin(), words.end(), value.get_ref<const std::string&>()) != words.end();
}

template <typename IsRight>
std::string ExpectedArray(const Json& value, const std::string& items, const IsRight& is_right) {
  if (!value.is_array()) return fmt::format("an array of {}", items);
  const auto wrong = std::find_if_not(value.begin(), value.end(), is_right);
  if (wrong == value.end()) return "";
  return fmt::format("an array of {}; number {} is none", items, wrong - value.begin() + 1);
}

std::string ExpectedWords(const ArgumentRow& row, const Json& value) {
  const std::vector<std::string_view> words = row.words();
  if (row.type == FieldType::kWord) {
    return IsOneOf(words, value) ? "" : ListOf(words, " or ");
  }
  return ExpectedArray(value, ListOf(words, " and "),
                       [&](const Json& item) { return IsOneOf(words, item); });
}

// Describes the values that the argument takes; empty if `value` is one of them.
std::string Expected(const ArgumentRow& row, const Json& value) {
  switch (row.type) {
    case FieldType::kText:
      if (value.is_array() && !value.empty()) return "one text, not a list";
      return IsFilled(value) ? "" : "text that is not empty";
    case FieldType::kTexts:
      return ExpectedArray(value, "texts that are not empty", IsFilled);
    case FieldType::kNumber:
      if (IsWholeWithin(value, row)) return "";
      return fmt::format("a whole number from {} to {}", row.least, row.most);
    case FieldType::kShare:
      return value.is_number() && value >= 0 && value <= 1 ? "" : "a number from 0 to 1";
    case FieldType::kFlag:
      return value.is_boolean() ? "" : "true or false";
    case FieldType::kWord:
    case FieldType::kWords:
      return ExpectedWords(row, value);
    case FieldType::kRepositories:
      break;  // no argument is
  }
  return "";
}

bool IsAmong(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A value that works: the first one of a list where one text is wanted, otherwise an example; null
// if none is known.
Json ExampleOf(std::string_view argument, const Json& given) {
  const auto list = given.find(argument);
  if (list != given.end() && list->is_array() && !list->empty() && IsFilled(list->front())) {
    return list->front();
  }
  const ArgumentHint* const hint = FindArgumentHint(argument);
  return hint == nullptr ? Json() : Json::parse(hint->example);
}

// The arguments of the call that are right, and examples for those that it needs.
Json WorkingArguments(const ToolRow& tool, std::span<const ArgumentRow> rows, const Json& given) {
  const std::span<const std::string_view> one_of = tool.arguments.one_of;
  Json working = Json::object();
  bool has_one = false;
  for (const ArgumentRow& row : rows) {
    const bool is_right = given.contains(row.name) && Expected(row, given.at(row.name)).empty();
    const bool is_one = IsAmong(one_of, row.name);
    if (is_right && !(is_one && has_one)) working[std::string(row.name)] = given.at(row.name);
    has_one = has_one || (is_right && is_one);
    if (!is_right && row.is_required) {
      working[std::string(row.name)] = ExampleOf(row.name, given);
    }
  }
  if (!one_of.empty() && !has_one) {
    working[std::string(one_of.front())] = ExampleOf(one_of.front(), given);
  }
  return working;
}

// The call to make instead, behind what it is: one with examples has names that may be unknown
// here.
struct CallInstead {
  std::string_view lead;
  std::string call;
};

CallInstead CallInsteadOf(const ToolRow& tool, std::span<const ArgumentRow> rows, const Json& given,
                          const Json& sent) {
  Json working = WorkingArguments(tool, rows, given);
  if (Compact(working).size() > kMaxRepeatedBytes) {
    working = WorkingArguments(tool, rows, Json::object());
  }
  const auto arguments = working.items();
  const bool has_example = std::any_of(arguments.begin(), arguments.end(), [&](const auto& item) {
    return !given.contains(item.key());
  });
  if (sent.contains(kRepoArgument)) working[kRepoArgument] = sent.at(kRepoArgument);
  return {.lead = has_example ? "for example" : kCallThatWorks,
          .call = fmt::format("{} {}", tool.name, Compact(working))};
}

// OK if the call gives exactly one of the arguments of which the tool needs one.
absl::Status CheckOneOf(std::span<const std::string_view> one_of, const Json& given) {
  const auto count = std::count_if(one_of.begin(), one_of.end(),
                                   [&](std::string_view name) { return given.contains(name); });
  if (one_of.empty() || count == 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("give {} of {}", count == 0 ? "one" : "only one", ListOf(one_of, " and ")));
}

}  // namespace

absl::StatusOr<Arguments> CheckCall(const ToolRow& tool, const Json& given, const Json& sent) {
  const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
  absl::StatusOr<Arguments> arguments = Arguments::Check(rows, given);
  absl::Status status = arguments.status();
  if (status.ok()) status = CheckOneOf(tool.arguments.one_of, given);
  if (status.ok()) return arguments;
  const CallInstead instead = CallInsteadOf(tool, rows, given, sent);
  return WithFix(absl::InvalidArgumentError(fmt::format("{}; {}: {}", std::string(status.message()),
                                                        instead.lead, instead.call)),
                 instead.call);
}

absl::StatusOr<Arguments> Arguments::Check(std::span<const ArgumentRow> rows, const Json& given) {
  for (const auto& [name, value] : given.items()) {
    const ArgumentRow* const row = Find(rows, name);
    if (row == nullptr) {
      return absl::InvalidArgumentError(
          fmt::format("there is no argument '{}'; there {}", name,
                      rows.empty() ? "are none" : "are: " + ArgumentNames(rows)));
    }
    const std::string expected = Expected(*row, value);
    if (!expected.empty()) {
      return absl::InvalidArgumentError(fmt::format("'{}' must be {}", name, expected));
    }
  }
  for (const ArgumentRow& row : rows) {
    if (row.is_required && !given.contains(row.name)) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is missing: {}", row.name, row.description));
    }
  }
  Arguments arguments;
  arguments.rows_.assign(rows.begin(), rows.end());
  arguments.given_ = given;
  return arguments;
}

bool Arguments::Takes(std::string_view name) const { return Find(rows_, name) != nullptr; }

std::string Arguments::Text(std::string_view name) const {
  return given_.value(std::string(name), std::string());
}

std::vector<std::string> Arguments::Texts(std::string_view name) const {
  return given_.value(std::string(name), std::vector<std::string>());
}

std::uint32_t Arguments::Number(std::string_view name) const {
  return static_cast<std::uint32_t>(given_.value(std::string(name), Find(rows_, name)->usual));
}

float Arguments::Confidence(std::string_view name) const {
  return given_.value(std::string(name), 0.0F);
}

void ReadArguments(const Arguments& arguments, const RequestFields& fields, void* request) {
  for (const RequestField& field : fields.rows) {
    const std::string_view name = field.argument;
    // The default of a tool may differ from that of the request.
    const bool has_default =
        field.value.type == FieldType::kNumber || field.value.type == FieldType::kFlag;
    const bool is_read = has_default ? arguments.Takes(name) : arguments.Has(name);
    if (name.empty() || !is_read) continue;
    switch (field.value.type) {
      case FieldType::kText:
      case FieldType::kWord:
        field.value.set(request, arguments.Text(name));
        break;
      case FieldType::kTexts:
      case FieldType::kWords:
        field.value.set(request, arguments.Texts(name));
        break;
      case FieldType::kNumber:
        field.value.set(request, arguments.Number(name));
        break;
      case FieldType::kShare:
        field.value.set(request, arguments.Confidence(name));
        break;
      case FieldType::kFlag:
        field.value.set(request, arguments.Flag(name));
        break;
      case FieldType::kRepositories:
        break;  // no argument is
    }
  }
}

bool Arguments::Flag(std::string_view name) const {
  return given_.value(std::string(name), Find(rows_, name)->usual != 0);
}

}  // namespace waymark::services
