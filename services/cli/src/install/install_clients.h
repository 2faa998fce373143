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

// How the server is started: an absolute path and arguments.
struct ServerCommand {
  std::string program;
  std::vector<std::string> arguments;
};

struct ClientRow {
  std::string_view name;   // as an argument
  std::string_view title;  // as people know it
  // The directory that its paths are relative to.
  std::optional<std::filesystem::path> Settings::*base;
  std::string_view path;  // of the file that is changed
  // Takes the place of `path` where it exists and `path` does not; "": none.
  std::string_view other_path;
  std::string_view sign;    // exists where the client was used
  bool is_toml = false;     // else JSON with comments
  std::string_view parent;  // the object or table that servers are members of
  // The member: JSON, or the lines of a table.
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
