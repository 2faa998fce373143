#include "services/outline_text.h"

#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "retrieval/communities.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kOutlineTool = "get_repo_outline";
constexpr std::string_view kCommunitiesSection = ".communities";

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

Json ImportedOf(const OutlineAnswer& answer) {
  Json array = Json::array();
  for (const OutlineFile& file : answer.most_imported) {
    array.push_back({{"path", file.path}, {"importers", file.importers}});
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

Json UnindexedOf(const OutlineAnswer& answer) {
  Json array = Json::array();
  for (const KindCount& count : answer.unindexed) {
    array.push_back({{"kind", count.kind}, {"files", count.files}});
  }
  return array;
}

// "entry points (10 of 34)", below a blank line: the heading of a list that may be truncated.
std::string Heading(std::string_view title, std::size_t shown, std::uint64_t count) {
  return shown == count ? fmt::format("\n{}\n", title)
                        : fmt::format("\n{} ({} of {})\n", title, shown, Grouped(count));
}

std::string FilesText(std::uint64_t count) { return Counted(count, "file", "files"); }

std::string SymbolsText(std::uint64_t count) { return Counted(count, "symbol", "symbols"); }

std::string_view DirectoryText(std::string_view path) { return path.empty() ? "." : path; }

// The highest layer first, as layers are usually drawn.
void AppendLayers(const OutlineAnswer& answer, std::string& out) {
  if (answer.layers.empty()) return;
  out += "\nlayers, each using some below it\n";
  for (std::size_t i = answer.layers.size(); i > 0; --i) {
    if (answer.layers[i - 1].empty()) continue;  // on another page
    std::string_view lead = "  ";
    for (const std::string& area : answer.layers[i - 1]) {
      out += fmt::format("{}{}", lead, VisibleLine(DirectoryText(area)));
      lead = ", ";
    }
    out += '\n';
  }
}

void AppendCommunities(const OutlineAnswer& answer, std::string& out) {
  if (answer.communities.empty()) return;
  out += Heading("groups of files that use each other most", answer.communities.size(),
                 answer.community_count);
  for (const OutlineCommunity& community : answer.communities) {
    fmt::format_to(std::back_inserter(out), "  {}: {}, {}", VisibleLine(community.name),
                   FilesText(community.files), SymbolsText(community.symbols));
    std::string_view lead = "; around ";
    for (const OutlineSymbol& symbol : community.central) {
      fmt::format_to(std::back_inserter(out), "{}{}", lead, VisibleLine(symbol.name));
      lead = ", ";
    }
    out += '\n';
  }
}

std::string OutlinePlace(const OutlineSymbol& symbol) {
  return PlaceText(symbol.path, symbol.line, symbol.line);
}

// The symbols and files that the rest of the repository begins with or rests on.
void AppendCenters(const OutlineAnswer& answer, std::string& out) {
  auto line = std::back_inserter(out);
  if (!answer.entry_points.empty()) {
    out += Heading("entry points", answer.entry_points.size(), answer.entry_point_count);
  }
  for (const OutlineSymbol& symbol : answer.entry_points) {
    fmt::format_to(line, "  {} {}  {}\n", symbol.kind, VisibleLine(symbol.name),
                   OutlinePlace(symbol));
  }
  if (!answer.hubs.empty()) out += Heading("most used", answer.hubs.size(), answer.hub_count);
  for (const OutlineSymbol& symbol : answer.hubs) {
    fmt::format_to(line, "  {} {}  {}  used by {}, uses {}\n", symbol.kind,
                   VisibleLine(symbol.name), OutlinePlace(symbol), Grouped(symbol.fan_in),
                   Grouped(symbol.fan_out));
  }
  if (!answer.most_imported.empty()) {
    out += Heading("most imported", answer.most_imported.size(), answer.imported_count);
  }
  for (const OutlineFile& file : answer.most_imported) {
    fmt::format_to(line, "  {}  by {}\n", VisibleLine(file.path), FilesText(file.importers));
  }
}

}  // namespace

std::string TextOf(const OutlineAnswer& answer) {
  std::string out;
  auto line = std::back_inserter(out);
  const std::string freshness = FreshnessText(answer.index);
  fmt::format_to(line, "{}: {}, {}, {}{}{}\n", VisibleLine(answer.index.repository),
                 FilesText(answer.files), SymbolsText(answer.symbols),
                 Counted(answer.test_cases, "test case", "test cases"),
                 freshness.empty() ? "" : "; ", freshness);
  if (!answer.languages.empty()) out += "\nlanguages\n";
  for (const OutlineLanguage& part : answer.languages) {
    fmt::format_to(line, "  {}: {}, {}, {}\n", part.language, FilesText(part.files),
                   ByteSize(part.bytes), SymbolsText(part.symbols));
  }
  if (!answer.unindexed.empty()) {
    fmt::format_to(line, "  not indexed: {}\n", KindsText(answer.unindexed));
  }
  if (!answer.areas.empty()) out += Heading("directories", answer.areas.size(), answer.area_count);
  for (const OutlineArea& area : answer.areas) {
    fmt::format_to(line, "  {}: {}, {}", VisibleLine(DirectoryText(area.path)),
                   FilesText(area.files), SymbolsText(area.symbols));
    if (area.test_files != 0) out += ", " + Counted(area.test_files, "test file", "test files");
    out += '\n';
  }
  AppendLayers(answer, out);
  AppendCenters(answer, out);
  AppendCommunities(answer, out);
  const std::string doubt = DoubtText(answer.completeness);
  return doubt.empty() ? out : fmt::format("{}\n{}\n", out, doubt);
}

std::string JsonOf(const OutlineAnswer& answer) {
  const Json object = {{"files", answer.files},
                       {"symbols", answer.symbols},
                       {"test_cases", answer.test_cases},
                       {"languages", LanguagesOf(answer)},
                       {"unindexed", UnindexedOf(answer)},
                       {"areas", AreasOf(answer)},
                       {"area_count", answer.area_count},
                       {"layers", answer.layers},
                       {"entry_points", SymbolsOf(answer, false)},
                       {"entry_point_count", answer.entry_point_count},
                       {"hubs", SymbolsOf(answer, true)},
                       {"hub_count", answer.hub_count},
                       {"most_imported", ImportedOf(answer)},
                       {"imported_count", answer.imported_count},
                       {"communities", CommunitiesOf(answer)},
                       {"community_algorithm", retrieval::kCommunityAlgorithm},
                       {"community_seed", nullptr},
                       {"community_count", answer.community_count},
                       {"completeness", CompletenessJson(answer.completeness)},
                       {"index", StateJson(answer.index)}};
  return Compact(object) + "\n";
}

absl::StatusOr<std::string> GcxOf(const OutlineAnswer& answer) {
  Json layers = Json::array();
  for (std::size_t i = 0; i < answer.layers.size(); ++i) {
    for (const std::string& area : answer.layers[i]) {
      layers.push_back({{"layer", i}, {"path", DirectoryText(area)}});
    }
  }
  const Json sections_of = {{"languages", LanguagesOf(answer)},
                            {"unindexed", UnindexedOf(answer)},
                            {"communities", CommunitiesOf(answer)},
                            {"hotspots", SymbolsOf(answer, true)},
                            {"most_imported", ImportedOf(answer)},
                            {"entry_points", SymbolsOf(answer, false)},
                            {"areas", AreasOf(answer)},
                            {"layers", std::move(layers)}};
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(kOutlineTool, Compact(sections_of)));
  for (wire::GcxSection& section : sections) {
    if (!section.tool.ends_with(kCommunitiesSection)) continue;
    section.meta.emplace("algorithm", retrieval::kCommunityAlgorithm);
    section.meta.emplace("seed", "none");
  }
  AddState(answer.completeness, answer.index, sections.front());
  return wire::EncodeGcxAnswer(std::move(sections));
}

}  // namespace waymark::services
