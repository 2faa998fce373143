// A record of the changes by `install`, so that `uninstall` removes exactly these.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "config/config_file.h"

namespace waymark::services {

// Path of the record, relative to the user's state directory.
inline constexpr char kInstallRecordPath[] = "waymark/installed.json";

struct InstallEntry {
  std::string client;
  std::string path;
  std::string inserted;        // bytes
  std::string scope = "user";  // NameOf(InstallScope)
  bool made_file = false;      // the file did not exist before
  // These directories did not exist either, the innermost first.
  std::vector<std::filesystem::path> made_directories;
};

// The entries of the record. Only one process at a time reads, changes and writes them.
class InstallRecord {
 public:
  // A missing file has no entries. DataLoss if the file is not such a record.
  static absl::StatusOr<InstallRecord> Read(const std::filesystem::path& path);

  // Null if there is none.
  const InstallEntry* Find(std::string_view client, const std::string& path) const;

  // Replaces an entry with the same client and path.
  absl::Status Put(InstallEntry entry);
  // Directories that the entry created and that contain files of other entries pass to those.
  // Removing the last entry also removes the record and the directories that were created for it.
  absl::Status Remove(std::string_view client, const std::string& path);

  const std::vector<InstallEntry>& entries() const { return entries_; }

 private:
  absl::Status Write();
  void HandOn(const InstallEntry& removed);

  ConfigFile file_;
  std::vector<std::filesystem::path> made_directories_;  // for the record, the innermost first
  std::vector<InstallEntry> entries_;
};

}  // namespace waymark::services
