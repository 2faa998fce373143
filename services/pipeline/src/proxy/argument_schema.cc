#include "proxy/argument_schema.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace waymark::services {
namespace {

using Value = nlohmann::json;

std::string Shown(const Value& value) {
  return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

bool IsWhole(const Value& value) {
  return value.is_number_integer() ||
         (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
}

struct TypeRow {
  std::string_view name;
  bool (*is_of)(const Value& value);
};

constexpr TypeRow kTypes[] = {
    {"null", [](const Value& value) { return value.is_null(); }},
    {"boolean", [](const Value& value) { return value.is_boolean(); }},
    {"integer", IsWhole},
    {"number", [](const Value& value) { return value.is_number(); }},
    {"string", [](const Value& value) { return value.is_string(); }},
    {"array", [](const Value& value) { return value.is_array(); }},
    {"object", [](const Value& value) { return value.is_object(); }},
};

// True also for a type that the standard does not know.
bool IsOfType(const Value& value, const Value& type) {
  const auto* const row = std::find_if(std::begin(kTypes), std::end(kTypes),
                                       [&](const TypeRow& known) { return type == known.name; });
  return row == std::end(kTypes) || row->is_of(value);
}

std::string TypeFault(const Value& value, const Value& type, const std::string& place) {
  const bool is_of = type.is_array()
                         ? std::any_of(type.begin(), type.end(),
                                       [&](const Value& one) { return IsOfType(value, one); })
                         : IsOfType(value, type);
  return is_of ? ""
               : fmt::format("{}: {} is wanted, not {}", place, Shown(type), value.type_name());
}

std::string ObjectFault(const Value& object, const Value& schema, const std::string& place) {
  for (const Value& name : schema.value("required", Value::array())) {
    if (name.is_string() && !object.contains(name.get<std::string>())) {
      return fmt::format("{}: \"{}\" is missing", place, name.get<std::string>());
    }
  }
  const Value properties = schema.value("properties", Value::object());
  if (!properties.is_object()) return "";
  const bool is_closed = schema.value("additionalProperties", Value()) == false &&
                         !schema.contains("patternProperties");
  for (const auto& [name, member] : object.items()) {
    const auto known = properties.find(name);
    if (known == properties.end()) {
      if (is_closed) return fmt::format("{}: there is no \"{}\"", place, name);
      continue;
    }
    std::string fault = FaultIn(member, *known, fmt::format("{}.{}", place, name));
    if (!fault.empty()) return fault;
  }
  return "";
}

std::string ElementFault(const Value& array, const Value& schema, const std::string& place) {
  const Value items = schema.value("items", Value());
  // Elements that have schemas of their own go before those of `items`.
  for (std::size_t i = schema.value("prefixItems", Value::array()).size(); i < array.size(); ++i) {
    std::string fault = FaultIn(array[i], items, fmt::format("{}[{}]", place, i));
    if (!fault.empty()) return fault;
  }
  return "";
}

// The fault in the first of some schemas, if the value fits none of them.
std::string AlternativesFault(const Value& value, const Value& schemas, const std::string& place) {
  std::string first;
  for (const Value& schema : schemas) {
    std::string fault = FaultIn(value, schema, place);
    if (fault.empty()) return "";
    if (first.empty()) first = std::move(fault);
  }
  return first;
}

}  // namespace

std::string FaultIn(const nlohmann::json& value, const nlohmann::json& schema,
                    const std::string& place) {
  if (!schema.is_object()) return "";
  if (const auto type = schema.find("type"); type != schema.end()) {
    if (std::string fault = TypeFault(value, *type, place); !fault.empty()) return fault;
  }
  if (const auto one = schema.find("const"); one != schema.end() && *one != value) {
    return fmt::format("{}: {} is wanted", place, Shown(*one));
  }
  if (const auto some = schema.find("enum"); some != schema.end() && some->is_array()) {
    if (std::find(some->begin(), some->end(), value) == some->end()) {
      return fmt::format("{}: one of {} is wanted", place, Shown(*some));
    }
  }
  for (const char* const keyword : {"anyOf", "oneOf"}) {
    std::string fault = AlternativesFault(value, schema.value(keyword, Value::array()), place);
    if (!fault.empty()) return fault;
  }
  for (const Value& part : schema.value("allOf", Value::array())) {
    if (std::string fault = FaultIn(value, part, place); !fault.empty()) return fault;
  }
  if (value.is_object()) return ObjectFault(value, schema, place);
  return value.is_array() ? ElementFault(value, schema, place) : "";
}

}  // namespace waymark::services
