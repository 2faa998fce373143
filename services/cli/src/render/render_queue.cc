#include "render/render_queue.h"

#include <fmt/format.h>

#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShortCommitDigits = 12;

std::string DumpedLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string Ago(std::uint64_t seconds) { return Duration(static_cast<double>(seconds)); }

std::string ProgressOf(const JobRow& job) {
  std::string text(NameOf(job.progress.stage));
  if (job.progress.files_total > 0) {
    text += fmt::format(" {} of {} files", Grouped(job.progress.files_done),
                        Grouped(job.progress.files_total));
  }
  return fmt::format("{}, {}, for {}", text, VisibleLine(job.worker), Ago(job.age));
}

std::string WaitOf(const JobRow& job) {
  std::string text = job.due_in == 0 ? "due" : fmt::format("due in {}", Ago(job.due_in));
  if (!job.reason.empty()) {
    text += fmt::format(", after {}: {}", Counted(job.attempts, "failure", "failures"),
                        VisibleLine(job.reason));
  }
  return text;
}

std::string DetailsOf(const JobRow& job) {
  switch (job.state) {
    case JobState::kRunning:
      return ProgressOf(job);
    case JobState::kWaiting:
      return WaitOf(job);
    case JobState::kSetAside:
      return fmt::format("{} ago: {}", Ago(job.age), VisibleLine(job.reason));
    case JobState::kDone:
      break;
  }
  return fmt::format("{} ago: {}", Ago(job.age),
                     VisibleLine(job.commit.substr(0, kShortCommitDigits)));
}

}  // namespace

std::string TextOf(const JobKey& key) {
  return VisibleLine(key.revision.empty() ? key.source
                                          : fmt::format("{} at {}", key.source, key.revision));
}

std::string TextOf(const QueueState& queue) {
  const std::uint64_t all = queue.waiting + queue.running + queue.done + queue.set_aside;
  if (all == 0) return "";
  std::string text =
      fmt::format("{} waiting, {} running, {} set aside, {} done\n", Grouped(queue.waiting),
                  Grouped(queue.running), Grouped(queue.set_aside), Grouped(queue.done));
  for (const JobRow& job : queue.jobs) {
    text += fmt::format("  {:<9}  {}: {}\n", NameOf(job.state), TextOf(job.key), DetailsOf(job));
  }
  if (queue.jobs.size() < all) {
    text += fmt::format("  and {} more\n", Grouped(all - queue.jobs.size()));
  }
  if (queue.set_aside > 0) {
    text += "  take up what is set aside: waymark team enqueue --retry\n";
  }
  return text;
}

Json JsonOf(const QueueState& queue) {
  Json jobs = Json::array();
  for (const JobRow& job : queue.jobs) {
    jobs.push_back({{"source", job.key.source},
                    {"revision", job.key.revision},
                    {"state", NameOf(job.state)},
                    {"priority", job.priority},
                    {"every_seconds", job.every.count()},
                    {"attempts", job.attempts},
                    {"stage", job.state == JobState::kRunning ? NameOf(job.progress.stage) : ""},
                    {"files_done", job.progress.files_done},
                    {"files_total", job.progress.files_total},
                    {"worker", job.worker},
                    {"repository", job.repository},
                    {"commit", job.commit},
                    {"reason", job.reason},
                    {"age_seconds", job.age},
                    {"due_in_seconds", job.due_in}});
  }
  return {{"waiting", queue.waiting},
          {"running", queue.running},
          {"set_aside", queue.set_aside},
          {"done", queue.done},
          {"jobs", std::move(jobs)}};
}

std::string TextOf(const EndedJob& ended) {
  std::string text = fmt::format("{}: {}", TextOf(ended.key), NameOf(ended.end));
  if (!ended.commit.empty()) {
    text += fmt::format(" {} of {}", VisibleLine(ended.commit.substr(0, kShortCommitDigits)),
                        VisibleLine(ended.repository));
  }
  text += fmt::format(" after {}", Duration(ended.seconds));
  if (!ended.reason.empty()) text += fmt::format(": {}", VisibleLine(ended.reason));
  return text + "\n";
}

std::string LineOf(const EndedJob& ended) {
  return DumpedLine({{"source", ended.key.source},
                     {"revision", ended.key.revision},
                     {"end", NameOf(ended.end)},
                     {"repository", ended.repository},
                     {"commit", ended.commit},
                     {"reason", ended.reason},
                     {"seconds", ended.seconds}});
}

std::string TextOf(const WorkReport& report) {
  return fmt::format(
      "{} published, {} unchanged, {} failed, {} set aside, {} lost, {} given back; fetching {}, "
      "indexing {}, publishing {}, queue {}\n",
      Grouped(report.published), Grouped(report.unchanged), Grouped(report.failed),
      Grouped(report.set_aside), Grouped(report.lost), Grouped(report.given_back),
      Duration(report.seconds.fetching), Duration(report.seconds.indexing),
      Duration(report.seconds.publishing), Duration(report.seconds.queue));
}

std::string LineOf(const WorkReport& report) {
  return DumpedLine({{"published", report.published},
                     {"unchanged", report.unchanged},
                     {"failed", report.failed},
                     {"set_aside", report.set_aside},
                     {"lost", report.lost},
                     {"given_back", report.given_back},
                     {"seconds",
                      {{"fetching", report.seconds.fetching},
                       {"indexing", report.seconds.indexing},
                       {"publishing", report.seconds.publishing},
                       {"queue", report.seconds.queue}}}});
}

}  // namespace waymark::services
