#include "operate/proxied_servers.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/json_scan.h"
#include "graph/ascii.h"
#include "graph/status.h"

namespace waymark::services {
namespace {

using ServerJson = nlohmann::ordered_json;

// Fields under which the servers stand, in files of agents and of editors.
constexpr const char* kServerFields[] = {"mcpServers", "servers"};

bool IsVariableName(std::string_view name) {
  return !name.empty() && !IsDigit(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return IsDigit(c) || IsLower(c) || IsUpper(c) || c == '_'; });
}

// The value of what stands between the braces; the braces with it if that names no variable.
// InvalidArgument for a variable that is not set.
absl::StatusOr<std::string> ValueOfVariable(std::string_view inside,
                                            const VariableSource& variables) {
  constexpr std::string_view kEnvironment = "env:";
  constexpr std::string_view kDefault = ":-";
  std::string_view name = inside;
  if (name.starts_with(kEnvironment)) name.remove_prefix(kEnvironment.size());
  const std::size_t mark = name.find(kDefault);
  const std::string_view usual =
      mark == std::string_view::npos ? "" : name.substr(mark + kDefault.size());
  name = name.substr(0, mark);
  if (!IsVariableName(name)) return fmt::format("${{{}}}", inside);
  std::optional<std::string> value = variables(std::string(name));
  if (value.has_value()) return *std::move(value);
  if (mark != std::string_view::npos) return std::string(usual);
  return absl::InvalidArgumentError(
      fmt::format("the variable {} is not set; set it, or write ${{{}:-TEXT}} with a text for then",
                  name, name));
}

// The text with the values of variables.
absl::StatusOr<std::string> WithVariables(std::string_view text, const VariableSource& variables) {
  std::string expanded;
  for (;;) {
    const std::size_t begin = text.find("${");
    const std::size_t end = text.find('}', begin == std::string_view::npos ? begin : begin + 2);
    expanded += text.substr(0, end == std::string_view::npos ? end : begin);
    if (end == std::string_view::npos) return expanded;
    WM_ASSIGN_OR_RETURN(const std::string value,
                        ValueOfVariable(text.substr(begin + 2, end - begin - 2), variables));
    expanded += value;
    text.remove_prefix(end + 1);
  }
}

// The texts of a server with the values of variables.
absl::Status Expand(ProxyServer& server, const VariableSource& variables) {
  std::vector<std::string*> texts = {&server.url};
  for (std::string& word : server.command) texts.push_back(&word);
  for (auto* const map : {&server.environment, &server.headers}) {
    for (auto& [key, value] : *map) texts.push_back(&value);
  }
  for (std::string* const text : texts) {
    absl::StatusOr<std::string> expanded = WithVariables(*text, variables);
    if (!expanded.ok()) {
      return absl::InvalidArgumentError(
          fmt::format("the server {}: {}", server.name, std::string(expanded.status().message())));
    }
    *text = *std::move(expanded);
  }
  return absl::OkStatus();
}

// The texts of an object.
absl::StatusOr<std::map<std::string, std::string>> TextsOf(const ServerJson& entry,
                                                           const char* field,
                                                           const std::string& name) {
  std::map<std::string, std::string> texts;
  const ServerJson object = entry.value(field, ServerJson::object());
  for (const auto& [key, value] : object.items()) {
    if (!object.is_object() || !value.is_string()) {
      return absl::InvalidArgumentError(
          fmt::format("the server {}: \"{}\" is an object of texts", name, field));
    }
    texts[key] = value;
  }
  return texts;
}

// The words before a command that is to run in a directory; none for the proxy's own.
std::vector<std::string> ShellIn(const std::string& directory) {
  if (directory.empty()) return {};
  return {"sh", "-c", R"(CDPATH= cd -- "$0" && exec "$@")", directory};
}

absl::StatusOr<ProxyServer> ServerOf(const std::string& name, const ServerJson& entry) {
  const auto wrong = [&](std::string_view what) {
    return absl::InvalidArgumentError(fmt::format("the server {}: {}", name, what));
  };
  if (!entry.is_object()) return wrong("it is an object with \"command\" or \"url\"");
  ProxyServer server{.name = name};
  const ServerJson command = entry.value("command", ServerJson());
  const ServerJson url = entry.value("url", ServerJson());
  if (command.is_string() == url.is_string()) {
    return wrong("it has either \"command\" or \"url\", a text");
  }
  if (url.is_string()) {
    server.url = url;
  } else {
    const ServerJson directory = entry.value("cwd", ServerJson(""));
    if (!directory.is_string()) return wrong("\"cwd\" is a text");
    server.command = ShellIn(directory);
    server.command.push_back(command);
    for (const ServerJson& word : entry.value("args", ServerJson::array())) {
      if (!word.is_string()) return wrong("\"args\" is a list of texts");
      server.command.push_back(word);
    }
  }
  WM_ASSIGN_OR_RETURN(server.environment, TextsOf(entry, "env", name));
  WM_ASSIGN_OR_RETURN(server.headers, TextsOf(entry, "headers", name));
  return server;
}

}  // namespace

absl::StatusOr<std::vector<ProxyServer>> ReadProxiedServers(std::string_view file,
                                                            const VariableSource& variables) {
  // Names the line, and bounds the depth.
  WM_RETURN_IF_ERROR(ScanJsonFile(file).status());
  const ServerJson root = ServerJson::parse(PlainJson(file), nullptr, false);
  const auto* const field =
      std::find_if(std::begin(kServerFields), std::end(kServerFields),
                   [&](const char* known) { return root.is_object() && root.contains(known); });
  if (field == std::end(kServerFields) || !root[*field].is_object()) {
    return absl::InvalidArgumentError(
        R"(there is no object "mcpServers" in it; write {"mcpServers": {"NAME": {"command": ...}}})");
  }
  std::vector<ProxyServer> servers;
  for (const auto& [name, entry] : root[*field].items()) {
    if (entry.is_object() && entry.value("disabled", ServerJson()) == true) continue;
    WM_ASSIGN_OR_RETURN(ProxyServer server, ServerOf(name, entry));
    WM_RETURN_IF_ERROR(Expand(server, variables));
    servers.push_back(std::move(server));
  }
  if (servers.empty()) return absl::InvalidArgumentError("it has no server");
  return servers;
}

absl::StatusOr<ProxyServer> ReadNamedServer(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size()) {
    return absl::InvalidArgumentError(
        fmt::format("--server '{}' is no server; write it as NAME='COMMAND ARGS'", text));
  }
  return ProxyServer{.name = std::string(text.substr(0, equals)),
                     .command = {"sh", "-c", std::string(text.substr(equals + 1))}};
}

absl::Status CheckNames(const std::vector<ProxyServer>& servers) {
  std::set<std::string_view> names;
  for (const ProxyServer& server : servers) {
    const bool is_word = std::all_of(server.name.begin(), server.name.end(), [](char c) {
      return IsDigit(c) || IsLower(c) || IsUpper(c) || c == '-' || c == '_';
    });
    if (!is_word || server.name.empty() || server.name.find("__") != std::string::npos) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' cannot stand before the name of a tool; name the server with letters, "
                      "digits, - and single _",
                      server.name));
    }
    if (!names.insert(server.name).second) {
      return absl::InvalidArgumentError(
          fmt::format("two servers have the name '{}'; give each one of its own", server.name));
    }
  }
  return absl::OkStatus();
}

}  // namespace waymark::services
