// The agents and editors whose configuration `install` changes.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "install/config_edit.h"

namespace waymark::services {

inline constexpr std::string_view kServerName = "waymark";

// The command that starts the server: an absolute path and arguments.
struct ServerCommand {
  std::string program;
  std::vector<std::string> arguments;
};

struct ClientRow {
  std::string_view name;   // its name as an argument
  std::string_view title;  // its name for users
  // The directory to which its paths are relative.
  std::optional<std::filesystem::path> Settings::*base;
  std::string_view path;  // path of the file to change
  // Used instead of `path` if it exists and `path` does not; "": none.
  std::string_view other_path;
  std::string_view sign;    // a path that exists if the client was used
  bool is_toml = false;     // false: JSON with comments
  std::string_view parent;  // the object or table that contains the servers
  // The entry: JSON, or the lines of a table.
  std::string (*entry)(const ServerCommand& command);
};

std::span<const ClientRow> AllClients();

// FailedPrecondition without a home.
absl::StatusOr<std::filesystem::path> ConfigPathOf(const ClientRow& client,
                                                   const Settings& settings);
bool IsPresent(const ClientRow& client, const Settings& settings);

absl::StatusOr<TextInsertion> AddServer(const ClientRow& client, const ServerCommand& command,
                                        std::string_view file);
absl::StatusOr<std::string> RemoveServer(const ClientRow& client, std::string_view file);

}  // namespace waymark::services
