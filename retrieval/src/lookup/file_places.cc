#include "lookup/file_places.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "graph/outside.h"
#include "lookup/mentions.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {

std::vector<FileId> FilesAt(const graph::ReadView& view, std::string_view path) {
  std::vector<FileId> files;
  if (path.empty()) return files;
  if (const std::optional<FileId> file = view.FindFile(path)) return {*file};
  for (const FileId file : view.Files()) {
    if (EndsWithPath(view.File(file).path, path)) files.push_back(file);
  }
  return files;
}

std::vector<SymbolId> DefinitionsIn(const graph::ReadView& view, FileId file) {
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  std::erase_if(symbols, [&](SymbolId symbol) {
    const SymbolKind kind = view.Kind(symbol);
    return kind == SymbolKind::kFile || IsOnlyMentioned(kind);
  });
  return symbols;
}

SymbolId InnermostAt(const graph::ReadView& view, std::span<const SymbolId> symbols,
                     std::uint32_t line) {
  SymbolId innermost = SymbolId::kNone;
  std::uint32_t fewest_lines = UINT32_MAX;
  for (const SymbolId symbol : symbols) {
    const SourceRange range = view.Symbol(symbol).range;
    if (line < range.begin.line || line > range.end.line) continue;
    const std::uint32_t lines = range.end.line - range.begin.line;
    if (lines > fewest_lines) continue;
    fewest_lines = lines;
    innermost = symbol;
  }
  return innermost;
}

std::vector<SymbolId> DefinitionsAround(const graph::ReadView& view, FileId file,
                                        std::span<const Position> places) {
  struct Definition {
    SourceRange range;
    SymbolId symbol = SymbolId::kNone;
  };

  std::vector<Definition> definitions;
  for (const SymbolId symbol : DefinitionsIn(view, file)) {
    definitions.push_back({view.Symbol(symbol).range, symbol});
  }
  std::stable_sort(definitions.begin(), definitions.end(),
                   [](const Definition& a, const Definition& b) {
                     return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                                           : b.range.end < a.range.end;
                   });
  std::vector<SymbolId> around;
  std::vector<const Definition*> open;  // each inside the one before it
  const auto close_before = [&open](Position place) {
    while (!open.empty() && open.back()->range.end < place) open.pop_back();
  };
  auto next = definitions.cbegin();
  for (const Position place : places) {
    for (; next != definitions.cend() && next->range.begin <= place; ++next) {
      close_before(next->range.begin);
      open.push_back(&*next);
    }
    close_before(place);
    around.push_back(open.empty() ? SymbolId::kNone : open.back()->symbol);
  }
  return around;
}

namespace {

// The symbols that contain no other one of `symbols`, in their order. Ranges of symbols are nested
// or disjoint, so the symbols inside a range directly follow it and its equals when sorted by
// beginning.
std::vector<SymbolId> WithoutHolders(const graph::ReadView& view,
                                     const std::vector<SymbolId>& symbols) {
  std::vector<std::pair<SourceRange, std::size_t>> ranges;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    ranges.emplace_back(view.Symbol(symbols[i]).range, i);
  }
  std::sort(ranges.begin(), ranges.end(), [](const auto& a, const auto& b) {
    return a.first.begin != b.first.begin ? a.first.begin < b.first.begin
                                          : b.first.end < a.first.end;
  });
  std::vector<bool> holds(symbols.size());
  for (std::size_t i = ranges.size(); i-- > 1;) {
    const auto& [range, at] = ranges[i - 1];
    const auto& [behind, at_behind] = ranges[i];
    holds[at] = range == behind ? holds[at_behind] : behind.end <= range.end;
  }
  std::vector<SymbolId> without;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!holds[i]) without.push_back(symbols[i]);
  }
  return without;
}

// The innermost symbol at the line; the file's own symbol between definitions. If several symbols
// begin side by side on the line, the symbol around them if it begins there too, otherwise all of
// them: none is a better answer than the others.
void AddInnermost(const graph::ReadView& view, FileId file, std::uint32_t line,
                  std::vector<SymbolId>& out) {
  std::vector<SymbolId> symbols = DefinitionsIn(view, file);
  const SymbolId innermost = InnermostAt(view, symbols, line);
  if (innermost == SymbolId::kNone) return out.push_back(view.File(file).first_symbol);
  std::erase_if(symbols,
                [&](SymbolId symbol) { return view.Symbol(symbol).range.begin.line != line; });
  const std::vector<SymbolId> inside = WithoutHolders(view, symbols);
  if (inside.size() < 2) return out.push_back(innermost);
  SourceRange all = view.Symbol(inside.front()).range;
  for (const SymbolId symbol : inside) {
    all.begin = std::min(all.begin, view.Symbol(symbol).range.begin);
    all.end = std::max(all.end, view.Symbol(symbol).range.end);
  }
  const auto around = std::find_if(symbols.rbegin(), symbols.rend(), [&](SymbolId symbol) {
    const SourceRange range = view.Symbol(symbol).range;
    const bool holds_all = range.begin <= all.begin && all.end <= range.end;
    return holds_all && std::find(inside.begin(), inside.end(), symbol) == inside.end();
  });
  if (around != symbols.rend()) return out.push_back(*around);
  out.insert(out.end(), inside.begin(), inside.end());
}

