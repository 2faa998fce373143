#include "services/outline_text.h"

#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "services/state_text.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

Json ToJsonValue(const OutlineSymbol& symbol) {
  return {
      {"name", symbol.name}, {"kind", symbol.kind}, {"path", symbol.path}, {"line", symbol.line}};
}

Json LanguagesOf(const OutlineAnswer& answer) {
  Json array = Json::array();
  for (const OutlineLanguage& part : answer.languages) {
    array.push_back({{"language", part.language},
                     {"files", part.files},
                     {"bytes", part.bytes},
                     {"symbols", part.symbols}});
  }
  return array;
}

Json AreasOf(const OutlineAnswer& answer) {
  Json array = Json::array();
  for (const OutlineArea& area : answer.areas) {
    array.push_back({{"path", area.path},
                     {"files", area.files},
                     {"symbols", area.symbols},
                     {"test_files", area.test_files}});
  }
  return array;
}

Json SymbolsOf(const OutlineAnswer& answer, bool hubs) {
  Json array = Json::array();
  for (const OutlineSymbol& symbol : hubs ? answer.hubs : answer.entry_points) {
    Json value = ToJsonValue(symbol);
    if (hubs) value.update({{"fan_in", symbol.fan_in}, {"fan_out", symbol.fan_out}});
    array.push_back(std::move(value));
  }
  return array;
}

Json CommunitiesOf(const OutlineAnswer& answer) {
  Json array = Json::array();
  for (const OutlineCommunity& community : answer.communities) {
    Json central = Json::array();
    for (const OutlineSymbol& symbol : community.central) central.push_back(ToJsonValue(symbol));
    array.push_back({{"name", community.name},
                     {"files", community.files},
                     {"symbols", community.symbols},
                     {"cohesion", community.cohesion},
                     {"central", std::move(central)}});
  }
  return array;
}

void AppendCommunities(const OutlineAnswer& answer, std::string& out) {
  if (answer.communities.empty()) return;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "communities, by what files use of each other ({} of {})\n",
                 answer.communities.size(), answer.community_count);
  for (const OutlineCommunity& community : answer.communities) {
    fmt::format_to(line, "  {}: {} files, {} symbols, cohesion {:.2f}", VisibleLine(community.name),
                   community.files, community.symbols, community.cohesion);
    std::string_view lead = "; ";
    for (const OutlineSymbol& symbol : community.central) {
      fmt::format_to(line, "{}{}", lead, VisibleLine(symbol.name));
      lead = ", ";
    }
    out += '\n';
  }
}

}  // namespace

std::string TextOf(const OutlineAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  fmt::format_to(line, "{}\n{} files, {} symbols, {} test cases\n\nlanguages\n",
                 StateText(answer.index), answer.files, answer.symbols, answer.test_cases);
  for (const OutlineLanguage& part : answer.languages) {
    fmt::format_to(line, "  {}: {} files, {} bytes, {} symbols\n", part.language, part.files,
                   part.bytes, part.symbols);
  }
  out += "directories\n";
  for (const OutlineArea& area : answer.areas) {
    fmt::format_to(line, "  {}: {} files, {} symbols",
                   area.path.empty() ? "." : VisibleLine(area.path), area.files, area.symbols);
    if (area.test_files != 0) fmt::format_to(line, ", {} test files", area.test_files);
    out += '\n';
  }
  if (!answer.entry_points.empty()) out += "entry points\n";
  for (const OutlineSymbol& symbol : answer.entry_points) {
    fmt::format_to(line, "  {} {}  {}:{}\n", symbol.kind, VisibleLine(symbol.name),
                   VisibleLine(symbol.path), symbol.line);
  }
  if (!answer.hubs.empty()) out += "most depended on (dependents, dependencies)\n";
  for (const OutlineSymbol& symbol : answer.hubs) {
    fmt::format_to(line, "  {} {} ({}, {})  {}:{}\n", symbol.kind, VisibleLine(symbol.name),
                   symbol.fan_in, symbol.fan_out, VisibleLine(symbol.path), symbol.line);
  }
  if (!answer.most_imported.empty()) out += "most imported (importing files)\n";
  for (const OutlineFile& file : answer.most_imported) {
    fmt::format_to(line, "  {} ({})\n", VisibleLine(file.path), file.importers);
  }
  AppendCommunities(answer, out);
  return out;
}

std::string JsonOf(const OutlineAnswer& answer) {
  Json imported = Json::array();
  for (const OutlineFile& file : answer.most_imported) {
    imported.push_back({{"path", file.path}, {"importers", file.importers}});
  }
  const Json object = {{"files", answer.files},
                       {"symbols", answer.symbols},
                       {"test_cases", answer.test_cases},
                       {"languages", LanguagesOf(answer)},
                       {"areas", AreasOf(answer)},
                       {"entry_points", SymbolsOf(answer, false)},
                       {"hubs", SymbolsOf(answer, true)},
                       {"most_imported", std::move(imported)},
                       {"communities", CommunitiesOf(answer)},
                       {"community_count", answer.community_count},
                       {"index", StateJson(answer.index)}};
  return Compact(object) + "\n";
}

}  // namespace waymark::services
