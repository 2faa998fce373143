// The options that commands share, and what they default to.
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
  // Absolute. InvalidArgument when neither the option nor the environment names one.
  absl::StatusOr<std::filesystem::path> Resolve(const Settings& settings) const;
};

// --repo PATH
struct RepositoryOption {
  std::string path;

  void AddTo(CLI::App& app);
  // Absolute, links resolved. NotFound or InvalidArgument when it is not a directory.
  absl::StatusOr<std::filesystem::path> Resolve(const Settings& settings) const;
};

// --at REV, --buffer PATH=FILE
struct StateOption {
  std::optional<std::string> at;
  std::vector<std::string> buffers;

  void AddTo(CLI::App& app);
  // What is wrong with the arguments by themselves; empty when nothing is.
  std::string FindMisuse() const;
  // Reads the files of the buffers; their paths become relative to `root`. NotFound and
  // InvalidArgument name the buffer.
  absl::StatusOr<StateChoice> Resolve(const Settings& settings,
                                      const std::filesystem::path& root) const;
};

inline constexpr char kTextFormat[] = "text";
inline constexpr char kJsonFormat[] = "json";
inline constexpr char kGcxFormat[] = "gcx";

// --format NAME
struct FormatOption {
  std::string name;

  // `names` are the formats the command has. The help text says which one is the default where.
  void AddTo(CLI::App& app, std::vector<std::string> names, const std::string& terminal_default,
             const std::string& pipe_default);
  const std::string& Resolve(const Settings& settings) const;

 private:
  std::string terminal_default_;
  std::string pipe_default_;
};

// Formats a payload can be written in: "text" and every codec that encodes, aliases included.
std::vector<std::string> PayloadFormats();

// --tokenizer NAME
struct TokenizerOption {
  wire::Tokenizer tokenizer = wire::kDefaultTokenizer;

  void AddTo(CLI::App& app);
};

}  // namespace waymark::services
