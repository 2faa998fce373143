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

absl::StatusOr<WordList> JsonWords(std::string_view file, std::size_t begin) {
  WM_ASSIGN_OR_RETURN(const JsonArray array, ScanJsonArray(file, begin));
  WordList list{.range = array.range};
  for (const JsonElement& element : array.elements) list.words.push_back(element.value);
  return list;
}

absl::StatusOr<CommandInFile> JsonCommand(std::string_view file, const ConfigPlace& place) {
  if (file.find_first_not_of(" \t\r\n") == std::string_view::npos) return NoServer(place);
  WM_ASSIGN_OR_RETURN(const JsonObject root, ScanJsonFile(file));
  const JsonMember* const parent = MemberOf(root, place.parent);
  if (parent == nullptr) return NoServer(place);
  WM_ASSIGN_OR_RETURN(const JsonObject servers, ScanJsonObject(file, parent->value.begin));
  const JsonMember* const server = MemberOf(servers, place.name);
  if (server == nullptr) return NoServer(place);
  WM_ASSIGN_OR_RETURN(const JsonObject entry, ScanJsonObject(file, server->value.begin));
  const JsonMember* const command = MemberOf(entry, kCommandKey);
  if (command == nullptr) return NoCommand(place);
  CommandInFile found;
  if (file[command->value.begin] == '[') {
    WM_ASSIGN_OR_RETURN(found.words, JsonWords(file, command->value.begin));
    if (found.words->words.empty()) return NoCommand(place);
    return found;
  }
  if (file[command->value.begin] != '"') return NoCommand(place);
  found.program = command->value;
  if (const JsonMember* const words = MemberOf(entry, kArgumentsKey)) {
    WM_ASSIGN_OR_RETURN(found.words, JsonWords(file, words->value.begin));
  }
  return found;
}

absl::StatusOr<CommandInFile> TomlCommand(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const std::vector<TomlStatement> statements, ScanTomlFile(file));
  const auto is_server = [&](const TomlStatement& statement) {
    return statement.is_table && statement.key.size() == 2 && statement.key[0] == place.parent &&
           statement.key[1] == place.name;
  };
  auto statement = std::find_if(statements.begin(), statements.end(), is_server);
  if (statement == statements.end()) return NoServer(place);
  CommandInFile found;
  for (++statement; statement != statements.end() && !statement->is_table; ++statement) {
    if (statement->key.size() != 1) continue;
    const std::vector<TextRange> strings = TomlStrings(file, statement->value);
    if (statement->key.front() == kCommandKey && !strings.empty()) {
      found.program = strings.front();
    } else if (statement->key.front() == kArgumentsKey) {
      const std::size_t open = file.find('[', statement->value.begin);
      found.words = WordList{.range = {open, statement->value.end}, .words = strings};
    }
  }
  if (!found.program.has_value()) return NoCommand(place);
  return found;
}

std::string WrappedOnce(std::string_view file, const CommandInFile& command,
                        const ConfigPlace& place, std::string_view program,
                        std::string_view before_new_list) {
  if (IsWrapped(file, command)) return std::string(file);
  return Wrapped(file, command, place.name, program, before_new_list);
}

std::string UnwrappedOnce(std::string_view file, const CommandInFile& command) {
  return IsWrapped(file, command) ? Unwrapped(file, command) : std::string(file);
}

}  // namespace

absl::StatusOr<std::string> WrapJsonServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, JsonCommand(file, place));
  return WrappedOnce(file, command, place, program, fmt::format(", \"{}\": ", kArgumentsKey));
}

absl::StatusOr<std::string> WrapTomlServer(std::string_view file, const ConfigPlace& place,
                                           std::string_view program) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, TomlCommand(file, place));
  return WrappedOnce(file, command, place, program,
                     fmt::format("{}{} = ", LineEndOf(file), kArgumentsKey));
}

absl::StatusOr<std::string> UnwrapJsonServer(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, JsonCommand(file, place));
  return UnwrappedOnce(file, command);
}

absl::StatusOr<std::string> UnwrapTomlServer(std::string_view file, const ConfigPlace& place) {
  WM_ASSIGN_OR_RETURN(const CommandInFile command, TomlCommand(file, place));
  return UnwrappedOnce(file, command);
}

}  // namespace waymark::services
