// Options that commands share, with their defaults.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "services/verbs.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// --store DIR
struct StoreOption {
  std::string directory;

  void AddTo(CLI::App& app);
  // Absolute. InvalidArgument if neither the option nor the environment names one.
  absl::StatusOr<std::filesystem::path> Resolve(const Settings& settings) const;
};

// --repo PATH
struct RepositoryOption {
  std::string path;

  void AddTo(CLI::App& app);
  // Absolute, links resolved. NotFound or InvalidArgument if it is not a directory.
  absl::StatusOr<std::filesystem::path> Resolve(const Settings& settings) const;
};

// --at REV, --buffer PATH=FILE
struct StateOption {
  std::optional<std::string> at;
  std::vector<std::string> buffers;

  void AddTo(CLI::App& app);
  // The error in these options; empty if there is none.
  std::string FindMisuse() const;
  // Reads the files of the buffers and makes their paths relative to `root`. NotFound and
  // InvalidArgument name the buffer.
  absl::StatusOr<StateChoice> Resolve(const Settings& settings,
                                      const std::filesystem::path& root) const;
};

inline constexpr char kTextFormat[] = "text";
inline constexpr char kJsonFormat[] = "json";
inline constexpr char kGcxFormat[] = "gcx";

// --format NAME and --json
struct FormatOption {
  std::string name;  // empty: neither option is given

  // `names` are the formats of the command, the default first. --json is added if "json" is one.
  void AddTo(CLI::App& app, std::vector<std::string> names);
  // The format of the options, otherwise the configured one if the command has it, otherwise the
  // default.
  std::string Resolve(const Settings& settings) const;

 private:
  std::vector<std::string> names_;
};

// The error in the options for the format of a command that was parsed; empty if there is none.
std::string MisuseOfFormat(const CLI::App& command);

// Formats for payloads: "text" and every codec that encodes, including aliases.
std::vector<std::string> PayloadFormats();

// --tokenizer NAME
struct TokenizerOption {
  wire::Tokenizer tokenizer = wire::kDefaultTokenizer;

  void AddTo(CLI::App& app);
};

}  // namespace waymark::services
