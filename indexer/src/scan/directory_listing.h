// The entries of one directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace waymark::indexer {

struct DirectoryEntry {
  std::string name;
  unsigned char type = 0;  // DT_REG, DT_DIR, ... of dirent.h; symbolic links are DT_LNK
};

// Appends the entries of `directory` in any order, without "." and "..". False if it is unreadable.
bool ListDirectory(const std::filesystem::path& directory, std::vector<DirectoryEntry>& out);

}  // namespace waymark::indexer
