// --daemon and its options: a daemon over TCP instead of the store's own.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <absl/status/statusor.h>

#include "config/settings.h"
#include "graph/shared/blob_store.h"
#include "options/query_options.h"
#include "services/remote_engine.h"

namespace CLI {
class App;
}  // namespace CLI

namespace waymark::services {

// Where questions go: to the daemon over TCP if there is one, otherwise to the store.
struct Place {
  std::filesystem::path store;
  std::optional<RemoteDaemon> daemon = {};
  std::shared_ptr<graph::BlobStore> team = nullptr;  // of the configured store of a team, if any
};

// --tls-certificate and --tls-key, or those of a client
struct TlsFiles {
  std::string certificates;
  std::string key;
  std::string authorities;

  // Errors name the file: NotFound, and PermissionDenied for a key that other users can read.
  absl::StatusOr<TlsOptions> Read(const std::filesystem::path& working_directory) const;
};

struct DaemonOption {
  std::string address;
  std::string token_file;
  TlsFiles tls;

  void AddTo(CLI::App& app);
  // Nothing if no daemon over TCP is named. Errors are those of reading the files.
  absl::StatusOr<std::optional<RemoteDaemon>> Resolve(const Settings& settings) const;
};

// --store and --daemon together.
struct PlaceOption {
  StoreOption store;
  DaemonOption daemon;

  void AddTo(CLI::App& app);
  // A store on the command line has precedence over a configured daemon. InvalidArgument if both
  // are on the command line. Other errors are those of either option.
  absl::StatusOr<Place> Resolve(const Settings& settings) const;
  // Names and values of the options on the command line, for a call that repeats them.
  std::vector<std::pair<std::string, std::string>> Written(const Settings& settings) const;
};

}  // namespace waymark::services
