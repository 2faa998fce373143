#include "render/render_team.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "render/render_queue.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using TeamJson = nlohmann::ordered_json;

std::string Dumped(const TeamJson& json) {
  return json.dump(2, ' ', false, TeamJson::error_handler_t::replace) + "\n";
}

std::string TeamRow(const SharedRepository& repository) {
  return fmt::format("{:>10}  {:>9}  {:>9}  {:>9}  {:<10}  {}\n", Grouped(repository.references),
                     Grouped(repository.blobs), ByteSize(repository.bytes),
                     ByteSize(repository.stored_bytes),
                     repository.published_unix_seconds == 0
                         ? "never"
                         : UtcDay(static_cast<std::int64_t>(repository.published_unix_seconds)),
                     VisibleLine(repository.name));
}

}  // namespace

std::string TextOf(const InitialisedStore& made) {
  const std::string address = VisibleLine(made.address);
  if (made.found == 0) {
    return fmt::format("created the shared store in {}, format {}\n", address, made.format);
  }
  if (made.found == made.format) {
    return fmt::format("the shared store in {} is there already, format {}\n", address,
                       made.format);
  }
  return fmt::format("brought the shared store in {} from format {} to {}\n", address, made.found,
                     made.format);
}

std::string JsonOf(const InitialisedStore& made) {
  return Dumped({{"address", made.address}, {"found_format", made.found}, {"format", made.format}});
}

std::string TextOf(const SharedStoreState& state, const QueueState& queue) {
  std::string text = fmt::format("address   {}\nserver    PostgreSQL {}{}\nformat    {}\n",
                                 VisibleLine(state.address), VisibleLine(state.server),
                                 state.is_read_only ? ", only reads" : "", state.format);
  if (state.database_bytes > 0) {
    text += fmt::format("database  {}\n", ByteSize(state.database_bytes));
  }
  const std::string jobs = TextOf(queue);
  const std::string tail = jobs.empty() ? "" : "\nqueue: " + jobs;
  if (state.repositories.empty()) return text + "nothing is published\n" + tail;
  text += fmt::format("\n{:>10}  {:>9}  {:>9}  {:>9}  {:<10}  {}\n", "references", "blobs", "size",
                      "stored", "published", "repository");
  for (const SharedRepository& repository : state.repositories) text += TeamRow(repository);
  if (state.is_truncated) text += fmt::format("only the first {}\n", Grouped(kMaxListedRows));
  return text + tail;
}

std::string JsonOf(const SharedStoreState& state, const QueueState& queue) {
  TeamJson repositories = TeamJson::array();
  for (const SharedRepository& repository : state.repositories) {
    repositories.push_back({{"name", repository.name},
                            {"references", repository.references},
                            {"blobs", repository.blobs},
                            {"bytes", repository.bytes},
                            {"stored_bytes", repository.stored_bytes},
                            {"published_unix_seconds", repository.published_unix_seconds}});
  }
  return Dumped({{"address", state.address},
                 {"server_version", state.server},
                 {"format", state.format},
                 {"read_only", state.is_read_only},
                 {"database_bytes", state.database_bytes},
                 {"repositories", std::move(repositories)},
                 {"truncated", state.is_truncated},
                 {"queue", JsonOf(queue)}});
}

std::string TextOf(const CollectionReport& report, bool is_trial) {
  return fmt::format("{} {} and {} ({}) of {}; {} and {} stay\n",
                     is_trial ? "would delete" : "deleted",
                     Counted(report.removed_references, "reference", "references"),
                     Counted(report.removed_blobs, "blob", "blobs"), ByteSize(report.removed_bytes),
                     Counted(report.repositories, "repository", "repositories"),
                     Counted(report.kept_references, "reference", "references"),
                     Counted(report.kept_blobs, "blob", "blobs"));
}

std::string JsonOf(const CollectionReport& report, bool is_trial) {
  return Dumped({{"dry_run", is_trial},
                 {"repositories", report.repositories},
                 {"removed_references", report.removed_references},
                 {"removed_blobs", report.removed_blobs},
                 {"removed_bytes", report.removed_bytes},
                 {"kept_references", report.kept_references},
                 {"kept_blobs", report.kept_blobs}});
}

std::string TextOf(const StoreCheck& check, bool marks_damage) {
  std::string text =
      fmt::format("checked {} ({}) and {}: ", Counted(check.blobs, "blob", "blobs"),
                  ByteSize(check.bytes), Counted(check.references, "reference", "references"));
  if (check.problems == 0) return text + "no problem\n";
  text += Counted(check.problems, "problem", "problems") + "\n";
  for (const std::string& problem : check.named) text += VisibleLine(problem) + "\n";
  if (check.problems > check.named.size()) {
    text += fmt::format("and {} more\n", Grouped(check.problems - check.named.size()));
  }
  if (check.damaged_blobs == 0) return text;
  return text + (marks_damage ? "damaged blobs are marked; publish again what holds them\n"
                              : "mark damaged blobs, so that the next publication stores them "
                                "again: waymark team fsck --repair\n");
}

std::string JsonOf(const StoreCheck& check, bool marks_damage) {
  return Dumped({{"references", check.references},
                 {"blobs", check.blobs},
                 {"bytes", check.bytes},
                 {"problems", check.problems},
                 {"damaged_blobs", check.damaged_blobs},
                 {"repaired", marks_damage},
                 {"named", check.named}});
}

}  // namespace waymark::services
