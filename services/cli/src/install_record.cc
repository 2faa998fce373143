#include "install_record.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

std::optional<InstallEntry> ToEntry(const Json& row) {
  const auto text = [&](const char* key) {
    const auto found = row.find(key);
    return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!row.is_object()) return std::nullopt;
  InstallEntry entry{.client = text("client"), .path = text("path"), .inserted = text("inserted")};
  entry.made_file = row.value("made_file", Json()) == true;
  for (const Json& directory : row.value("made_directories", Json::array())) {
    if (directory.is_string()) entry.made_directories.emplace_back(directory.get<std::string>());
  }
  return entry.client.empty() || entry.path.empty() ? std::nullopt : std::optional(entry);
}

}  // namespace

absl::StatusOr<InstallRecord> InstallRecord::Read(const std::filesystem::path& path) {
  InstallRecord record;
  WM_ASSIGN_OR_RETURN(record.file_, ReadConfigFile(path));
  if (!record.file_.exists) return record;
  const auto damaged = [&] {
    return absl::DataLossError(
        fmt::format("{} is no record of this program's; remove it and take changes back by hand",
                    record.file_.path.string()));
  };
  const Json json = Json::parse(record.file_.text, nullptr, false);
  if (!json.is_object() || json.value("version", Json()) != kVersion) return damaged();
  const Json rows = json.value("entries", Json());
  if (!rows.is_array()) return damaged();
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
  const auto removed = std::erase_if(entries_, [&](const InstallEntry& entry) {
    return entry.client == client && entry.path == path;
  });
  return removed == 0 ? absl::OkStatus() : Write();
}

absl::Status InstallRecord::Write() {
  Json rows = Json::array();
  for (const InstallEntry& entry : entries_) {
    Json directories = Json::array();
    for (const std::filesystem::path& directory : entry.made_directories) {
      directories.push_back(directory.string());
    }
    rows.push_back({{"client", entry.client},
                    {"path", entry.path},
                    {"inserted", entry.inserted},
                    {"made_file", entry.made_file},
                    {"made_directories", std::move(directories)}});
  }
  const Json json = {{"version", kVersion}, {"entries", std::move(rows)}};
  const std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  WM_RETURN_IF_ERROR(ReplaceConfigFile(file_, text));
  file_.exists = true;
  file_.text = text;
  return absl::OkStatus();
}

}  // namespace waymark::services
