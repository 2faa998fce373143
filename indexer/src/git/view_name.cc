#include "git/view_name.h"

#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "git/git_tree.h"
#include "graph/hash.h"
#include "indexer/indexer.h"
#include "text/utf8.h"

namespace waymark::indexer {
namespace {

constexpr std::size_t kViewHashDigits = 16;
constexpr std::string_view kCommitViewPrefix = "commit:";

// Splits "scheme://user@host:port/path" and "user@host:path" into host and path. False for a path.
bool SplitRemote(std::string_view url, std::string_view& host, std::string_view& path) {
  const std::size_t scheme = url.find("://");
  if (scheme != std::string_view::npos) {
    if (url.substr(0, scheme) == "file") return false;
    url.remove_prefix(scheme + 3);
    const std::size_t slash = url.find('/');
    if (slash == std::string_view::npos) return false;
    host = url.substr(0, slash);
    path = url.substr(slash + 1);
  } else {
    // A colon before the first slash follows a host; otherwise it is a path.
    const std::size_t colon = url.find(':');
    if (colon == std::string_view::npos || colon > url.find('/')) return false;
    host = url.substr(0, colon);
    path = url.substr(colon + 1);
  }
  const std::size_t user = host.rfind('@');
  if (user != std::string_view::npos) host.remove_prefix(user + 1);
  const std::size_t port = host.rfind(':');
  if (port != std::string_view::npos) host = host.substr(0, port);
  return !host.empty() && !path.empty();
}

// A name that is not UTF-8 gets its bytes beyond ASCII as "%FF": messages hold text.
std::string EscapedName(std::string name) {
  if (IsValidUtf8(name)) return name;
  std::string escaped;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    escaped += byte < 0x80 ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return escaped;
}

}  // namespace

std::string RepositoryOfRemote(std::string_view url) {
  std::string_view host;
  std::string_view path;
  if (!SplitRemote(url, host, path)) return {};
  while (!path.empty() && path.front() == '/') path.remove_prefix(1);
  while (!path.empty() && path.back() == '/') path.remove_suffix(1);
  constexpr std::string_view kGitSuffix = ".git";
  if (path.size() > kGitSuffix.size() &&
      path.substr(path.size() - kGitSuffix.size()) == kGitSuffix) {
    path.remove_suffix(kGitSuffix.size());
  }
  if (path.empty()) return {};
  std::string name(host);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return fmt::format("{}/{}", name, path);
}

std::string WorkingViewName(const std::filesystem::path& canonical_root) {
  return fmt::format("work:{}",
                     HashContent(canonical_root.string()).ToHex().substr(0, kViewHashDigits));
}

std::string CommitViewName(std::string_view commit, std::string_view directory) {
  return fmt::format("{}{}{}{}", kCommitViewPrefix, commit, directory.empty() ? "" : "/",
                     directory);
}

bool IsCommitView(const graph::ViewKey& key) {
  return std::string_view(key.view).substr(0, kCommitViewPrefix.size()) == kCommitViewPrefix;
}

std::string RepositoryOfDirectory(const std::filesystem::path& canonical_root) {
  const std::optional<GitTree> tree = GitTree::Open(canonical_root);
  std::filesystem::path named = canonical_root;
  if (tree.has_value()) {
    const std::string remote = RepositoryOfRemote(tree->OriginUrl().value_or(""));
    if (!remote.empty()) {
      std::string inside = tree->prefix();
      if (!inside.empty()) inside.pop_back();
      return inside.empty() ? remote : fmt::format("{}/{}", remote, inside);
    }
    if (tree->prefix().empty()) named = tree->MainTop();
  }
  const std::string name = EscapedName(named.filename().string());
  return name.empty() ? "root" : name;
}

}  // namespace waymark::indexer
