// Stable names of repositories, which clones and work trees share, and of views.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace waymark::indexer {

// "github.com/owner/name" for any form of URL that git accepts ("git@github.com:owner/name.git",
// "https://user@github.com/owner/name/", ...). Empty for local paths, which mean nothing elsewhere.
std::string RepositoryOfRemote(std::string_view url);

// "work:" and 16 hexadecimal digits of the SHA-256 of the canonical path of a checkout.
std::string WorkingViewName(const std::filesystem::path& canonical_root);

// "commit:" and the commit's id; for a directory inside the repository, a slash and its path
// follow.
std::string CommitViewName(std::string_view commit, std::string_view directory);

// The default name of a directory: its remote with the path inside the work tree; without a remote
// the name of the main work tree if it is the top of one, else its own name.
std::string RepositoryOfDirectory(const std::filesystem::path& canonical_root);

}  // namespace waymark::indexer
