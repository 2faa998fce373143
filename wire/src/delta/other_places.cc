#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "wire/content_root.h"
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

using SymbolContents = std::map<std::string, RootHash>;

// By the name of each symbol, what the client has of it.
SymbolContents ContentsOf(const Payload& payload) {
  SymbolContents contents;
  for (const Symbol& symbol : payload.symbols) {
    Payload alone;
    alone.foreign_names = payload.foreign_names;
    alone.symbols = {symbol};
    contents.emplace(symbol.qualified_name, ContentRoot(alone));
  }
  return contents;
}

// The root of all that a symbol's content leaves: kinds, names, edges with their status.
RootHash RootWithoutContents(Payload payload) {
  for (Symbol& symbol : payload.symbols) {
    symbol.signature.clear();
    symbol.path.clear();
    symbol.text.clear();
    symbol.change.reset();
  }
  return ContentRoot(payload);
}

}  // namespace

bool AddAlternative(const HeldPack& other, HeldPack& pack) {
  if (RootWithoutContents(other.payload) != RootWithoutContents(pack.payload)) return false;
  const SymbolContents known = ContentsOf(pack.payload);
  for (const auto& [name, content] : ContentsOf(other.payload)) {
    const auto found = known.find(name);
    if (found == known.end() || found->second != content) pack.unsure_symbols.insert(name);
  }
  pack.unsure_symbols.insert(other.unsure_symbols.begin(), other.unsure_symbols.end());
  pack.unsure_files.merge(FilesWithOtherPlaces(pack.payload, other.payload));
  pack.unsure_files.insert(other.unsure_files.begin(), other.unsure_files.end());
  return true;
}

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
