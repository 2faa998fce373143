// Paths inside a repository: relative to its root, with "/" between components.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::indexer {

// "a/b.cc" -> "a"; "" at the top.
std::string_view DirectoryOf(std::string_view path);
std::string_view FileNameOf(std::string_view path);
// "b" for "a/b.cc": the file name up to its last dot.
std::string_view StemOf(std::string_view path);
// "a" and "b.cc" -> "a/b.cc"; "b.cc" at the top.
std::string EntryPath(std::string_view directory, std::string_view name);
// Joins and removes "." and ".." components. nullopt if that leads out of the tree.
std::optional<std::string> JoinPath(std::string_view directory, std::string_view relative);
// Number of leading directories that two paths share.
std::size_t SharedDirectories(std::string_view a, std::string_view b);

}  // namespace waymark::indexer
