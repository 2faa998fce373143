#include "options/place_argument.h"

#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

// The offset of ":12" or ":12:3"; the size of the text if there is none.
std::size_t PathEnd(std::string_view text) {
  std::size_t end = text.size();
  for (int part = 0; part < 2; ++part) {
    const std::size_t colon = text.substr(0, end).rfind(':');
    if (colon == std::string_view::npos || colon + 1 == end) break;
    const std::string_view digits = text.substr(colon + 1, end - colon - 1);
    if (digits.find_first_not_of("0123456789") != std::string_view::npos) break;
    end = colon;
  }
  return end;
}

std::optional<fs::path> RegularFile(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return std::nullopt;
  const fs::path canonical = fs::canonical(path, error);
  return error ? std::nullopt : std::optional<fs::path>(canonical);
}

bool IsInside(const fs::path& path, const fs::path& directory) {
  const fs::path relative = path.lexically_relative(directory);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

absl::StatusOr<std::string> AbsolutePlace(const std::string& text,
                                          const fs::path& working_directory,
                                          const fs::path& repository) {
  const std::size_t path_end = PathEnd(text);
  const fs::path path = text.substr(0, path_end);
  const std::string line = text.substr(path_end);
  // Without any of these the text is the name of a symbol, even if a file has the same name.
  if (path.empty() || (line.empty() && text.find_first_of("./") == std::string::npos)) return text;
  const std::string_view first = path.begin()->native();
  const bool from_here = path.is_absolute() || first == "." || first == "..";
  if (from_here) {
    std::error_code error;  // a removed file may still be in the index
    const fs::path wanted = fs::weakly_canonical(working_directory / path, error);
    return error ? text : wanted.string() + line;
  }
  const std::optional<fs::path> here = RegularFile(working_directory / path);
  if (!here.has_value() || !IsInside(*here, repository)) return text;
  const std::optional<fs::path> there = RegularFile(repository / path);
  if (there.has_value() && *there != *here) {
    return absl::FailedPreconditionError(fmt::format(
        "'{}' is {} from the current directory and {} from the repository; write ./{} for the "
        "first, or {}{} for the second",
        path.string(), here->lexically_relative(repository).string(),
        there->lexically_relative(repository).string(), text, there->string(), line));
  }
  return here->string() + line;
}

}  // namespace waymark::services
