#include "options/query_options.h"

#include <map>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "wire/codec.h"

namespace waymark::services {

namespace fs = std::filesystem;

void StoreOption::AddTo(CLI::App& app) {
  app.add_option("--store", directory,
                 "Directory of the store (default: waymark in the user's data directory)")
      ->type_name("DIR")
      ->check(NotBlank("name a directory, or leave the option out"));
}

absl::StatusOr<fs::path> StoreOption::Resolve(const Settings& settings) const {
  if (directory.empty()) {
    if (settings.store_directory.has_value()) return *settings.store_directory;
    return absl::InvalidArgumentError(
        "no place for the store: neither XDG_DATA_HOME nor HOME is set; use --store DIR");
  }
  std::error_code error;
  const fs::path resolved = fs::weakly_canonical(settings.working_directory / directory, error);
  return error ? settings.working_directory / directory : resolved;
}

void RepositoryOption::AddTo(CLI::App& app) {
  app.add_option("--repo", path,
                 "Checkout to ask about, or a directory in it (default: the one around the current "
                 "directory)")
      ->type_name("PATH")
      ->check(NotBlank("name a directory, or leave the option out"));
}

absl::StatusOr<fs::path> RepositoryOption::Resolve(const Settings& settings) const {
  if (path.empty() && settings.working_directory.empty()) {
    return absl::NotFoundError("the current directory is gone; go to another one, or use --repo");
  }
  if (path.empty()) return EnclosingRepository(settings.working_directory);
  std::error_code error;
  const fs::path root = fs::canonical(settings.working_directory / path, error);
  if (error) {
    return absl::NotFoundError(fmt::format("repository {}: {}", path, error.message()));
  }
  if (!fs::is_directory(root, error)) {
    return absl::InvalidArgumentError(
        fmt::format("repository {} is not a directory; name the root of a checkout", path));
  }
  return root;
}

void FormatOption::AddTo(CLI::App& app, std::vector<std::string> names,
                         const std::string& terminal_default, const std::string& pipe_default) {
  terminal_default_ = terminal_default;
  pipe_default_ = pipe_default;
  const std::string defaults =
      terminal_default == pipe_default
          ? terminal_default
          : fmt::format("{} on a terminal, {} in a pipe", terminal_default, pipe_default);
  app.add_option("--format", name, fmt::format("Output format (default: {})", defaults))
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->check(OneOf(std::move(names)));
}

const std::string& FormatOption::Resolve(const Settings& settings) const {
  if (!name.empty()) return name;
  return settings.stdout_is_terminal ? terminal_default_ : pipe_default_;
}

std::vector<std::string> PayloadFormats() {
  std::vector<std::string> names = {kTextFormat};
  const wire::CodecRegistry registry = wire::CodecRegistry::BuiltIn();
  for (const wire::Codec* codec : registry.All()) {
    if (codec->encode == nullptr) continue;
    names.push_back(codec->name);
    names.insert(names.end(), codec->aliases.begin(), codec->aliases.end());
  }
  return names;
}

void TokenizerOption::AddTo(CLI::App& app) {
  std::map<std::string, wire::Tokenizer> names;
  std::vector<std::string_view> listed;
  for (const wire::Tokenizer known : wire::AllTokenizers()) {
    names.emplace(wire::Name(known), known);
    listed.push_back(wire::Name(known));
  }
  app.add_option(
         "--tokenizer", tokenizer,
         fmt::format("Tokenizer to count with (default: {})", wire::Name(wire::kDefaultTokenizer)))
      ->type_name(fmt::format("{}", fmt::join(listed, "|")))
      ->transform(NameOf(std::move(names)));
}

}  // namespace waymark::services
