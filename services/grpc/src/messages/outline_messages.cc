#include "graph/status.h"
#include "messages/kind_messages.h"
#include "messages/messages.h"
#include "messages/payload_message.h"

namespace waymark::services {
namespace {

template <typename Messages>
void AddSymbols(const std::vector<OutlineSymbol>& symbols, Messages& messages) {
  for (const OutlineSymbol& symbol : symbols) {
    v1::OutlineReply::Symbol& added = *messages.Add();
    added.set_name(symbol.name);
    added.set_kind(symbol.kind);
    added.set_path(symbol.path);
    added.set_line(symbol.line);
    added.set_fan_in(symbol.fan_in);
    added.set_fan_out(symbol.fan_out);
  }
}

template <typename Messages>
std::vector<OutlineSymbol> ReadSymbols(const Messages& messages) {
  std::vector<OutlineSymbol> symbols;
  for (const v1::OutlineReply::Symbol& message : messages) {
    symbols.push_back({.name = message.name(),
                       .kind = message.kind(),
                       .path = message.path(),
                       .line = message.line(),
                       .fan_in = message.fan_in(),
                       .fan_out = message.fan_out()});
  }
  return symbols;
}

void WriteMap(const OutlineMap& map, v1::FileMap& message) {
  for (const OutlineMapFile& file : map.files) {
    v1::FileMap::File& added = *message.add_files();
    added.set_path(file.path);
    added.set_language(file.language);
    added.set_lines(file.lines);
    added.set_bytes(file.bytes);
    added.set_symbols(file.symbols);
    if (file.commits.has_value()) added.set_commits(*file.commits);
    if (file.age_days.has_value()) added.set_age_days(*file.age_days);
    added.set_owner(file.owner);
    added.set_testable(file.testable);
    added.set_tested(file.tested);
    added.set_depends_in(file.depends_in);
    added.set_depends_out(file.depends_out);
  }
  for (const OutlineMapDependence& dependence : map.dependences) {
    v1::FileMap::Dependence& added = *message.add_dependences();
    added.set_from(dependence.from);
    added.set_to(dependence.to);
    added.set_count(dependence.count);
  }
  for (const std::vector<std::string>& cycle : map.cycles) {
    v1::FileMap::Cycle& added = *message.add_cycles();
    for (const std::string& node : cycle) added.add_nodes(node);
  }
}

OutlineMap ReadMap(const v1::FileMap& message) {
  OutlineMap map;
  for (const v1::FileMap::File& file : message.files()) {
    OutlineMapFile& added = map.files.emplace_back();
    added = {.path = file.path(),
             .language = file.language(),
             .lines = file.lines(),
             .bytes = file.bytes(),
             .symbols = file.symbols(),
             .owner = file.owner(),
             .testable = file.testable(),
             .tested = file.tested(),
             .depends_in = file.depends_in(),
             .depends_out = file.depends_out()};
    if (file.has_commits()) added.commits = file.commits();
    if (file.has_age_days()) added.age_days = file.age_days();
  }
  for (const v1::FileMap::Dependence& dependence : message.dependences()) {
    map.dependences.push_back({dependence.from(), dependence.to(), dependence.count()});
  }
  for (const v1::FileMap::Cycle& cycle : message.cycles()) {
    map.cycles.emplace_back(cycle.nodes().begin(), cycle.nodes().end());
  }
  return map;
}

}  // namespace

absl::StatusOr<v1::OutlineReply> ToMessage(const OutlineAnswer& answer) {
  v1::OutlineReply message;
  message.set_files(answer.files);
  message.set_symbols(answer.symbols);
  message.set_test_cases(answer.test_cases);
  WriteKinds(answer.unindexed, *message.mutable_unindexed());
  for (const OutlineLanguage& part : answer.languages) {
    v1::OutlineReply::Language& added = *message.add_languages();
    added.set_language(part.language);
    added.set_files(part.files);
    added.set_bytes(part.bytes);
    added.set_symbols(part.symbols);
  }
  for (const OutlineArea& area : answer.areas) {
    v1::OutlineReply::Area& added = *message.add_areas();
    added.set_path(area.path);
    added.set_files(area.files);
    added.set_symbols(area.symbols);
    added.set_test_files(area.test_files);
  }
  AddSymbols(answer.entry_points, *message.mutable_entry_points());
  AddSymbols(answer.hubs, *message.mutable_hubs());
  for (const OutlineFile& file : answer.most_imported) {
    v1::OutlineReply::File& added = *message.add_most_imported();
    added.set_path(file.path);
    added.set_importers(file.importers);
  }
  message.set_area_count(answer.area_count);
  message.set_entry_point_count(answer.entry_point_count);
  message.set_hub_count(answer.hub_count);
  message.set_imported_count(answer.imported_count);
  message.set_community_count(answer.community_count);
  for (const std::vector<std::string>& layer : answer.layers) {
    v1::OutlineReply::Layer& added = *message.add_layers();
    for (const std::string& area : layer) added.add_areas(area);
  }
  for (const OutlineCommunity& community : answer.communities) {
    v1::OutlineReply::Community& added = *message.add_communities();
    added.set_name(community.name);
    added.set_files(community.files);
    added.set_symbols(community.symbols);
    added.set_cohesion(community.cohesion);
    AddSymbols(community.central, *added.mutable_central());
  }
  WriteMap(answer.map, *message.mutable_map());
  *message.mutable_completeness() = ToMessage(answer.completeness);
  *message.mutable_index() = ToMessage(answer.index);
  return message;
}

absl::StatusOr<OutlineAnswer> FromMessage(const v1::OutlineReply& message) {
  OutlineAnswer answer{.unindexed = ReadKinds(message.unindexed()),
                       .files = message.files(),
                       .symbols = message.symbols(),
                       .test_cases = message.test_cases(),
                       .entry_points = ReadSymbols(message.entry_points()),
                       .hubs = ReadSymbols(message.hubs())};
  for (const v1::OutlineReply::Language& part : message.languages()) {
    answer.languages.push_back({.language = part.language(),
                                .files = part.files(),
                                .bytes = part.bytes(),
                                .symbols = part.symbols()});
  }
  for (const v1::OutlineReply::Area& area : message.areas()) {
    answer.areas.push_back({.path = area.path(),
                            .files = area.files(),
                            .symbols = area.symbols(),
                            .test_files = area.test_files()});
  }
  for (const v1::OutlineReply::File& file : message.most_imported()) {
    answer.most_imported.push_back({.path = file.path(), .importers = file.importers()});
  }
  answer.area_count = message.area_count();
  answer.entry_point_count = message.entry_point_count();
  answer.hub_count = message.hub_count();
  answer.imported_count = message.imported_count();
  answer.community_count = message.community_count();
  for (const v1::OutlineReply::Layer& layer : message.layers()) {
    answer.layers.emplace_back(layer.areas().begin(), layer.areas().end());
  }
  for (const v1::OutlineReply::Community& community : message.communities()) {
    OutlineCommunity& added = answer.communities.emplace_back();
    added.name = community.name();
    added.files = community.files();
    added.symbols = community.symbols();
    added.cohesion = community.cohesion();
    added.central = ReadSymbols(community.central());
  }
  answer.map = ReadMap(message.map());
  answer.completeness = FromMessage(message.completeness());
  WM_ASSIGN_OR_RETURN(answer.index, FromMessage(message.index()));
  return answer;
}

}  // namespace waymark::services
