#include "tools/usual_arguments.h"

#include <algorithm>
#include <string>
#include <vector>

namespace waymark::services {
namespace {

// By the names of the tool's arguments.
Json UsualOf(const ToolRow& tool, const UsualNumbers& numbers) {
  Json usual = Json::object();
  if (tool.arguments.fields == nullptr) return usual;
  const RequestFields fields = tool.arguments.fields();
  const std::vector<ArgumentRow> rows = ArgumentsOf(tool);
  for (const UsualNumber& number : numbers) {
    if (number.command != fields.command) continue;
    for (const RequestField& field : fields.rows) {
      const bool is_taken = std::any_of(rows.begin(), rows.end(), [&](const ArgumentRow& row) {
        return row.name == field.argument;
      });
      if (field.option == number.option && is_taken) {
        usual[std::string(field.argument)] = number.value;
      }
    }
  }
  return usual;
}

}  // namespace

Json WithUsual(const ToolRow& tool, const UsualNumbers& numbers, Json given) {
  const Json usual = UsualOf(tool, numbers);
  for (const auto& [name, value] : usual.items()) {
    if (!given.contains(name)) given[name] = value;
  }
  return given;
}

Json DescribedWithUsual(const ToolRow& tool, const UsualNumbers& numbers, Json described) {
  const Json usual = UsualOf(tool, numbers);
  for (const auto& [name, value] : usual.items()) {
    Json& properties = described["inputSchema"]["properties"];
    if (properties.contains(name)) properties[name]["default"] = value;
  }
  return described;
}

}  // namespace waymark::services
