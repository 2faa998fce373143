#include "options/query_options.h"

#include <algorithm>
#include <map>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "options/option_groups.h"
#include "wire/codec.h"

namespace waymark::services {

namespace fs = std::filesystem;

void StoreOption::AddTo(CLI::App& app) {
  app.add_option("--store", directory,
                 "Directory of the store (default: waymark in the user's data directory)")
      ->type_name("DIR")
      ->group(kMoreGroup)
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

void FormatOption::AddTo(CLI::App& app, std::vector<std::string> names) {
  names_ = std::move(names);
  app.add_option("--format", name, fmt::format("Output format (default: {})", names_.front()))
      ->type_name(ListedWords(names_))
      ->check(OneOf(names_));
  if (std::find(names_.begin(), names_.end(), kJsonFormat) == names_.end()) return;
  app.add_flag_callback(
      "--json", [this] { name = kJsonFormat; }, "Short for --format json");
}

std::string MisuseOfFormat(const CLI::App& command) {
  const CLI::Option* const json = command.get_option_no_throw("--json");
  const CLI::Option* const format = command.get_option_no_throw("--format");
  if (json == nullptr || format == nullptr || json->empty() || format->empty()) return "";
  const std::string& named = format->results().back();
  if (named == kJsonFormat) return "";
  return fmt::format("--format asks for {}, and --json for json; leave out one of them", named);
}

std::string FormatOption::Resolve(const Settings& settings) const {
  if (!name.empty()) return name;
  const std::string configured = settings.configuration.Find(kFormatKey).value_or("");
  const bool is_known = std::find(names_.begin(), names_.end(), configured) != names_.end();
  return is_known ? configured : names_.front();
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
      ->group(kMoreGroup)
      ->transform(NameOf(std::move(names)));
}

}  // namespace waymark::services
