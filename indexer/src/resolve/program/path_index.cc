#include "resolve/program/path_index.h"

#include <algorithm>
#include <functional>

namespace waymark::indexer {
namespace {

// All directories above the paths, the root ("") included, in byte order.
std::vector<std::string> DirectoriesOf(const std::vector<std::string>& paths) {
  std::vector<std::string> directories = {""};
  std::string_view previous;
  for (const std::string& path : paths) {
    std::string_view directory = DirectoryOf(path);
    if (directory == previous) continue;
    previous = directory;
    for (; !directory.empty(); directory = DirectoryOf(directory)) {
      directories.emplace_back(directory);
    }
  }
  std::sort(directories.begin(), directories.end());
  directories.erase(std::unique(directories.begin(), directories.end()), directories.end());
  return directories;
}

}  // namespace

PathIndex::TextHash PathIndex::Hash(std::string_view text) {
  return {std::hash<std::string_view>()(text)};
}

PathIndex::PathIndex(std::vector<std::string> paths) {
  auto tables = std::make_shared<Tables>();
  tables->paths = std::move(paths);
  tables->directories = DirectoriesOf(tables->paths);
  std::vector<MultiTable<TextHash, std::uint32_t>::Pair> directories;
  for (std::uint32_t i = 0; i < tables->directories.size(); ++i) {
    directories.push_back({Hash(tables->directories[i]), i});
  }
  tables->by_directory = MultiTable<TextHash, std::uint32_t>(std::move(directories));
  tables_ = tables;  // Directory() reads the tables filled so far

  std::vector<MultiTable<TextHash, FileIndex>::Pair> by_path;
  std::vector<MultiTable<TextHash, FileIndex>::Pair> by_name;
  std::vector<std::uint32_t>& begins = tables->files_begin;
  begins.assign(tables->directories.size() + 1, 0);
  for (FileIndex i = 0; i < tables->paths.size(); ++i) {
    const std::string& path = tables->paths[i];
    by_path.push_back({Hash(path), i});
    by_name.push_back({Hash(FileNameOf(path)), i});
    const DirectoryIndex directory = *Directory(DirectoryOf(path));
    tables->directory_of.push_back(directory);
    ++begins[static_cast<std::uint32_t>(directory) + 1];
  }
  tables->by_path = MultiTable<TextHash, FileIndex>(std::move(by_path));
  tables->by_name = MultiTable<TextHash, FileIndex>(std::move(by_name));
  for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
  tables->files_in.resize(tables->paths.size());
  std::vector<std::uint32_t> next(begins.begin(), begins.end() - 1);
  for (FileIndex i = 0; i < tables->paths.size(); ++i) {
    tables->files_in[next[static_cast<std::uint32_t>(tables->directory_of[i])]++] = i;
  }
}

std::optional<FileIndex> PathIndex::File(std::string_view path) const {
  for (const auto& pair : tables_->by_path.Find(Hash(path))) {
    if (tables_->paths[pair.value] == path) return pair.value;
  }
  return std::nullopt;
}

std::optional<DirectoryIndex> PathIndex::Directory(std::string_view path) const {
  for (const auto& pair : tables_->by_directory.Find(Hash(path))) {
    if (tables_->directories[pair.value] == path) return DirectoryIndex{pair.value};
  }
  return std::nullopt;
}

std::span<const FileIndex> PathIndex::FilesIn(DirectoryIndex directory) const {
  const auto i = static_cast<std::uint32_t>(directory);
  return {tables_->files_in.data() + tables_->files_begin[i],
          tables_->files_in.data() + tables_->files_begin[i + 1]};
}

std::pair<FileIndex, FileIndex> PathIndex::FilesBelow(std::string_view directory) const {
  if (directory.empty()) return {0, static_cast<FileIndex>(tables_->paths.size())};
  std::string prefix(directory);
  prefix += '/';
  const auto first = std::lower_bound(tables_->paths.begin(), tables_->paths.end(), prefix);
  prefix.back() = '/' + 1;
  const auto last = std::lower_bound(first, tables_->paths.end(), prefix);
  return {static_cast<FileIndex>(first - tables_->paths.begin()),
          static_cast<FileIndex>(last - tables_->paths.begin())};
}

void PathIndex::EndingWith(std::string_view suffix, std::vector<FileIndex>& out) const {
  out.clear();
  for (const auto& pair : tables_->by_name.Find(Hash(FileNameOf(suffix)))) {
    const std::string_view path = tables_->paths[pair.value];
    if (path.size() < suffix.size()) continue;
    const std::size_t begin = path.size() - suffix.size();
    if (path.substr(begin) != suffix) continue;
    if (begin == 0 || path[begin - 1] == '/') out.push_back(pair.value);
  }
}

}  // namespace waymark::indexer
