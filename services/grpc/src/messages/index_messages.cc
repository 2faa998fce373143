#include <optional>
#include <string>

#include <fmt/format.h>

#include "messages/kind_messages.h"
#include "messages/messages.h"

namespace waymark::services {
namespace {

// The numbers of stages in messages are higher by one: zero means unspecified.
constexpr int kStageOffset = 1;
static_assert(static_cast<int>(indexer::Stage::kScanning) + kStageOffset ==
              v1::IndexProgress::STAGE_SCANNING);
static_assert(static_cast<int>(indexer::Stage::kPublishing) + kStageOffset ==
              v1::IndexProgress::STAGE_PUBLISHING);

}  // namespace

v1::IndexProgress ToMessage(const indexer::Progress& progress) {
  v1::IndexProgress message;
  message.set_stage(
      static_cast<v1::IndexProgress::Stage>(static_cast<int>(progress.stage) + kStageOffset));
  message.set_files_done(progress.files_done);
  message.set_files_total(progress.files_total);
  message.set_bytes_done(progress.bytes_done);
  message.set_bytes_total(progress.bytes_total);
  return message;
}

indexer::Progress FromMessage(const v1::IndexProgress& message) {
  const bool known = v1::IndexProgress::Stage_IsValid(message.stage()) &&
                     message.stage() != v1::IndexProgress::STAGE_UNSPECIFIED;
  return {.stage = known ? static_cast<indexer::Stage>(message.stage() - kStageOffset)
                         : indexer::Stage::kScanning,
          .files_done = message.files_done(),
          .files_total = message.files_total(),
          .bytes_done = message.bytes_done(),
          .bytes_total = message.bytes_total()};
}

v1::IndexReport ToMessage(const IndexAnswer& answer) {
  const indexer::IndexReport& report = answer.report;
  v1::IndexReport message;
  message.set_repository(report.key.repository);
  message.set_view(report.key.view);
  message.set_root_path(report.root_path);
  message.set_generation(report.generation);
  message.set_root(report.root.ToHex());
  message.set_commit(report.commit);
  message.set_unchanged(report.unchanged);
  message.set_files_indexed(report.files_indexed);
  message.set_files_parsed(report.files_parsed);
  message.set_files_with_syntax_errors(report.files_with_syntax_errors);
  message.set_bytes_indexed(report.bytes_indexed);
  message.set_symbols(report.symbols);
  message.set_edges(report.edges);
  message.set_unresolved(report.unresolved);
  for (const indexer::LanguageCount& count : report.languages) {
    v1::IndexReport::LanguageCount& added = *message.add_languages();
    added.set_language(std::string(Name(count.language)));
    added.set_files(count.files);
    added.set_bytes(count.bytes);
  }
  for (const indexer::SkippedFileReport& file : report.skipped) {
    v1::IndexReport::SkippedFile& added = *message.add_skipped();
    added.set_path(file.path);
    added.set_reason(static_cast<std::uint32_t>(file.reason));
  }
  message.set_skipped_total(answer.skipped_total);
  WriteKinds(report.unindexed, *message.mutable_unindexed());
  for (const std::string& part : report.damaged) message.add_damaged(part);
  message.set_remote_facts_error(report.remote_facts_error);
  message.set_scan_seconds(report.scan_seconds);
  message.set_extract_seconds(report.extract_seconds);
  message.set_resolve_seconds(report.resolve_seconds);
  message.set_publish_seconds(report.publish_seconds);
  message.set_history_commits(answer.history.commits);
  message.set_history_read(answer.history.read);
  message.set_history_seconds(answer.history.seconds);
  message.set_history_trouble(answer.history_trouble);
  return message;
}

absl::StatusOr<IndexAnswer> FromMessage(const v1::IndexReport& message) {
  IndexAnswer answer{.skipped_total = message.skipped_total()};
  indexer::IndexReport& report = answer.report;
  report.key = {.repository = message.repository(), .view = message.view()};
  report.root_path = message.root_path();
  report.generation = message.generation();
  const std::optional<RootHash> root = RootHash::FromHex(message.root());
  if (!root.has_value()) {
    return absl::DataLossError(
        fmt::format("the daemon's report: root is not a hash: '{}'", message.root()));
  }
  report.root = *root;
  report.commit = message.commit();
  report.unchanged = message.unchanged();
  report.files_indexed = message.files_indexed();
  report.files_parsed = message.files_parsed();
  report.files_with_syntax_errors = message.files_with_syntax_errors();
  report.bytes_indexed = message.bytes_indexed();
  report.symbols = message.symbols();
  report.edges = message.edges();
  report.unresolved = message.unresolved();
  for (const v1::IndexReport::LanguageCount& count : message.languages()) {
    report.languages.push_back(
        {.language = LanguageFromName(count.language()).value_or(Language::kNone),
         .files = count.files(),
         .bytes = count.bytes()});
  }
  for (const v1::IndexReport::SkippedFile& file : message.skipped()) {
    report.skipped.push_back(
        {.path = file.path(), .reason = static_cast<SkipReason>(file.reason())});
  }
  report.unindexed = ReadKinds(message.unindexed());
  report.damaged.assign(message.damaged().begin(), message.damaged().end());
  report.remote_facts_error = message.remote_facts_error();
  report.scan_seconds = message.scan_seconds();
  report.extract_seconds = message.extract_seconds();
  report.resolve_seconds = message.resolve_seconds();
  report.publish_seconds = message.publish_seconds();
  answer.history = {.commits = message.history_commits(),
                    .read = message.history_read(),
                    .seconds = message.history_seconds()};
  answer.history_trouble = message.history_trouble();
  return answer;
}

}  // namespace waymark::services
