#include "install/wrap_server.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "config/json_scan.h"
#include "graph/status.h"
#include "install/text_lines.h"
#include "install/toml_scan.h"
#include "install/wrapped_command.h"

namespace waymark::services {
namespace {

constexpr std::string_view kCommandKey = "command";
constexpr std::string_view kArgumentsKey = "args";
constexpr std::string_view kProjectsKey = "projects";

absl::Status NoServer(const ConfigPlace& place) {
  return absl::NotFoundError(fmt::format("there is no server \"{}\" in it", place.name));
}

absl::Status NoCommand(const ConfigPlace& place) {
  return absl::FailedPreconditionError(
      fmt::format("the server \"{}\" is not started by a command in \"{}\", so it cannot be "
                  "wrapped; for one with an address write `waymark proxy --url ADDRESS` there by "
                  "hand",
                  place.name, kCommandKey));
}

const JsonMember* MemberOf(const JsonObject& object, std::string_view key) {
  const auto found = std::find_if(object.members.begin(), object.members.end(),
                                  [&](const JsonMember& member) { return member.key == key; });
  return found == object.members.end() ? nullptr : &*found;
}

absl::Status NotTexts(std::string_view file, std::size_t at, std::string_view key,
                      std::string_view expected) {
  return absl::InvalidArgumentError(
      fmt::format("line {}: \"{}\" is not {}", LineOf(file, at), key, expected));
}

absl::StatusOr<WordList> JsonWords(std::string_view file, const JsonMember& member) {
  const absl::StatusOr<JsonArray> array = ScanJsonArray(file, member.value.begin);
  const auto is_text = [&](const JsonElement& word) { return file[word.value.begin] == '"'; };
  if (!array.ok() || !std::all_of(array->elements.begin(), array->elements.end(), is_text)) {
    return NotTexts(file, member.key_range.begin, member.key, "a list of texts");
  }
  WordList list{.range = array->range};
  for (const JsonElement& element : array->elements) list.words.push_back(element.value);
  return list;
}

// The object that a member of an object is. NoServer if there is no such member.
absl::StatusOr<JsonObject> ObjectIn(std::string_view file, const JsonObject& object,
                                    std::string_view key, const ConfigPlace& place) {
  const JsonMember* const member = MemberOf(object, key);
  if (member == nullptr) return NoServer(place);
  return ScanJsonObject(file, member->value.begin);
}

absl::StatusOr<JsonObject> JsonServers(std::string_view file, const ConfigPlace& place) {
  if (file.find_first_not_of(" \t\r\n") == std::string_view::npos) return NoServer(place);
  WM_ASSIGN_OR_RETURN(JsonObject holder, ScanJsonFile(file));
  if (!place.project.empty()) {
    WM_ASSIGN_OR_RETURN(const JsonObject projects, ObjectIn(file, holder, kProjectsKey, place));
    WM_ASSIGN_OR_RETURN(holder, ObjectIn(file, projects, place.project, place));
  }
  return ObjectIn(file, holder, place.parent, place);
}

absl::StatusOr<CommandInFile> JsonCommand(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const JsonObject servers, JsonServers(file, place));
  const JsonMember* const server = MemberOf(servers, place.name);
  if (server == nullptr) return NoServer(place);
  WM_ASSIGN_OR_RETURN(const JsonObject entry, ScanJsonObject(file, server->value.begin));
  const JsonMember* const command = MemberOf(entry, kCommandKey);
  if (command == nullptr) return NoCommand(place);
  CommandInFile found;
  if (file[command->value.begin] == '[') {
    WM_ASSIGN_OR_RETURN(found.words, JsonWords(file, *command));
    if (found.words->words.empty()) return NoCommand(place);
    return found;
  }
  if (file[command->value.begin] != '"') return NoCommand(place);
  found.program = command->value;
  if (const JsonMember* const words = MemberOf(entry, kArgumentsKey)) {
    WM_ASSIGN_OR_RETURN(found.words, JsonWords(file, *words));
  }
  return found;
}

// Whether the value with this key, of the root, has the server in it, or may have it.
bool MayHoldServer(const std::vector<std::string>& key, const ConfigPlace& place) {
  if (key.front() != place.parent) return false;
  return key.size() == 1 || key[1] == place.name;
}

// NoServer, unless the file may have the server in a form in which its command is not found.
absl::Status NoTomlTable(const std::vector<TomlStatement>& statements, const ConfigPlace& place) {
  std::vector<std::string> table;
  for (const TomlStatement& statement : statements) {
    std::vector<std::string> key = statement.key;
    if (statement.is_table) {
      table = key;
      if (key.size() < 2) continue;
    } else {
      key.insert(key.begin(), table.begin(), table.end());
    }
    if (!MayHoldServer(key, place)) continue;
    return absl::FailedPreconditionError(
        fmt::format("line {}: the servers are not written as tables of their own, such as "
                    "[{}.{}], so none of them can be wrapped; write `waymark proxy --name SERVER "
                    "--` before the command by hand",
                    statement.line, place.parent, place.name));
  }
  return NoServer(place);
}

absl::StatusOr<CommandInFile> TomlCommand(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const std::vector<TomlStatement> statements, ScanTomlFile(file));
  const auto is_server = [&](const TomlStatement& statement) {
    return statement.is_table && statement.key.size() == 2 && statement.key[0] == place.parent &&
           statement.key[1] == place.name;
  };
  auto statement = std::find_if(statements.begin(), statements.end(), is_server);
  if (statement == statements.end()) return NoTomlTable(statements, place);
  CommandInFile found;
  for (++statement; statement != statements.end() && !statement->is_table; ++statement) {
    if (statement->key.size() != 1) continue;
    const TextRange value = statement->value;
    if (statement->key.front() == kCommandKey) {
      found.program = TomlText(file, value);
      if (!found.program.has_value()) return NotTexts(file, value.begin, kCommandKey, "a text");
    } else if (statement->key.front() == kArgumentsKey) {
      const std::optional<TomlTextList> texts = TomlTexts(file, value);
      if (!texts.has_value()) return NotTexts(file, value.begin, kArgumentsKey, "a list of texts");
      found.words = WordList{.range = texts->range, .words = texts->texts};
    }
  }
  if (!found.program.has_value()) return NoCommand(place);
  return found;
}

