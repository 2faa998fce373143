#include "scan/directory_listing.h"

#include <memory>
#include <string_view>
#include <utility>

#include <dirent.h>
#include <sys/stat.h>

namespace waymark::indexer {
namespace {

// For file systems whose directory entries have no type.
unsigned char TypeOf(const std::filesystem::path& path) {
  struct stat status {};

  if (lstat(path.c_str(), &status) != 0) return DT_UNKNOWN;
  if (S_ISDIR(status.st_mode)) return DT_DIR;
  return S_ISREG(status.st_mode) ? DT_REG : DT_UNKNOWN;
}

struct Close {
  void operator()(DIR* handle) const { closedir(handle); }
};

}  // namespace

bool ListDirectory(const std::filesystem::path& directory, std::vector<DirectoryEntry>& out) {
  const std::unique_ptr<DIR, Close> handle(opendir(directory.c_str()));
  if (handle == nullptr) return false;
  while (const dirent* item = readdir(handle.get())) {
    const std::string_view name = item->d_name;
    if (name == "." || name == "..") continue;
    DirectoryEntry entry{std::string(name), item->d_type};
    if (entry.type == DT_UNKNOWN) entry.type = TypeOf(directory / entry.name);
    out.push_back(std::move(entry));
  }
  return true;
}

}  // namespace waymark::indexer
