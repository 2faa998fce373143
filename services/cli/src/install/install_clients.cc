#include "install/install_clients.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "install/instruction_texts.h"
#include "install/wrap_server.h"

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

std::string WithTools(const ServerCommand& command) {
  Json entry = {{"type", "local"}};
  entry.update(CommandAndArguments(command));
  entry["tools"] = Json::array({"*"});
  return entry.dump();
}

// JSON strings and lists of strings are also valid TOML.
std::string Toml(const ServerCommand& command) {
  return fmt::format("command = {}\nargs = {}\n", Json(command.program).dump(),
                     Json(command.arguments).dump());
}

// The same holds for YAML.
std::string Yaml(const ServerCommand& command) {
  return fmt::format(
      "type: stdio\nname: {}\nenabled: true\ncmd: {}\nargs: {}\nenvs: {{}}\ntimeout: 300\n",
      kServerName, Json(command.program).dump(), Json(command.arguments).dump());
}

std::string SectionText(const ServerCommand&) { return std::string(InstructionSection()); }

std::string SkillText(const ServerCommand&) { return std::string(InstructionSkill()); }

std::string TuningText(const ServerCommand&) { return std::string(TuningSkill()); }

std::string HookText(const ServerCommand&) { return InstructionHook(); }

// Forms whose entry is found by its name.
template <auto kRemove>
absl::StatusOr<std::string> RemoveNamed(std::string_view file, const ConfigPlace& place,
                                        std::string_view /*entry*/) {
  return kRemove(file, place);
}

absl::StatusOr<TextInsertion> AddFile(std::string_view file, const ConfigPlace& /*place*/,
                                      std::string_view entry) {
  return AddWholeText(file, entry);
}

absl::StatusOr<std::string> RemoveFile(std::string_view file, const ConfigPlace& /*place*/,
                                       std::string_view entry) {
  return RemoveWholeText(file, entry);
}

constexpr EntryForm kJsonMember = {AddJsonMember, RemoveNamed<RemoveJsonMember>, WrapJsonServer,
                                   UnwrapJsonServer, WrappedJsonServers};
constexpr EntryForm kJsonElement = {AddJsonElement, RemoveJsonElement};
constexpr EntryForm kTomlTable = {AddTomlTable, RemoveNamed<RemoveTomlTable>, WrapTomlServer,
                                  UnwrapTomlServer, WrappedTomlServers};
constexpr EntryForm kYamlMember = {AddYamlMember, RemoveNamed<RemoveYamlMember>};
constexpr EntryForm kMarked = {AddMarkedSection, RemoveNamed<RemoveMarkedSection>};
constexpr EntryForm kWholeFile = {AddFile, RemoveFile};

// Where an entry stands in its file, and how.
struct Spot {
  const EntryForm* form;
  ConfigPlace place;
};

constexpr Spot kJsonServer = {&kJsonMember, {"mcpServers", kServerName}};
constexpr Spot kVsCodeServer = {&kJsonMember, {"servers", kServerName}};
constexpr Spot kMarkdownSection = {&kMarked, {"", kServerName}};

using Base = std::optional<std::filesystem::path> Settings::*;
using Entry = std::string (*)(const ServerCommand& command);

constexpr ClientRow Agent(std::string_view name, std::string_view title, Base base,
                          std::string_view path, std::string_view sign, const Spot& spot,
                          Entry entry, std::string_view other_path = "") {
  return {InstallScope::kUser, name, title,     base,       path,
          other_path,          sign, spot.form, spot.place, entry};
}

constexpr ClientRow InCheckout(InstallScope scope, std::string_view name, std::string_view title,
                               std::string_view path, std::string_view sign, const Spot& spot,
                               Entry entry) {
  return {scope, name, title, nullptr, path, "", sign, spot.form, spot.place, entry};
}