bool Covers(Position begin, std::size_t length, std::uint32_t line, std::uint32_t column) {
  return begin.line == line && begin.column <= column && column < begin.column + length;
}

bool IsMemberOf(const graph::ReadView& view, SymbolId symbol, SymbolId type) {
  const std::vector<std::string_view> scope = NameComponents(view.Symbol(symbol).scope);
  const std::vector<std::string_view> around = NameComponents(view.Symbol(type).scope);
  return scope.size() == around.size() + 1 && scope.back() == view.Symbol(type).name &&
         std::equal(around.begin(), around.end(), scope.begin());
}

// A call of a member also has an edge to the type before it, and a call that constructs has one to
// the constructed type. Only one of the two is asked about.
void KeepWhatIsNamed(const graph::ReadView& view, std::vector<SymbolId>& symbols) {
  std::vector<SymbolId> others;
  for (const SymbolId member : symbols) {
    const bool is_constructor = (view.Flags(member) & kSymbolConstructor) != 0;
    for (const SymbolId type : symbols) {
      if (IsMemberOf(view, member, type)) others.push_back(is_constructor ? member : type);
    }
  }
  std::erase_if(symbols, [&](SymbolId symbol) {
    return std::find(others.begin(), others.end(), symbol) != others.end();
  });
}

// A name with an edge.
struct NamedSite {
  SymbolId symbol = SymbolId::kNone;
  SymbolKind kind = SymbolKind::kFile;
  Position begin;
  std::size_t length = 0;
};

std::vector<NamedSite> SitesOn(const graph::ReadView& view, std::span<const SymbolId> sources,
                               std::uint32_t line) {
  std::vector<NamedSite> found;
  std::vector<Neighbor> neighbors;
  std::vector<Position> sites;
  for (const SymbolId source : sources) {
    view.Out(source, neighbors);
    for (const Neighbor& neighbor : neighbors) {
      view.Sites(neighbor, sites);
      for (const Position& site : sites) {
        if (site.line != line) continue;
        found.push_back({.symbol = neighbor.symbol,
                         .kind = view.Kind(neighbor.symbol),
                         .begin = site,
                         .length = view.Symbol(neighbor.symbol).name.size()});
      }
    }
  }
  return found;
}

// The position of a call is where it begins, including its object: `queue_->Push()` begins at
// `queue_`, and the called name follows.
void MoveBehindObjects(std::vector<NamedSite>& sites) {
  constexpr std::uint32_t kDot = 1;
  constexpr std::size_t kArrow = 1;  // as long as a dot, and this longer
  for (NamedSite& called : sites) {
    if (!IsCallable(called.kind)) continue;
    const auto object = std::find_if(sites.begin(), sites.end(), [&](const NamedSite& site) {
      return IsValue(site.kind) && site.begin == called.begin;
    });
    if (object == sites.end()) continue;
    called.begin.column += static_cast<std::uint32_t>(object->length) + kDot;
    called.length += kArrow;
  }
}

// Adds the symbols that the name at the position means: the symbol that it defines, otherwise those
// that a reference there leads to.
void AddNamedAt(const graph::ReadView& view, FileId file, const Place& place,
                std::vector<SymbolId>& out) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  view.SymbolsOf(file, symbols);
  std::vector<SymbolId> around = {view.File(file).first_symbol};
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    if (row.kind == SymbolKind::kFile) continue;
    if (Covers(row.name_position, row.name.size(), place.line, place.column)) {
      out.push_back(SingleDefinitionOf(view, symbol, scratch));
      return;
    }
    const bool holds = row.range.begin.line <= place.line && place.line <= row.range.end.line;
    if (holds) around.push_back(symbol);
  }
  std::vector<NamedSite> sites = SitesOn(view, around, place.line);
  MoveBehindObjects(sites);
  std::vector<SymbolId> named;
  for (const NamedSite& site : sites) {
    if (!Covers(site.begin, site.length, place.line, place.column)) continue;
    const SymbolId symbol = SingleDefinitionOf(view, site.symbol, scratch);
    const bool is_new = std::find(named.begin(), named.end(), symbol) == named.end();
    if (is_new) named.push_back(symbol);
  }
  KeepWhatIsNamed(view, named);
  out.insert(out.end(), named.begin(), named.end());
}

}  // namespace

std::vector<SymbolId> SymbolsAt(const graph::ReadView& view, const Place& place) {
  std::vector<SymbolId> out;
  for (const FileId file : FilesAt(view, place.path)) {
    if (place.line == 0) {
      out.push_back(view.File(file).first_symbol);
    } else if (place.line <= view.File(file).line_count) {
      const std::size_t before = out.size();
      if (place.column != 0) AddNamedAt(view, file, place, out);
      if (out.size() == before) AddInnermost(view, file, place.line, out);
    }
  }
  return out;
}

}  // namespace waymark::retrieval