using FindCommand = absl::StatusOr<CommandInFile> (*)(std::string_view file,
                                                      const ConfigPlace& place);

// The edited file, if its command is read as the expected words: what a client cannot read is not
// written.
absl::StatusOr<std::string> Checked(std::string edited, FindCommand find, const ConfigPlace& place,
                                    const std::vector<std::string>& expected) {
  const absl::StatusOr<CommandInFile> command = find(edited, place);
  if (command.ok() && WordsAsWritten(edited, *command) == expected) return edited;
  return absl::FailedPreconditionError(
      fmt::format("the command of the server \"{}\" is written in a form that is not changed here; "
                  "change it by hand",
                  place.name));
}

absl::StatusOr<std::string> WrapOnce(std::string_view file, FindCommand find,
                                     const ConfigPlace& place, std::string_view program,
                                     std::string_view before_new_list) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, find(file, place));
  if (IsWrapped(file, command)) return std::string(file);
  if (StartsWaymark(file, command, program)) {
    return absl::FailedPreconditionError(fmt::format(
        "the server \"{}\" is Waymark itself, whose answers need no proxy", place.name));
  }
  std::vector<std::string> expected = ProxyWords(place.name, program);
  const std::vector<std::string> own = WordsAsWritten(file, command);
  expected.insert(expected.end(), own.begin(), own.end());
  return Checked(Wrapped(file, command, place.name, program, before_new_list), find, place,
                 expected);
}

absl::StatusOr<std::string> UnwrapOnce(std::string_view file, FindCommand find,
                                       const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, find(file, place));
  if (!IsWrapped(file, command)) return std::string(file);
  return Checked(Unwrapped(file, command), find, place, OwnWords(file, command));
}

std::vector<std::string> WrappedAmong(const std::vector<std::string>& names, std::string_view file,
                                      FindCommand find, const ConfigPlace& place) {
  std::vector<std::string> wrapped;
  for (const std::string& name : names) {
    const absl::StatusOr<CommandInFile> command = find(file, {place.parent, name, place.project});
    if (command.ok() && IsWrapped(file, *command)) wrapped.push_back(name);
  }
  return wrapped;
}

}  // namespace

absl::StatusOr<std::string> WrapJsonServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program) {
  return WrapOnce(file, JsonCommand, place, program, fmt::format(", \"{}\": ", kArgumentsKey));
}

absl::StatusOr<std::string> WrapTomlServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program) {
  return WrapOnce(file, TomlCommand, place, program,
                  fmt::format("{}{} = ", LineEndOf(file), kArgumentsKey));
}

absl::StatusOr<std::string> UnwrapJsonServer(std::string_view file, const ConfigPlace& place) {
  return UnwrapOnce(file, JsonCommand, place);
}

absl::StatusOr<std::string> UnwrapTomlServer(std::string_view file, const ConfigPlace& place) {
  return UnwrapOnce(file, TomlCommand, place);
}

std::vector<std::string> WrappedJsonServers(std::string_view file, const ConfigPlace& place) {
  const absl::StatusOr<JsonObject> servers = JsonServers(file, place);
  std::vector<std::string> names;
  if (!servers.ok()) return names;
  for (const JsonMember& server : servers->members) names.push_back(server.key);
  return WrappedAmong(names, file, JsonCommand, place);
}

std::vector<std::string> WrappedTomlServers(std::string_view file, const ConfigPlace& place) {
  const absl::StatusOr<std::vector<TomlStatement>> statements = ScanTomlFile(file);
  std::vector<std::string> names;
  if (!statements.ok()) return names;
  for (const TomlStatement& statement : *statements) {
    const bool is_server =
        statement.is_table && statement.key.size() == 2 && statement.key.front() == place.parent;
    if (is_server) names.push_back(statement.key.back());
  }
  return WrappedAmong(names, file, TomlCommand, place);
}

std::vector<std::string> ProjectsIn(std::string_view file) {
  std::vector<std::string> projects;
  const absl::StatusOr<JsonObject> root = ScanJsonFile(file);
  const JsonMember* const member = root.ok() ? MemberOf(*root, kProjectsKey) : nullptr;
  if (member == nullptr) return projects;
  const absl::StatusOr<JsonObject> object = ScanJsonObject(file, member->value.begin);
  if (!object.ok()) return projects;
  for (const JsonMember& project : object->members) projects.push_back(project.key);
  return projects;
}

}  // namespace waymark::services