// Places on Linux, the only platform of this program. Those of the less known clients are
// documented by their makers:
// - claude-desktop: JSON, "Connect to local MCP servers" and "Claude Desktop on Linux".
// - copilot-cli: JSON, "Adding MCP servers for GitHub Copilot CLI".
// - copilot-jetbrains: JSON, "Extending Copilot Chat with MCP"; its issue tracker names the place.
// - junie: JSON, "Model Context Protocol (MCP)" of Junie's help. The AI Assistant of JetBrains
//   keeps its servers in its own settings, and documents no file.
// - kiro: JSON, "MCP configuration" of Kiro's documentation.
// - cline, cline-cli: JSON, "MCP overview" of Cline's documentation.
// - roo: JSON, "Using MCP in Roo Code".
// - goose: YAML, "Configuration Files" of goose's documentation.
// - amp: JSON, "Amp Owner's Manual".
constexpr ClientRow kClients[] = {
    Agent("claude-code", "Claude Code", &Settings::claude_directory, ".claude.json", ".claude",
          kJsonServer, WithType),
    Agent("claude-desktop", "Claude Desktop", &Settings::config_directory,
          "Claude/claude_desktop_config.json", "Claude", kJsonServer, Plain),
    Agent("codex", "Codex", &Settings::codex_directory, "config.toml", ".",
          {&kTomlTable, {"mcp_servers", kServerName}}, Toml),
    Agent("copilot-cli", "Copilot CLI", &Settings::copilot_directory, "mcp-config.json", ".",
          kJsonServer, WithTools),
    Agent("copilot-jetbrains", "Copilot in JetBrains IDEs", &Settings::config_directory,
          "github-copilot/intellij/mcp.json", "github-copilot/intellij", kVsCodeServer, Plain),
    Agent("cursor", "Cursor", &Settings::home_directory, ".cursor/mcp.json", ".cursor", kJsonServer,
          Plain),
    Agent("vscode", "VS Code", &Settings::config_directory, "Code/User/mcp.json", "Code/User",
          kVsCodeServer, WithType),
    Agent("zed", "Zed", &Settings::config_directory, "zed/settings.json", "zed",
          {&kJsonMember, {"context_servers", kServerName}}, WithSource),
    Agent("opencode", "opencode", &Settings::config_directory, "opencode/opencode.json", "opencode",
          {&kJsonMember, {"mcp", kServerName}}, AsOneList, "opencode/opencode.jsonc"),
    Agent("gemini", "Gemini CLI", &Settings::home_directory, ".gemini/settings.json", ".gemini",
          kJsonServer, Plain),
    Agent("windsurf", "Windsurf", &Settings::home_directory, ".codeium/windsurf/mcp_config.json",
          ".codeium/windsurf", kJsonServer, Plain),
    Agent("junie", "Junie", &Settings::home_directory, ".junie/mcp/mcp.json", ".junie", kJsonServer,
          Plain),
    Agent("kiro", "Kiro", &Settings::home_directory, ".kiro/settings/mcp.json", ".kiro",
          kJsonServer, Plain),
    Agent("cline", "Cline", &Settings::config_directory,
          "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
          "Code/User/globalStorage/saoudrizwan.claude-dev", kJsonServer, Plain),
    Agent("cline-cli", "Cline CLI", &Settings::home_directory,
          ".cline/data/settings/cline_mcp_settings.json", ".cline", kJsonServer, Plain),
    Agent("roo", "Roo Code", &Settings::config_directory,
          "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
          "Code/User/globalStorage/rooveterinaryinc.roo-cline", kJsonServer, Plain),
    Agent("goose", "Goose", &Settings::config_directory, "goose/config.yaml", "goose",
          {&kYamlMember, {"extensions", kServerName}}, Yaml),
    Agent("amp", "Amp", &Settings::config_directory, "amp/settings.json", "amp",
          {&kJsonMember, {"amp.mcpServers", kServerName}}, Plain),

    InCheckout(InstallScope::kProject, "claude-code", "Claude Code", ".mcp.json", ".claude",
               kJsonServer, WithType),
    InCheckout(InstallScope::kProject, "cursor", "Cursor", ".cursor/mcp.json", ".cursor",
               kJsonServer, Plain),
    InCheckout(InstallScope::kProject, "vscode", "VS Code", ".vscode/mcp.json", ".vscode",
               kVsCodeServer, WithType),

    InCheckout(InstallScope::kInstructions, "agents-md", "AGENTS.md", "AGENTS.md", ".",
               kMarkdownSection, SectionText),
    InCheckout(InstallScope::kInstructions, "claude-code", "CLAUDE.md", "CLAUDE.md", ".claude",
               kMarkdownSection, SectionText),
    InCheckout(InstallScope::kInstructions, "claude-code", "Claude Code's skills",
               ".claude/skills/waymark/SKILL.md", ".claude", {&kWholeFile, {}}, SkillText),
    InCheckout(InstallScope::kInstructions, "claude-code", "Claude Code's skills",
               ".claude/skills/waymark-pipeline-tune/SKILL.md", ".claude", {&kWholeFile, {}},
               TuningText),
    InCheckout(InstallScope::kInstructions, "claude-code", "Claude Code's hooks",
               ".claude/settings.json", ".claude", {&kJsonElement, {"hooks", "PostToolUse"}},
               HookText),
};

