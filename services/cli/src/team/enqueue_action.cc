#include "team/enqueue_action.h"

#include <algorithm>
#include <span>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "config/argument_checks.h"
#include "graph/status.h"
#include "options/option_groups.h"
#include "render/render_queue.h"
#include "services/quantities.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

CLI::Validator IsInterval() {
  return {[](const std::string& text) -> std::string {
            if (ParseInterval(text).has_value()) return "";
            return fmt::format(
                "'{}' is no interval; write one such as 30m, 1h or 7d, of a minute "
                "at least",
                text);
          },
          ""};
}

// Calls `change` with as many jobs as one call takes.
template <typename Job, typename Change>
absl::Status InParts(const std::vector<Job>& jobs, const Change& change) {
  const std::span<const Job> all(jobs);
  for (std::size_t begin = 0; begin < all.size(); begin += kMaxJobsOfCall) {
    WM_RETURN_IF_ERROR(
        change(begin, all.subspan(begin, std::min(kMaxJobsOfCall, all.size() - begin))));
  }
  return absl::OkStatus();
}

}  // namespace

void EnqueueAction::AddTo(CLI::App& app) {
  app.add_option("repositories", arguments_.sources,
                 "enqueue: URLs as git takes them, and paths that the workers can read")
      ->type_name("URL|PATH")
      ->check(NotBlank("name a repository"));
  app.add_option("--list", arguments_.list,
                 "enqueue: a file with one repository a line, and perhaps a revision; - is "
                 "standard input")
      ->type_name("FILE")
      ->check(NotBlank("name a file, or - for standard input"));
  app.add_option("--every", every_,
                 "enqueue: index again after this time, if there is a new commit: 30m, 1h or 7d")
      ->type_name("INTERVAL")
      ->check(IsInterval());
  app.add_option("--priority", priority_,
                 fmt::format("enqueue: repositories of a higher number come first (default: {})",
                             kUsualPriority))
      ->type_name("N")
      ->check(WholeNumber(1, kMaxPriority))
      ->group(kMoreGroup);
  app.add_flag("--retry", retries_,
               "enqueue: take up again what was set aside: these repositories, or all");
  app.add_flag("--remove", removes_, "enqueue: remove these repositories from the queue");
}

bool EnqueueAction::is_given() const {
  return !arguments_.sources.empty() || !arguments_.list.empty() || !every_.empty() ||
         priority_.has_value() || retries_ || removes_;
}

std::string EnqueueAction::FindMisuse() const {
  const bool names_none = arguments_.sources.empty() && arguments_.list.empty();
  if (names_none && !retries_) return "name a repository to enqueue, or a --list of them";
  if (retries_ && removes_) return "--retry and --remove contradict each other";
  if ((retries_ || removes_) && (!every_.empty() || priority_.has_value())) {
    return "--every and --priority go with repositories that are added";
  }
  return "";
}

absl::StatusOr<EnqueueReport> EnqueueAction::Add(WorkQueue& queue,
                                                 const std::vector<JobKey>& keys) const {
  std::vector<NewJob> jobs;
  for (const JobKey& key : keys) {
    NewJob job{.key = key, .priority = priority_, .every = {}};
    if (!every_.empty()) job.every = ParseInterval(every_);
    jobs.push_back(std::move(job));
  }
  EnqueueReport report;
  const auto add = [&](std::size_t begin, std::span<const NewJob> part) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const std::vector<Added> added, queue.Add(part));
    for (std::size_t i = 0; i < added.size(); ++i) {
      if (added[i] == Added::kSetAside) report.set_aside.push_back(keys[begin + i]);
      std::uint64_t* const counts[] = {&report.added, &report.waited, &report.running};
      if (added[i] != Added::kSetAside) ++*counts[static_cast<std::size_t>(added[i])];
    }
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(InParts(jobs, add));
  return report;
}

absl::StatusOr<EnqueueReport> EnqueueAction::Run(WorkQueue& queue, const std::string& revision,
                                                 const Settings& settings) {
  arguments_.revision = revision;
  arguments_.is_for_removal = removes_;
  WM_ASSIGN_OR_RETURN(const std::vector<JobKey> keys, NamedJobs(arguments_, settings));
  if (!retries_ && !removes_) return Add(queue, keys);
  EnqueueReport report;
  if (keys.empty()) {
    WM_ASSIGN_OR_RETURN(report.retried, queue.Retry({}));
    return report;
  }
  const auto change = [&](std::size_t, std::span<const JobKey> part) -> absl::Status {
    WM_ASSIGN_OR_RETURN(const std::uint64_t count,
                        retries_ ? queue.Retry(part) : queue.Remove(part));
    (retries_ ? report.retried : report.removed) += count;
    return absl::OkStatus();
  };
  WM_RETURN_IF_ERROR(InParts(keys, change));
  return report;
}

std::string TextOf(const EnqueueReport& report) {
  std::string text;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        Counted(count, "repository", "repositories"), what);
  };
  add(report.added, "added");
  add(report.waited, "in the queue already");
  add(report.running, "being indexed, and again after that");
  add(report.retried, "taken up again");
  add(report.removed, "removed");
  if (text.empty() && report.set_aside.empty()) text = "nothing changed";
  if (!text.empty()) text += '\n';
  for (const JobKey& key : report.set_aside) {
    text += fmt::format("{} was set aside; take it up with --retry\n", TextOf(key));
  }
  return text;
}

std::string JsonOf(const EnqueueReport& report) {
  Json set_aside = Json::array();
  for (const JobKey& key : report.set_aside) {
    set_aside.push_back({{"source", key.source}, {"revision", key.revision}});
  }
  const Json json = {{"added", report.added},     {"waited", report.waited},
                     {"running", report.running}, {"retried", report.retried},
                     {"removed", report.removed}, {"set_aside", std::move(set_aside)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace waymark::services
