// What a configuration file and the environment may decide: one table, from which the reader, the
// help texts, `waymark config` and the test of docs/OPERATIONS.md come.
//
// A key stands for an option of the command line, which says what it means and checks its value.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace waymark::services {

enum class ConfigurationType {
  kFlag,    // true or false
  kNumber,  // a whole number
  kSize,    // bytes: a number, or a text such as "2GiB"
  kText,
  kPath,  // absolute
};

struct ConfigurationKey {
  std::string_view name;     // "serve.idle-exit"
  std::string_view command;  // whose option; empty: of every command that has it
  std::string_view option;   // "--idle-exit"
  ConfigurationType type;
  std::string_view usual;  // what holds when nobody says anything, in words
};

// The key that decides where the store is, before any command looks at it.
inline constexpr std::string_view kStoreKey = "store";

// In the order of the documentation.
std::span<const ConfigurationKey> AllConfigurationKeys();

// "a whole number"
std::string_view NameOf(ConfigurationType type);

// WAYMARK_SERVE_IDLE_EXIT
std::string EnvironmentName(const ConfigurationKey& key);

}  // namespace waymark::services
