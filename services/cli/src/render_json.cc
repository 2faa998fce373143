#include <nlohmann/json.hpp>

#include "render_records.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string Print(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json ToJsonValue(const Place& place) {
  return {{"path", place.path},
          {"start_line", place.start_line},
          {"end_line", place.end_line},
          {"name_line", place.name_line}};
}

Json ToJsonValue(const std::vector<EdgeCount>& counts) {
  Json object = Json::object();
  for (const EdgeCount& count : counts) object[count.edge_type] = count.count;
  return object;
}

Json ToJsonValue(const wire::IndexInfo& index) {
  Json object = {{"repository", index.repository}, {"generation", index.generation}};
  if (!index.commit.empty()) object["commit"] = index.commit;
  if (index.root.has_value()) object["root"] = index.root->ToHex();
  object["files_differing"] =
      index.files_differing.has_value() ? Json(*index.files_differing) : Json("unchecked");
  return object;
}

Json ToJsonValue(const wire::Completeness& completeness) {
  return {{"certainty", wire::Name(completeness.certainty)},
          {"count", completeness.count},
          {"reason", completeness.reason}};
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
                 {"source_bytes", view.source_bytes}};
  object["files_differing"] =
      view.files_differing.has_value() ? Json(*view.files_differing) : Json("unchecked");
  if (!view.note.empty()) object["note"] = view.note;
  return object;
}

}  // namespace

std::string ToJson(const SymbolAnswer& answer) {
  Json declarations = Json::array();
  for (const Place& place : answer.declarations) declarations.push_back(ToJsonValue(place));
  Json object = {{"id", answer.id},
                 {"qualified_name", answer.qualified_name},
                 {"kind", answer.kind},
                 {"language", answer.language},
                 {"signature", answer.signature},
                 {"place", ToJsonValue(answer.place)},
                 {"declarations", std::move(declarations)},
                 {"flags", answer.flags},
                 {"documentation", answer.documentation}};
  if (!answer.documentation_note.empty()) object["documentation_note"] = answer.documentation_note;
  object["outgoing"] = ToJsonValue(answer.outgoing);
  object["incoming"] = ToJsonValue(answer.incoming);
  object["completeness"] = ToJsonValue(answer.completeness);
  object["index"] = ToJsonValue(answer.index);
  return Print(object);
}

std::string ToJson(const StatusAnswer& answer) {
  Json views = Json::array();
  for (const StatusView& view : answer.views) views.push_back(ToJsonValue(view));
  Json parts = Json::object();
  for (const graph::StorePart& part : answer.parts) parts[part.name] = part.bytes;
  Json object = {{"store", answer.store_directory},
                 {"version", answer.version},
                 {"views", std::move(views)},
                 {"store_bytes", std::move(parts)}};
  object["daemon_process"] = answer.process_id == 0 ? Json(nullptr) : Json(answer.process_id);
  return Print(object);
}

std::string ToJson(const IndexAnswer& answer) {
  const indexer::IndexReport& report = answer.report;
  Json languages = Json::object();
  for (const indexer::LanguageCount& count : report.languages) {
    languages[std::string(Name(count.language))] = {{"files", count.files}, {"bytes", count.bytes}};
  }
  Json skipped = Json::array();
  for (const indexer::SkippedFileReport& file : report.skipped) {
    skipped.push_back({{"path", file.path}, {"reason", Name(file.reason)}});
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
                {"skipped_total", answer.skipped_total},
                {"skipped", std::move(skipped)},
                {"scan_seconds", report.scan_seconds},
                {"extract_seconds", report.extract_seconds},
                {"resolve_seconds", report.resolve_seconds},
                {"publish_seconds", report.publish_seconds}});
}

}  // namespace waymark::services
