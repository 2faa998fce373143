#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "services/limits.h"
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

}  // namespace

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
  arguments.rows_ = rows;
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

bool Arguments::Flag(std::string_view name) const { return given_.value(std::string(name), false); }

}  // namespace waymark::services
