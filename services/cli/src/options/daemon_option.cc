#include "options/daemon_option.h"

#include <cstddef>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "config/argument_checks.h"
#include "config/config_file.h"
#include "config/token_file.h"
#include "graph/status.h"
#include "options/option_groups.h"
#include "options/team_option.h"
#include "services/listen_address.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxPemBytes = 1 << 20;

absl::StatusOr<std::string> ReadPem(const fs::path& file) {
  WM_ASSIGN_OR_RETURN(ConfigFile read, ReadConfigFile(file));
  if (!read.exists) {
    return absl::NotFoundError(fmt::format("there is no certificate {}", file.string()));
  }
  return std::move(read.text);
}

}  // namespace

absl::StatusOr<TlsOptions> TlsFiles::Read(const fs::path& working_directory) const {
  TlsOptions tls;
  if (!certificates.empty()) {
    WM_ASSIGN_OR_RETURN(tls.certificates, ReadPem(working_directory / certificates));
  }
  if (!authorities.empty()) {
    WM_ASSIGN_OR_RETURN(tls.authorities, ReadPem(working_directory / authorities));
  }
  if (!key.empty()) {
    WM_ASSIGN_OR_RETURN(tls.key, ReadPrivateFile(working_directory / key, "key", "", kMaxPemBytes));
  }
  return tls;
}

void DaemonOption::AddTo(CLI::App& app) {
  app.add_option("--daemon", address,
                 "Ask the daemon at this address, over TCP (default: the daemon of the store)")
      ->type_name("HOST:PORT")
      ->group(kRemoteGroup)
      ->check(IsListenAddress());
  const std::pair<const char*, std::pair<std::string*, const char*>> files[] = {
      {"--daemon-token-file", {&token_file, "File with the token of that daemon"}},
      {"--daemon-ca",
       {&tls.authorities,
        "Connect with TLS, and trust the daemon if one of these authorities signed its "
        "certificate"}},
      {"--daemon-certificate", {&tls.certificates, "Client certificate for mutual TLS"}},
      {"--daemon-key", {&tls.key, "Private key of the client certificate"}}};
  for (const auto& [name, file] : files) {
    app.add_option(name, *file.first, file.second)
        ->type_name("FILE")
        ->group(kRemoteGroup)
        ->check(NotBlank("name a file"));
  }
}

absl::StatusOr<std::optional<RemoteDaemon>> DaemonOption::Resolve(const Settings& settings) const {
  if (address.empty()) return std::optional<RemoteDaemon>();
  RemoteDaemon daemon{.address = ReadListenAddress(address).value_or(ListenAddress())};
  if (token_file.empty()) {
    return absl::InvalidArgumentError("--daemon needs --daemon-token-file");
  }
  WM_ASSIGN_OR_RETURN(daemon.token, ReadTokenFile(settings.working_directory / token_file));
  WM_ASSIGN_OR_RETURN(daemon.tls, tls.Read(settings.working_directory));
  return std::optional(std::move(daemon));
}

void PlaceOption::AddTo(CLI::App& app) {
  store.AddTo(app);
  daemon.AddTo(app);
}

absl::StatusOr<Place> PlaceOption::Resolve(const Settings& settings) const {
  const bool is_written =
      !daemon.address.empty() && settings.configuration.Find("daemon") != daemon.address;
  if (is_written && !store.directory.empty()) {
    return absl::InvalidArgumentError(
        "a daemon has a store of its own; leave out --store or --daemon");
  }
  Place place;
  WM_ASSIGN_OR_RETURN(place.store, store.Resolve(settings));
  if (store.directory.empty()) {
    WM_ASSIGN_OR_RETURN(place.daemon, daemon.Resolve(settings));
  }
  place.team = ConfiguredTeamBlobs(settings);
  return place;
}

std::vector<std::pair<std::string, std::string>> PlaceOption::Written(
    const Settings& settings) const {
  const std::pair<const char*, const std::string&> options[] = {
      {"store", store.directory},
      {"daemon", daemon.address},
      {"daemon-token-file", daemon.token_file},
      {"daemon-ca", daemon.tls.authorities},
      {"daemon-certificate", daemon.tls.certificates},
      {"daemon-key", daemon.tls.key}};
  std::vector<std::pair<std::string, std::string>> written;
  for (const auto& [key, value] : options) {
    if (!value.empty() && settings.configuration.Find(key) != value) {
      written.emplace_back(fmt::format("--{}", key), value);
    }
  }
  return written;
}

}  // namespace waymark::services
