#include <nlohmann/json.hpp>

#include "render/render_records.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string Print(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json ToJsonValue(const WatchStatus& watch) {
  Json object = {{"mode", watch.mode}, {"watches", watch.watches}, {"updates", watch.updates}};
  if (!watch.reason.empty()) object["reason"] = watch.reason;
  if (watch.last_update_unix_seconds != 0) {
    object["last_update_unix_seconds"] = watch.last_update_unix_seconds;
    object["last_update_seconds"] = watch.last_update_seconds;
  }
  if (!watch.trouble.empty()) object["trouble"] = watch.trouble;
  return object;
}

Json ToJsonValue(const std::vector<KindCount>& kinds) {
  Json object = Json::object();
  for (const KindCount& count : kinds) object[count.kind] = count.files;
  return object;
}

Json ToJsonValue(const StatusView& view) {
  Json object = {{"repository", view.repository},
                 {"view", view.view},
                 {"root_path", view.root_path},
                 {"generation", view.generation},
                 {"commit", view.commit},
                 {"root", view.root},
                 {"indexed_unix_seconds", view.indexed_unix_seconds},
                 {"files", view.files},
                 {"symbols", view.symbols},
                 {"edges", view.edges},
                 {"unresolved", view.unresolved},
                 {"skipped", view.skipped},
                 {"unindexed", ToJsonValue(view.unindexed)},
                 {"source_bytes", view.source_bytes}};
  object["files_differing"] =
      view.files_differing.has_value() ? Json(*view.files_differing) : Json(nullptr);
  if (!view.note.empty()) object["note"] = view.note;
  if (!view.damage.empty()) object["damage"] = view.damage;
  if (view.watch.has_value()) object["watch"] = ToJsonValue(*view.watch);
  return object;
}

Json ToJsonValue(const std::vector<ReasonCount>& counts) {
  Json object = Json::object();
  for (const ReasonCount& count : counts) object[count.reason] = count.count;
  return object;
}

Json ToJsonValue(const LanguageHealth& language) {
  return {{"files", language.files},
          {"bytes", language.bytes},
          {"symbols", language.symbols},
          {"files_with_syntax_errors", language.files_with_syntax_errors},
          {"resolved", language.resolved},
          {"unresolved", ToJsonValue(language.unresolved)},
          {"unresolved_rate", language.unresolved_rate},
          {"computed_names", language.computed_names},
          {"unread_files", language.unread_files},
          {"doubts_omitted", language.doubts_omitted}};
}

Json ToJsonValue(const std::vector<indexer::SkippedFileReport>& files) {
  Json array = Json::array();
  for (const indexer::SkippedFileReport& file : files) {
    array.push_back({{"path", file.path}, {"reason", Name(file.reason)}});
  }
  return array;
}

Json ToJsonValue(const std::vector<SyntaxErrorPlace>& errors) {
  Json array = Json::array();
  for (const SyntaxErrorPlace& error : errors) {
    array.push_back(
        {{"path", error.path}, {"line", error.place.line}, {"column", error.place.column}});
  }
  return array;
}

Json ToJsonValue(const StatusAnswer& answer) {
  Json views = Json::array();
  for (const StatusView& view : answer.views) views.push_back(ToJsonValue(view));
  Json parts = Json::object();
  for (const graph::StorePart& part : answer.parts) parts[part.name] = part.bytes;
  Json object = {{"store", answer.store_directory},
                 {"version", answer.version},
                 {"views", std::move(views)},
                 {"store_bytes", std::move(parts)}};
  object["daemon_process"] = answer.process_id == 0 ? Json(nullptr) : Json(answer.process_id);
  return object;
}

}  // namespace

std::string ToJson(const StatusAnswer& answer) { return Print(ToJsonValue(answer)); }

std::string ToJson(const DoctorAnswer& answer, const std::vector<Finding>& findings) {
  Json languages = Json::object();
  for (const LanguageHealth& language : answer.languages) {
    languages[language.language] = ToJsonValue(language);
  }
  Json object = {{"languages", std::move(languages)},
                 {"skipped_reasons", ToJsonValue(answer.skipped_reasons)},
                 {"skipped", ToJsonValue(answer.skipped)},
                 {"syntax_errors", ToJsonValue(answer.syntax_errors)}};
  object.update(ToJsonValue(answer.status));
  object["checks"] = Json::array();
  for (const Finding& finding : findings) {
    object["checks"].push_back(
        {{"health", Name(finding.health)}, {"subject", finding.subject}, {"text", finding.text}});
  }
  object["store_format"] = answer.store_format;
  object["store_source_bytes"] = answer.store_source_bytes;
  object["readers"] = {{"slots", answer.readers.slots},
                       {"active", answer.readers.active},
                       {"stale_freed", answer.readers.stale_freed}};
  if (answer.verified) {
    object["verified"] = {{"segments", answer.verified->segments},
                          {"bytes", answer.verified->bytes}};
  }
  return Print(object);
}

std::string ToJson(const IndexAnswer& answer) {
  const indexer::IndexReport& report = answer.report;
  Json languages = Json::object();
  for (const indexer::LanguageCount& count : report.languages) {
    languages[std::string(Name(count.language))] = {{"files", count.files}, {"bytes", count.bytes}};
  }
  return Print({{"repository", report.key.repository},
                {"view", report.key.view},
                {"root_path", report.root_path},
                {"generation", report.generation},
                {"root", report.root.ToHex()},
                {"commit", report.commit},
                {"unchanged", report.unchanged},
                {"files", report.files_indexed},
                {"files_parsed", report.files_parsed},
                {"files_with_syntax_errors", report.files_with_syntax_errors},
                {"bytes", report.bytes_indexed},
                {"symbols", report.symbols},
                {"edges", report.edges},
                {"unresolved", report.unresolved},
                {"languages", std::move(languages)},
                {"unindexed", ToJsonValue(report.unindexed)},
                {"damaged", report.damaged},
                {"remote_facts_error", report.remote_facts_error},
                {"skipped_total", answer.skipped_total},
                {"skipped", ToJsonValue(report.skipped)},
                {"scan_seconds", report.scan_seconds},
                {"extract_seconds", report.extract_seconds},
                {"resolve_seconds", report.resolve_seconds},
                {"publish_seconds", report.publish_seconds},
                {"history_commits", answer.history.commits},
                {"history_read", answer.history.read},
                {"history_seconds", answer.history.seconds},
                {"history_trouble", answer.history_trouble}});
}

}  // namespace waymark::services
