// What `install` put where, so that `uninstall` takes back just that.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/config_file.h"

namespace waymark::services {

// Of the record, relative to the user's state directory.
inline constexpr char kInstallRecordPath[] = "waymark/installed.json";

struct InstallEntry {
  std::string client;
  std::string path;
  std::string inserted;    // bytes
  bool made_file = false;  // the file was not there before
  // Nor were these, the innermost first.
  std::vector<std::filesystem::path> made_directories;
};

// The entries of one file; read, changed and written by one process at a time.
class InstallRecord {
 public:
  // A file that is not there has no entries. DataLoss when it is not one of ours.
  static absl::StatusOr<InstallRecord> Read(const std::filesystem::path& path);

  // Null when there is none.
  const InstallEntry* Find(std::string_view client, const std::string& path) const;

  // In the place of one of the same client and path.
  absl::Status Put(InstallEntry entry);
  // Directories that it made and that hold files of other entries are theirs from then on. With the
  // last entry the file goes, and the directories that were made for it.
  absl::Status Remove(std::string_view client, const std::string& path);

  const std::vector<InstallEntry>& entries() const { return entries_; }

 private:
  absl::Status Write();
  void HandOn(const InstallEntry& removed);

  ConfigFile file_;
  std::vector<std::filesystem::path> made_directories_;  // for the file, the innermost first
  std::vector<InstallEntry> entries_;
};

}  // namespace waymark::services
