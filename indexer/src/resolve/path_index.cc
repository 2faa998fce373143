#include "resolve/path_index.h"

#include <algorithm>
#include <functional>

namespace waymark::indexer {
namespace {

// All directories above the given paths, the top ("") included, in byte order.
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

std::string_view DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view FileNameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view StemOf(std::string_view path) {
  const std::string_view name = FileNameOf(path);
  return name.substr(0, name.rfind('.'));
}

std::optional<std::string> JoinPath(std::string_view directory, std::string_view relative) {
  std::string joined(directory);
  for (std::size_t begin = 0; begin <= relative.size();) {
    const std::size_t end = std::min(relative.find('/', begin), relative.size());
    const std::string_view part = relative.substr(begin, end - begin);
    begin = end + 1;
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (joined.empty()) return std::nullopt;
      joined.resize(DirectoryOf(joined).size());
      continue;
    }
    if (!joined.empty()) joined += '/';
    joined += part;
  }
  return joined;
}

std::size_t SharedDirectories(std::string_view a, std::string_view b) {
  std::size_t shared = 0;
  const std::size_t size = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < size && a[i] == b[i]; ++i) {
    if (a[i] == '/') ++shared;
  }
  return shared;
}

PathIndex::TextHash PathIndex::Hash(std::string_view text) {
  return {std::hash<std::string_view>()(text)};
}

PathIndex::PathIndex(std::vector<std::string> paths) : paths_(std::move(paths)) {
  directories_ = DirectoriesOf(paths_);
  std::vector<MultiTable<TextHash, std::uint32_t>::Pair> directories;
  for (std::uint32_t i = 0; i < directories_.size(); ++i) {
    directories.push_back({Hash(directories_[i]), i});
  }
  by_directory_ = MultiTable<TextHash, std::uint32_t>(std::move(directories));

  std::vector<MultiTable<TextHash, FileIndex>::Pair> by_path;
  std::vector<MultiTable<TextHash, FileIndex>::Pair> by_name;
  files_begin_.assign(directories_.size() + 1, 0);
  for (FileIndex i = 0; i < paths_.size(); ++i) {
    by_path.push_back({Hash(paths_[i]), i});
    by_name.push_back({Hash(FileNameOf(paths_[i])), i});
    const DirectoryIndex directory = *Directory(DirectoryOf(paths_[i]));
    directory_of_.push_back(directory);
    ++files_begin_[static_cast<std::uint32_t>(directory) + 1];
  }
  by_path_ = MultiTable<TextHash, FileIndex>(std::move(by_path));
  by_name_ = MultiTable<TextHash, FileIndex>(std::move(by_name));
  for (std::size_t i = 1; i < files_begin_.size(); ++i) files_begin_[i] += files_begin_[i - 1];
  files_in_.resize(paths_.size());
  std::vector<std::uint32_t> next(files_begin_.begin(), files_begin_.end() - 1);
  for (FileIndex i = 0; i < paths_.size(); ++i) {
    files_in_[next[static_cast<std::uint32_t>(directory_of_[i])]++] = i;
  }
}

std::optional<FileIndex> PathIndex::File(std::string_view path) const {
  for (const auto& pair : by_path_.Find(Hash(path))) {
    if (paths_[pair.value] == path) return pair.value;
  }
  return std::nullopt;
}

std::optional<DirectoryIndex> PathIndex::Directory(std::string_view path) const {
  for (const auto& pair : by_directory_.Find(Hash(path))) {
    if (directories_[pair.value] == path) return DirectoryIndex{pair.value};
  }
  return std::nullopt;
}

std::span<const FileIndex> PathIndex::FilesIn(DirectoryIndex directory) const {
  const auto i = static_cast<std::uint32_t>(directory);
  return {files_in_.data() + files_begin_[i], files_in_.data() + files_begin_[i + 1]};
}

std::pair<FileIndex, FileIndex> PathIndex::FilesBelow(std::string_view directory) const {
  if (directory.empty()) return {0, static_cast<FileIndex>(paths_.size())};
  std::string prefix(directory);
  prefix += '/';
  const auto first = std::lower_bound(paths_.begin(), paths_.end(), prefix);
  prefix.back() = '/' + 1;
  const auto last = std::lower_bound(first, paths_.end(), prefix);
  return {static_cast<FileIndex>(first - paths_.begin()),
          static_cast<FileIndex>(last - paths_.begin())};
}

void PathIndex::EndingWith(std::string_view suffix, std::vector<FileIndex>& out) const {
  out.clear();
  for (const auto& pair : by_name_.Find(Hash(FileNameOf(suffix)))) {
    const std::string_view path = paths_[pair.value];
    if (path.size() < suffix.size()) continue;
    const std::size_t begin = path.size() - suffix.size();
    if (path.substr(begin) != suffix) continue;
    if (begin == 0 || path[begin - 1] == '/') out.push_back(pair.value);
  }
}

}  // namespace waymark::indexer
