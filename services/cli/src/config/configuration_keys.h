// The keys of the configuration: one table for the reader, the help texts, `waymark config` and the
// test of docs/OPERATIONS.md.
//
// A key stands for an option of the command line. The option has the help text and checks the
// value.
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
  std::string_view command;  // the command of the option; empty: all commands that have it
  std::string_view option;   // "--idle-exit"
  ConfigurationType type;
  std::string_view usual;  // the default, in words
};

// The key of the store's directory, which is read before any command runs.
inline constexpr std::string_view kStoreKey = "store";

// All keys, in the order of the documentation.
std::span<const ConfigurationKey> AllConfigurationKeys();

// "a whole number"
std::string_view NameOf(ConfigurationType type);

// WAYMARK_SERVE_IDLE_EXIT
std::string EnvironmentName(const ConfigurationKey& key);

}  // namespace waymark::services
