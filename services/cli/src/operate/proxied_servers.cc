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

absl::StatusOr<std::vector<ProxyServer>> ReadProxiedServers(std::string_view file) {
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
