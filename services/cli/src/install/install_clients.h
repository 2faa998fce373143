// The files that `install` changes, and what it adds to each.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "install/config_edit.h"

namespace waymark::services {

inline constexpr std::string_view kServerName = "waymark";
// The program as the files of a checkout name it, which are for every machine: it is on the PATH.
inline constexpr std::string_view kProgramName = "waymark";

// The command that starts the server: a path, absolute or on the PATH, and arguments.
struct ServerCommand {
  std::string program;
  std::vector<std::string> arguments;
};

// Whose file it is, and what is added to it.
enum class InstallScope : std::uint8_t {
  kUser,          // the server, for an agent of the user
  kProject,       // the server, for those who work in a checkout
  kInstructions,  // what tells agents in a checkout when to ask
};

// The name of a scope in the record; with "--" before it the option that asks for it, which kUser
// needs not.
std::string_view NameOf(InstallScope scope);

// How an entry stands in its file.
struct EntryForm {
  absl::StatusOr<TextInsertion> (*add)(std::string_view file, const ConfigPlace& place,
                                       std::string_view entry);
  // `entry` is what was added; a form that finds it by its name does not read it.
  absl::StatusOr<std::string> (*remove)(std::string_view file, const ConfigPlace& place,
                                        std::string_view entry);
  // Put the proxy `program` around the server at a place, and take it off (install/wrap_server.h).
  // Null for a form that has no servers, or none whose command can be wrapped.
  absl::StatusOr<std::string> (*wrap)(std::string_view file, const ConfigPlace& place,
                                      std::string_view program) = nullptr;
  absl::StatusOr<std::string> (*unwrap)(std::string_view file, const ConfigPlace& place) = nullptr;
  // The names of the servers that are wrapped.
  std::vector<std::string> (*wrapped)(std::string_view file, const ConfigPlace& place) = nullptr;
};

struct ClientRow {
  InstallScope scope = InstallScope::kUser;
  std::string_view name;   // its name as an argument
  std::string_view title;  // what is added to, for users: "Claude Code"
  // The directory to which its paths are relative; null: the checkout.
  std::optional<std::filesystem::path> Settings::*base = nullptr;
  std::string_view path;  // path of the file to change
  // Used instead of `path` if it exists and `path` does not; "": none.
  std::string_view other_path;
  std::string_view sign;  // a path that exists if the client was used
  const EntryForm* form = nullptr;
  ConfigPlace place;
  std::string (*entry)(const ServerCommand& command) = nullptr;
};

std::span<const ClientRow> AllClients();

// FailedPrecondition without a home, or outside of a checkout.
absl::StatusOr<std::filesystem::path> ConfigPathOf(const ClientRow& client,
                                                   const Settings& settings);
// Whether the client was used, on this machine or in the checkout.
bool IsPresent(const ClientRow& client, const Settings& settings);

absl::StatusOr<TextInsertion> AddEntry(const ClientRow& client, const ServerCommand& command,
                                       std::string_view file);
// Removes the entry of whatever command, except from a list, where only that of `install` is known.
absl::StatusOr<std::string> RemoveEntry(const ClientRow& client, std::string_view file);

}  // namespace waymark::services
