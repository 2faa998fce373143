#include "search/file_choice.h"

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
    const std::string wanted = path.substr(0, last + 1);  // npos + 1 is 0
    paths_.push_back({.path = wanted == "." ? "" : wanted});
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

bool FileChoice::Takes(std::string_view path) {
  bool is_below = paths_.empty();
  for (WantedPath& wanted : paths_) {
    if (!IsWithin(path, wanted.path)) continue;
    wanted.is_found = true;
    is_below = true;
  }
  return is_below && (takes_all_ || HasPath(taken_, path)) && !HasPath(left_out_, path);
}

absl::Status FileChoice::CheckPaths() const {
  for (const WantedPath& wanted : paths_) {
    if (wanted.is_found) continue;
    return absl::NotFoundError(fmt::format(
        "no file of the checkout is '{}' or below it; ignored files and links are not searched",
        wanted.path));
  }
  return absl::OkStatus();
}

}  // namespace waymark::indexer
