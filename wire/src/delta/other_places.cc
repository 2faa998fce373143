#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "wire/pack_delta.h"

namespace waymark::wire {
namespace {

// What lies where, by file.
std::map<std::string, std::vector<std::string>> PlacesOf(const Payload& payload) {
  std::map<std::string, std::vector<std::string>> places;
  for (const Symbol& symbol : payload.symbols) {
    places[symbol.path].push_back(fmt::format("{} {} {} {}", symbol.start_line, symbol.end_line,
                                              TermName(payload, symbol.kind),
                                              symbol.qualified_name));
  }
  for (const Edge& edge : payload.edges) {
    for (const Site& site : edge.sites) {
      places[site.path].push_back(fmt::format("{} {} {} {}", site.line,
                                              TermName(payload, edge.type),
                                              payload.symbols[edge.source].qualified_name,
                                              payload.symbols[edge.target].qualified_name));
    }
  }
  places.erase("");  // no client was told a place there
  for (auto& [path, lines] : places) std::sort(lines.begin(), lines.end());
  return places;
}

}  // namespace

std::set<std::string> FilesWithOtherPlaces(const Payload& first, const Payload& second) {
  const auto before = PlacesOf(first);
  const auto after = PlacesOf(second);
  std::set<std::string> files;
  for (const auto& [path, lines] : before) {
    const auto found = after.find(path);
    if (found == after.end() || found->second != lines) files.insert(path);
  }
  for (const auto& [path, lines] : after) {
    if (before.count(path) == 0) files.insert(path);
  }
  return files;
}

}  // namespace waymark::wire
