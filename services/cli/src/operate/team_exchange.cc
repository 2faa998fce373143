#include "operate/team_exchange.h"

#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "graph/store.h"
#include "options/option_groups.h"
#include "output/interrupt.h"
#include "output/notes.h"
#include "output/output.h"
#include "output/progress_meter.h"
#include "services/quantities.h"
#include "services/shared/team_commits.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kShownDigits = 12;

std::string JsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string Shown(const std::string& repository, const std::string& commit) {
  return fmt::format("{} at {}", VisibleLine(repository),
                     VisibleLine(commit.substr(0, kShownDigits)));
}

std::string TextOf(const TeamPush& push) {
  if (push.unchanged) {
    return fmt::format("the team has {} already\n", Shown(push.repository, push.commit));
  }
  return fmt::format("pushed {}: {} of {}, {}\n", Shown(push.repository, push.commit),
                     Grouped(push.blobs_sent), Counted(push.blobs, "blob", "blobs"),
                     ByteSize(push.bytes_sent));
}

std::string JsonOf(const TeamPush& push) {
  return JsonText({{"repository", push.repository},
                   {"commit", push.commit},
                   {"reference", push.reference},
                   {"unchanged", push.unchanged},
                   {"blobs", push.blobs},
                   {"blobs_sent", push.blobs_sent},
                   {"bytes_sent", push.bytes_sent}});
}

std::string TextOf(const TeamPull& pull) {
  if (pull.unchanged) {
    return fmt::format("the index has {} already\n", Shown(pull.repository, pull.commit));
  }
  return fmt::format("pulled {}: {} of {}, {}; `waymark index` parses only what differs from it\n",
                     Shown(pull.repository, pull.commit), Grouped(pull.blobs_received),
                     Counted(pull.blobs, "blob", "blobs"), ByteSize(pull.bytes_received));
}

std::string JsonOf(const TeamPull& pull) {
  return JsonText({{"repository", pull.repository},
                   {"commit", pull.commit},
                   {"unchanged", pull.unchanged},
                   {"blobs", pull.blobs},
                   {"blobs_received", pull.blobs_received},
                   {"bytes_received", pull.bytes_received}});
}

// The index of the commit may have facts in the store of the team.
std::shared_ptr<graph::BlobStore> NotOwned(SharedStore& team) {
  return {std::shared_ptr<void>(), &team};
}

}  // namespace

void TeamExchange::AddTo(CLI::App& app) {
  app.add_option("--at", at_, "push, enqueue: branch, tag or id of a commit (default: HEAD)")
      ->type_name("REV")
      ->check(NotBlank("name a branch, a tag or a commit"));
  app.add_option("--name", name_,
                 "push, pull: name of the repository (default: its remote, else the directory)")
      ->type_name("NAME")
      ->check(NotBlank("give a name"))
      ->group(kMoreGroup);
  repository_.AddTo(app);
  store_.AddTo(app);
}

std::string TeamExchange::MisuseOf(bool takes_revision, bool is_exchange) const {
  if (!at_.empty() && !takes_revision) return "--at goes with push and enqueue";
  if (!name_.empty() && !is_exchange) return "--name goes with push and pull";
  if (!repository_.path.empty() && !is_exchange) return "--repo goes with push and pull";
  return "";
}

absl::Status TeamExchange::Push(SharedStore& team, const Settings& settings, bool json) const {
  WM_ASSIGN_OR_RETURN(const fs::path root, repository_.Resolve(settings));
  WM_ASSIGN_OR_RETURN(const fs::path directory, store_.Resolve(settings));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Store> store,
                      graph::Store::Open({.directory = directory, .shared = NotOwned(team)}));
  TeamPushRequest request{.root = root, .repository_name = name_};
  if (!at_.empty()) request.at = at_;
  absl::StatusOr<TeamPush> push;
  {
    ProgressMeter meter(settings);
    push = PushCommit(
        *store, {team, team}, request,
        [&meter](const indexer::Progress& progress) { meter.Show(progress); },
        [&meter](std::uint64_t done, std::uint64_t total) {
          meter.ShowBytes("sending", done, total);
        },
        {.cancelled = Interrupt::flag()});
  }
  WM_RETURN_IF_ERROR(push.status());
  if (!push->history_trouble.empty()) {
    PrintNote(fmt::format("waymark: the commit has no history: {}\n",
                          VisibleMessage(push->history_trouble)));
  }
  if (IsQuiet() && !json) return absl::OkStatus();
  return WriteText(json ? JsonOf(*push) : TextOf(*push));
}

absl::Status TeamExchange::Pull(SharedStore& team, const std::string& url, const Settings& settings,
                                bool json) const {
  WM_ASSIGN_OR_RETURN(const fs::path root, repository_.Resolve(settings));
  WM_ASSIGN_OR_RETURN(const fs::path directory, store_.Resolve(settings));
  WM_ASSIGN_OR_RETURN(const std::unique_ptr<graph::Store> store,
                      graph::Store::Open({.directory = directory}));
  absl::StatusOr<TeamPull> pull;
  {
    ProgressMeter meter(settings);
    // Later runs look for facts in the store that the configuration names.
    const bool is_configured = settings.configuration.Find("team") == url;
    pull = PullCommit(*store, {team, team},
                      {.root = root,
                       .repository_name = name_,
                       .facts = is_configured ? graph::PortableFactsPlace::kShared
                                              : graph::PortableFactsPlace::kHere},
                      [&meter](std::uint64_t done, std::uint64_t total) {
                        meter.ShowBytes("receiving", done, total);
                      },
                      {.cancelled = Interrupt::flag()});
  }
  WM_RETURN_IF_ERROR(pull.status());
  if (pull->commit.empty()) {
    return absl::NotFoundError(
        fmt::format("the team has no commit of {} that this checkout knows and this program can "
                    "read; run `git fetch`, or `waymark team push` where it is indexed",
                    pull->repository));
  }
  if (IsQuiet() && !json) return absl::OkStatus();
  return WriteText(json ? JsonOf(*pull) : TextOf(*pull));
}

}  // namespace waymark::services