// Nothing without a home, or outside of a checkout.
std::optional<std::filesystem::path> BaseOf(const ClientRow& client, const Settings& settings) {
  if (client.base != nullptr) return settings.*client.base;
  const std::filesystem::path root = EnclosingRepository(settings.working_directory);
  return IsRepositoryRoot(root) ? std::optional(root) : std::nullopt;
}

bool LeftSign(const ClientRow& client, const Settings& settings) {
  const std::optional<std::filesystem::path> base = BaseOf(client, settings);
  std::error_code ignored;
  return base.has_value() && (std::filesystem::exists(*base / client.sign, ignored) ||
                              std::filesystem::exists(*base / client.path, ignored));
}

}  // namespace

std::string_view NameOf(InstallScope scope) {
  switch (scope) {
    case InstallScope::kUser:
      return "user";
    case InstallScope::kProject:
      return "project";
    case InstallScope::kInstructions:
      return "instructions";
  }
  return "";
}

std::span<const ClientRow> AllClients() { return kClients; }

absl::StatusOr<std::filesystem::path> ConfigPathOf(const ClientRow& client,
                                                   const Settings& settings) {
  const std::optional<std::filesystem::path> base = BaseOf(client, settings);
  if (!base.has_value() && client.scope == InstallScope::kUser) {
    return absl::FailedPreconditionError(
        fmt::format("where {} has its configuration is not known; set HOME", client.title));
  }
  if (!base.has_value()) {
    return absl::FailedPreconditionError(
        fmt::format("{} is a file of a git checkout, and {} is in none; run this in a checkout",
                    client.path, settings.working_directory.string()));
  }
  const std::filesystem::path path = *base / client.path;
  std::error_code ignored;
  if (client.other_path.empty() || std::filesystem::exists(path, ignored)) return path;
  const std::filesystem::path other = *base / client.other_path;
  return std::filesystem::exists(other, ignored) ? other : path;
}

bool IsPresent(const ClientRow& client, const Settings& settings) {
  return std::any_of(std::begin(kClients), std::end(kClients), [&](const ClientRow& row) {
    const bool is_same =
        &row == &client || (row.scope == InstallScope::kUser && row.name == client.name);
    return is_same && LeftSign(row, settings);
  });
}

absl::StatusOr<TextInsertion> AddEntry(const ClientRow& client, const ServerCommand& command,
                                       std::string_view file) {
  return client.form->add(file, client.place, client.entry(command));
}

absl::StatusOr<std::string> RemoveEntry(const ClientRow& client, std::string_view file) {
  return client.form->remove(file, client.place, client.entry({}));
}

}  // namespace waymark::services
