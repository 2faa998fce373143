// The files of a resolution by path, by directory and by name.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "resolve/program/file_model.h"
#include "resolve/program/multi_table.h"
#include "text/paths.h"

namespace waymark::indexer {

enum class DirectoryIndex : std::uint32_t {};

// Paths are relative to the root and separated by '/'. Read by any thread. Copies share everything.
class PathIndex {
 public:
  PathIndex() : tables_(std::make_shared<const Tables>()) {}

  // `paths` in byte order.
  explicit PathIndex(std::vector<std::string> paths);

  std::string_view Path(FileIndex file) const { return tables_->paths[file]; }

  std::size_t file_count() const { return tables_->paths.size(); }

  std::optional<FileIndex> File(std::string_view path) const;
  // Directories that contain a file at any depth.
  std::optional<DirectoryIndex> Directory(std::string_view path) const;

  std::string_view Path(DirectoryIndex directory) const {
    return tables_->directories[static_cast<std::uint32_t>(directory)];
  }

  DirectoryIndex DirectoryOfFile(FileIndex file) const { return tables_->directory_of[file]; }

  std::size_t directory_count() const { return tables_->directories.size(); }

  // Files directly in the directory, in path order.
  std::span<const FileIndex> FilesIn(DirectoryIndex directory) const;
  // Files below a directory at any depth: a range of indices, since they share a prefix.
  std::pair<FileIndex, FileIndex> FilesBelow(std::string_view directory) const;

  // Files whose path is `suffix` or ends with '/' and `suffix`, in path order.
  void EndingWith(std::string_view suffix, std::vector<FileIndex>& out) const;

 private:
  struct TextHash {
    std::uint64_t value = 0;
    auto operator<=>(const TextHash&) const = default;

    friend std::uint64_t HashOf(const TextHash& key) { return key.value; }
  };

  static TextHash Hash(std::string_view text);

  struct Tables {
    std::vector<std::string> paths;
    std::vector<std::string> directories;  // in byte order
    std::vector<DirectoryIndex> directory_of;
    std::vector<std::uint32_t> files_begin;  // start of each directory in files_in
    std::vector<FileIndex> files_in;
    MultiTable<TextHash, FileIndex> by_path;
    MultiTable<TextHash, FileIndex> by_name;
    MultiTable<TextHash, std::uint32_t> by_directory;
  };

  std::shared_ptr<const Tables> tables_;
};

}  // namespace waymark::indexer
