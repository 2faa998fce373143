#include "install/install_clients.h"

#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

Json CommandAndArguments(const ServerCommand& command) {
  return {{"command", command.program}, {"args", command.arguments}};
}

std::string Plain(const ServerCommand& command) { return CommandAndArguments(command).dump(); }

std::string WithType(const ServerCommand& command) {
  Json entry = {{"type", "stdio"}};
  entry.update(CommandAndArguments(command));
  return entry.dump();
}

std::string WithSource(const ServerCommand& command) {
  Json entry = {{"source", "custom"}};
  entry.update(CommandAndArguments(command));
  entry["env"] = Json::object();
  return entry.dump();
}

std::string AsOneList(const ServerCommand& command) {
  Json words = Json::array({command.program});
  for (const std::string& argument : command.arguments) words.push_back(argument);
  return Json{{"type", "local"}, {"command", std::move(words)}, {"enabled", true}}.dump();
}

// JSON strings and lists of strings are also valid TOML.
std::string Toml(const ServerCommand& command) {
  return fmt::format("command = {}\nargs = {}\n", Json(command.program).dump(),
                     Json(command.arguments).dump());
}

constexpr ClientRow kClients[] = {
    {"claude-code", "Claude Code", &Settings::claude_directory, ".claude.json", "", ".claude",
     false, "mcpServers", WithType},
    {"codex", "Codex", &Settings::codex_directory, "config.toml", "", ".", true, "mcp_servers",
     Toml},
    {"cursor", "Cursor", &Settings::home_directory, ".cursor/mcp.json", "", ".cursor", false,
     "mcpServers", Plain},
    {"vscode", "VS Code", &Settings::config_directory, "Code/User/mcp.json", "", "Code/User", false,
     "servers", WithType},
    {"zed", "Zed", &Settings::config_directory, "zed/settings.json", "", "zed", false,
     "context_servers", WithSource},
    {"opencode", "opencode", &Settings::config_directory, "opencode/opencode.json",
     "opencode/opencode.jsonc", "opencode", false, "mcp", AsOneList},
    {"gemini", "Gemini CLI", &Settings::home_directory, ".gemini/settings.json", "", ".gemini",
     false, "mcpServers", Plain},
    {"windsurf", "Windsurf", &Settings::home_directory, ".codeium/windsurf/mcp_config.json", "",
     ".codeium/windsurf", false, "mcpServers", Plain},
};

}  // namespace

std::span<const ClientRow> AllClients() { return kClients; }

absl::StatusOr<std::filesystem::path> ConfigPathOf(const ClientRow& client,
                                                   const Settings& settings) {
  const std::optional<std::filesystem::path>& base = settings.*client.base;
  if (!base.has_value()) {
    return absl::FailedPreconditionError(
        fmt::format("where {} has its configuration is not known; set HOME", client.title));
  }
  const std::filesystem::path path = *base / client.path;
  std::error_code ignored;
  if (client.other_path.empty() || std::filesystem::exists(path, ignored)) return path;
  const std::filesystem::path other = *base / client.other_path;
  return std::filesystem::exists(other, ignored) ? other : path;
}

bool IsPresent(const ClientRow& client, const Settings& settings) {
  const std::optional<std::filesystem::path>& base = settings.*client.base;
  std::error_code ignored;
  return base.has_value() && (std::filesystem::exists(*base / client.sign, ignored) ||
                              std::filesystem::exists(*base / client.path, ignored));
}

absl::StatusOr<TextInsertion> AddServer(const ClientRow& client, const ServerCommand& command,
                                        std::string_view file) {
  const ConfigPlace place{client.parent, kServerName};
  return client.is_toml ? AddTomlTable(file, place, client.entry(command))
                        : AddJsonMember(file, place, client.entry(command));
}

absl::StatusOr<std::string> RemoveServer(const ClientRow& client, std::string_view file) {
  const ConfigPlace place{client.parent, kServerName};
  return client.is_toml ? RemoveTomlTable(file, place) : RemoveJsonMember(file, place);
}

}  // namespace waymark::services
