#include "install/install_record.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kRecordVersion = 1;

Json FromDirectories(const std::vector<std::filesystem::path>& directories) {
  Json json = Json::array();
  for (const std::filesystem::path& directory : directories) json.push_back(directory.string());
  return json;
}

std::vector<std::filesystem::path> ToDirectories(const Json& object) {
  std::vector<std::filesystem::path> directories;
  for (const Json& directory : object.value("made_directories", Json::array())) {
    if (directory.is_string()) directories.emplace_back(directory.get<std::string>());
  }
  return directories;
}

std::optional<InstallEntry> ToEntry(const Json& row) {
  const auto text = [&](const char* key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!row.is_object()) return std::nullopt;
  InstallEntry entry{.client = text("client"), .path = text("path"), .inserted = text("inserted")};
  // Records of versions before 0.2 name no scope.
  if (std::string scope = text("scope"); !scope.empty()) entry.scope = std::move(scope);
  entry.made_file = row.value("made_file", Json()) == true;
  entry.made_directories = ToDirectories(row);
  return entry.client.empty() || entry.path.empty() ? std::nullopt : std::optional(entry);
}

}  // namespace

absl::StatusOr<InstallRecord> InstallRecord::Read(const std::filesystem::path& path) {
  InstallRecord record;
  WM_ASSIGN_OR_RETURN(record.file_, ReadConfigFile(path));
  record.made_directories_ = record.file_.missing_directories;
  if (!record.file_.exists) return record;
  const auto damaged = [&] {
    return absl::DataLossError(
        fmt::format("{} is no record of this program's; remove it and take changes back by hand",
                    record.file_.path.string()));
  };
  const Json json = Json::parse(record.file_.text, nullptr, false);
  if (!json.is_object() || json.value("version", Json()) != kRecordVersion) return damaged();
  const Json rows = json.value("entries", Json());
  if (!rows.is_array()) return damaged();
  record.made_directories_ = ToDirectories(json);
  for (const Json& row : rows) {
    std::optional<InstallEntry> entry = ToEntry(row);
    if (!entry.has_value()) return damaged();
    record.entries_.push_back(*std::move(entry));
  }
  return record;
}

const InstallEntry* InstallRecord::Find(std::string_view client, const std::string& path) const {
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const InstallEntry& entry) {
    return entry.client == client && entry.path == path;
  });
  return found == entries_.end() ? nullptr : &*found;
}

absl::Status InstallRecord::Put(InstallEntry entry) {
  std::erase_if(entries_, [&](const InstallEntry& other) {
    return other.client == entry.client && other.path == entry.path;
  });
  entries_.push_back(std::move(entry));
  return Write();
}

absl::Status InstallRecord::Remove(std::string_view client, const std::string& path) {
  const InstallEntry* const found = Find(client, path);
  if (found == nullptr) return absl::OkStatus();
  const InstallEntry removed = *found;
  entries_.erase(entries_.begin() + (found - entries_.data()));
  HandOn(removed);
  if (!entries_.empty()) return Write();
  WM_RETURN_IF_ERROR(RemoveConfigFile(file_, made_directories_));
  WM_ASSIGN_OR_RETURN(file_, ReadConfigFile(file_.path));
  made_directories_ = file_.missing_directories;
  return absl::OkStatus();
}

void InstallRecord::HandOn(const InstallEntry& removed) {
  for (const std::filesystem::path& directory : removed.made_directories) {
    const std::string inside = directory.string() + "/";
    const auto heir =
        std::find_if(entries_.begin(), entries_.end(), [&](const InstallEntry& entry) {
          return entry.path.compare(0, inside.size(), inside) == 0;
        });
    if (heir != entries_.end()) heir->made_directories.push_back(directory);
  }
}

absl::Status InstallRecord::Write() {
  Json rows = Json::array();
  for (const InstallEntry& entry : entries_) {
    rows.push_back({{"client", entry.client},
                    {"path", entry.path},
                    {"scope", entry.scope},
                    {"inserted", entry.inserted},
                    {"made_file", entry.made_file},
                    {"made_directories", FromDirectories(entry.made_directories)}});
  }
  const Json json = {{"version", kRecordVersion},
                     {"entries", std::move(rows)},
                     {"made_directories", FromDirectories(made_directories_)}};
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  WM_RETURN_IF_ERROR(ReplaceConfigFile(file_, text));
  file_.exists = true;
  file_.text = text;
  return absl::OkStatus();
}

}  // namespace waymark::services
