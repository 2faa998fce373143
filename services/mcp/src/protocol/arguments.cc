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

// JSON knows one kind of number: 5.0 is 5.
bool IsWholeWithin(const Json& value, const ArgumentRow& row) {
  if (!value.is_number() || value < row.least || value > row.most) return false;
  const auto number = value.get<double>();
  return number == std::floor(number);
}

std::string ExpectedTexts(const Json& value) {
  constexpr char kExpected[] = "an array of texts that are not empty";
  if (!value.is_array()) return kExpected;
  const auto wrong = std::find_if_not(value.begin(), value.end(), IsFilled);
  if (wrong == value.end()) return "";
  return fmt::format("{}; number {} is none", kExpected, wrong - value.begin() + 1);
}

// What a value should have been; empty when it is right.
std::string Expected(const ArgumentRow& row, const Json& value) {
  switch (row.type) {
    case ArgumentType::kText:
      return IsFilled(value) ? "" : "text that is not empty";
    case ArgumentType::kTexts:
      return ExpectedTexts(value);
    case ArgumentType::kNumber:
      if (IsWholeWithin(value, row)) return "";
      return fmt::format("a whole number from {} to {}", row.least, row.most);
    case ArgumentType::kConfidence:
      return value.is_number() && value >= 0 && value <= 1 ? "" : "a number from 0 to 1";
    case ArgumentType::kFlag:
      return value.is_boolean() ? "" : "true or false";
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
      return absl::InvalidArgumentError(fmt::format("'{}' has to be {}", name, expected));
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

bool Arguments::Flag(std::string_view name) const { return given_.value(std::string(name), false); }

}  // namespace waymark::services
