// --at REV and --buffer PATH=FILE: the state of the repository for a question.
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "graph/status.h"
#include "options/option_groups.h"
#include "options/query_options.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr char kStandardInput[] = "-";

std::string_view FileOf(std::string_view buffer) { return buffer.substr(buffer.find('=') + 1); }

absl::StatusOr<std::string> ReadStream(std::istream& stream, const std::string& name) {
  std::string text(kMaxBufferBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) return absl::NotFoundError(fmt::format("--buffer: {} cannot be read", name));
  if (text.size() <= kMaxBufferBytes) return text;
  return absl::InvalidArgumentError(
      fmt::format("--buffer: {} has more than {} bytes", name, kMaxBufferBytes));
}

absl::StatusOr<std::string> ReadText(const std::string& file, const Settings& settings) {
  if (file == kStandardInput) return ReadStream(std::cin, "standard input");
  const fs::path path = settings.working_directory / file;
  std::error_code error;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return absl::NotFoundError(
        fmt::format("--buffer: {} cannot be read: {}", file, std::strerror(errno)));
  }
  if (fs::is_directory(path, error)) {
    return absl::NotFoundError(
        fmt::format("--buffer: {} is a directory; name a file with the text", file));
  }
  return ReadStream(stream, file);
}

// A path from the command line: absolute, or relative to the root of the checkout.
std::string InsideRoot(const fs::path& path, const fs::path& root) {
  return (path.is_absolute() ? path.lexically_relative(root) : path)
      .lexically_normal()
      .generic_string();
}

}  // namespace

void StateOption::AddTo(CLI::App& app) {
  app.add_option("--at", at,
                 "Ask about a commit: branch, tag, HEAD~3 or id (default: the working tree)")
      ->type_name("REV")
      ->group(kMoreGroup);
  app.add_option("--buffer", buffers,
                 "Ask as if the file PATH of the checkout were saved with the text of FILE; - is "
                 "standard input; may be repeated")
      ->type_name("PATH=FILE")
      ->group(kMoreGroup)
      ->allow_extra_args(false);
}

std::string StateOption::FindMisuse() const {
  if (at.has_value() && at->empty()) return "--at is empty; name a branch, a tag or a commit";
  if (at.has_value() && !buffers.empty()) {
    return "--at and --buffer exclude each other; buffers lie over the working tree";
  }
  int from_input = 0;
  for (const std::string& buffer : buffers) {
    const std::size_t equals = buffer.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == buffer.size()) {
      return fmt::format("--buffer {}: it must be PATH=FILE", buffer);
    }
    if (FileOf(buffer) == kStandardInput) ++from_input;
  }
  return from_input > 1 ? "only one --buffer can be read from standard input" : "";
}

absl::StatusOr<StateChoice> StateOption::Resolve(const Settings& settings,
                                                 const fs::path& root) const {
  StateChoice state;
  state.at = at.value_or("");
  for (const std::string& buffer : buffers) {
    indexer::UnsavedBuffer& added = state.buffers.emplace_back();
    added.path = InsideRoot(buffer.substr(0, buffer.find('=')), root);
    WM_ASSIGN_OR_RETURN(added.text, ReadText(std::string(FileOf(buffer)), settings));
  }
  return state;
}

}  // namespace waymark::services
