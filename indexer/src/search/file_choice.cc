#include "search/file_choice.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "scan/tree_rules.h"

namespace waymark::indexer {
namespace {

// Whether the rules have the path or a directory around it.
bool HasPath(const IgnoreStack& rules, std::string_view path) {
  for (std::size_t end = path.find('/'); end != std::string_view::npos;
       end = path.find('/', end + 1)) {
    if (rules.IsIgnored(path.substr(0, end), true)) return true;
  }
  return rules.IsIgnored(path, false);
}

// A glob as a line of an ignore file.
std::string RuleOf(std::string_view glob) {
  const bool would_be_other = glob.starts_with('#') || glob.starts_with('!');
  return fmt::format("{}{}\n", would_be_other ? "\\" : "", glob);
}

}  // namespace

FileChoice::FileChoice(std::span<const std::string> paths, std::span<const std::string> globs) {
  for (const std::string& path : paths) {
    const std::size_t last = path.find_last_not_of('/');
    std::string wanted = path.substr(0, last + 1);  // npos + 1 is 0
    paths_.push_back(wanted == "." ? "" : std::move(wanted));
  }
  taken_.Enter("");
  left_out_.Enter("");
  for (const std::string& glob : globs) {
    if (glob.starts_with('!')) {
      left_out_.AddRules(RuleOf(std::string_view(glob).substr(1)));
    } else {
      taken_.AddRules(RuleOf(glob));
      takes_all_ = false;
    }
  }
}

bool FileChoice::Takes(std::string_view path) const {
  const bool is_below = paths_.empty() || std::any_of(paths_.begin(), paths_.end(),
                                                      [path](const std::string& wanted) {
                                                        return IsWithin(path, wanted);
                                                      });
  return is_below && (takes_all_ || HasPath(taken_, path)) && !HasPath(left_out_, path);
}

absl::Status FileChoice::CheckPaths(std::span<const SearchableFile> files) const {
  for (const std::string& wanted : paths_) {
    const bool has_file =
        std::any_of(files.begin(), files.end(),
                    [&wanted](const SearchableFile& file) { return IsWithin(file.path, wanted); });
    if (has_file || wanted.empty()) continue;
    return absl::NotFoundError(
        fmt::format("there is no file to search at '{}'; ignored files, links and what globs leave "
                    "out are not searched",
                    wanted));
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
