#include "tools/refused_call.h"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "retrieval/edit_distance.h"
#include "services/state_text.h"
#include "tools/given_arguments.h"

namespace waymark::services {
namespace {

constexpr std::string_view kOutlineTool = "get_repo_outline";
constexpr std::string_view kStatusTool = "index_status";

// Arguments that name symbols and files. `also` is the last, since it has tasks in some tools,
// where another argument has the name.
constexpr std::string_view kNameArguments[] = {"symbol", "symbols", "from", "to",
                                               "files",  "file",    "also"};

std::string TextOfCall(std::string_view tool, const Json& arguments) {
  return fmt::format("{} {}", tool, Compact(arguments));
}

// The value with `given` replaced by `text`, also in a list.
Json Replaced(Json value, const std::string& given, const std::string& text) {
  if (value == given) return text;
  if (!value.is_array()) return value;
  for (Json& item : value) {
    if (item == given) item = text;
  }
  return value;
}

// The change of the argument, if it has the text to replace.
void AddReplaced(std::string_view argument, const Remedy& remedy, const ToolCall& call,
                 Json& changes) {
  if (!call.arguments.Has(argument)) return;
  const std::string name(argument);
  const Json& value = call.arguments.given().at(name);
  const Json replaced = Replaced(value, remedy.given, remedy.value);
  if (replaced != value) changes[name] = replaced;
}

// The changes that the remedy makes to the arguments of the call; null removes one.
Json ChangesOf(const Remedy& remedy, const ToolCall& call) {
  Json changes = Json::object();
  const FieldNames names = NamesOf(remedy);
  if (remedy.kind == RemedyKind::kReplace) {
    if (!remedy.field.empty()) AddReplaced(names.argument, remedy, call, changes);
    for (const std::string_view name : kNameArguments) {
      if (remedy.field.empty() && changes.empty()) AddReplaced(name, remedy, call, changes);
    }
    return changes;
  }
  Json& value = changes[std::string(names.argument)];
  if (remedy.value.empty()) return changes;
  value = names.is_number ? Json::parse(remedy.value, nullptr, /*allow_exceptions=*/false)
                          : Json(remedy.value);
  return changes;
}

// The arguments that say which repository and state an outline is about: of several repositories
// the first.
Json PlaceOf(const ToolCall& call) {
  Json place = Json::object();
  for (const char* const name : {kRepoArgument, kRevisionArgument}) {
    if (call.arguments.Has(name)) place[name] = call.arguments.given().at(name);
  }
  if (!call.members.empty()) place[kRepoArgument] = call.members.front().name;
  return place;
}

std::string CallOf(const Remedy& remedy, const ToolCall& call) {
  if (remedy.kind == RemedyKind::kStatus) return StatusCall();
  if (remedy.kind == RemedyKind::kOutline) return TextOfCall(kOutlineTool, PlaceOf(call));
  const Json changes = ChangesOf(remedy, call);
  return changes.empty() ? "" : CallAgain(call, changes);
}

}  // namespace

absl::Status WithCall(const absl::Status& status, const ToolCall& call) {
  const std::optional<Remedy> remedy = RemedyOf(status);
  const std::string works = remedy.has_value() ? CallOf(*remedy, call) : "";
  return works.empty() ? status : WithCallThatWorks(status, kCallThatWorks, works);
}

std::string CallOfToolLike(std::string_view name, const Json& given, Toolset toolset) {
  std::vector<std::string> names;
  for (const ToolRow& tool : ToolsOf(toolset)) names.emplace_back(tool.name);
  const std::optional<std::string> near = retrieval::NearestName(name, names);
  const ToolRow& tool = near.has_value() ? *FindTool(*near, toolset) : ToolsOf(toolset).front();
  const TakenArguments taken = TakeArguments(ArgumentsOf(tool), given);
  const Json arguments = taken.arguments.is_object() ? taken.arguments : Json::object();
  const absl::Status checked = CheckCall(tool, arguments, Json::object()).status();
  return checked.ok() ? TextOfCall(tool.name, arguments) : FixOf(checked);
}

std::string StatusCall() { return TextOfCall(kStatusTool, Json::object()); }

}  // namespace waymark::services
