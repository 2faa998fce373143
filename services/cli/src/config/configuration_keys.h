// The keys of the configuration: one table for the reader, the help texts, `waymark config` and the
// test of docs/OPERATIONS.md.
//
// Most keys stand for an option of the command line, which has the help text and checks the value.
#pragma once

#include <cstdint>
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
  std::string_view name;          // "serve.idle-exit"
  std::string_view command = {};  // the command of the option; empty: all commands that have it
  std::string_view option;        // "--idle-exit"
  ConfigurationType type;
  std::string_view usual;         // the default, in words
  std::string_view words = {};    // "auto|always|never": the only values; empty: any of the type
  std::string_view meaning = {};  // empty: the help text of the option
  // Read with Configuration::Find() instead of as a value of the option.
  bool is_setting = false;
  // Whether a project file may set it. Whoever writes to a repository writes that file, so such
  // keys say only how much answers hold: they name no program, no path and no address, and change
  // nothing that a machine stores or offers to others.
  bool is_for_projects = false;
  // The numbers in a project file, which are among those that the option takes.
  std::uint64_t least_in_project = 0;
  std::uint64_t most_in_project = 0;
};

// Tokens that an answer may take because a project says so. Agents ask without a person who reads
// along.
inline constexpr std::uint64_t kMostProjectTokens = 20'000;

// Keys that are settings: the directory of the store, and the format of answers of the commands
// that have it.
inline constexpr std::string_view kStoreKey = "store";
inline constexpr std::string_view kFormatKey = "format";
// Tokens of a context, for every face.
inline constexpr std::string_view kContextBudgetKey = "context.budget";

// All keys, in the order of the documentation.
std::span<const ConfigurationKey> AllConfigurationKeys();

// Null if there is no such key.
const ConfigurationKey* FindConfigurationKey(std::string_view name);

// "a whole number"
std::string_view NameOf(ConfigurationType type);

// WAYMARK_SERVE_IDLE_EXIT
std::string EnvironmentName(const ConfigurationKey& key);

}  // namespace waymark::services
