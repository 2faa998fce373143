#include "retrieval/lookup.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "candidates.h"
#include "constants.h"
#include "exact_match.h"
#include "mentions.h"
#include "near_names.h"

namespace waymark::retrieval {
namespace {

struct Place {
  std::string_view path;
  std::uint32_t line = 0;  // 0: the whole file
};

// "a/b.py:12" or "a/b.py:12:3"; without a number the whole text is a path.
Place ParsePlace(std::string_view text) {
  Place place{.path = text};
  for (int part = 0; part < 2; ++part) {
    const std::size_t colon = place.path.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == place.path.size()) break;
    const std::string_view digits = place.path.substr(colon + 1);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc{} || end != digits.data() + digits.size() || number == 0) break;
    place = Place{.path = place.path.substr(0, colon), .line = number};
  }
  while (place.path.starts_with("./")) place.path.remove_prefix(2);
  return place;
}

bool EndsWithPath(std::string_view path, std::string_view tail) {
  if (tail.empty() || !path.ends_with(tail)) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/';
}

// The file of that path, else the files whose paths end with it, in order of paths.
std::vector<FileId> FilesAt(const graph::ReadView& view, std::string_view path) {
  std::vector<FileId> files;
  if (path.empty()) return files;
  if (const std::optional<FileId> file = view.FindFile(path)) return {*file};
  for (const FileId file : view.Files()) {
    if (EndsWithPath(view.File(file).path, path)) files.push_back(file);
  }
  return files;
}

// The innermost symbol whose range holds the line; the file's own symbol between definitions.
SymbolId InnermostAt(const graph::ReadView& view, FileId file, std::uint32_t line) {
  std::vector<SymbolId> symbols;
  view.SymbolsOf(file, symbols);
  SymbolId innermost = view.File(file).first_symbol;
  std::uint32_t fewest_lines = UINT32_MAX;
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    if (row.kind == SymbolKind::kFile) continue;
    if (line < row.range.begin.line || line > row.range.end.line) continue;
    const std::uint32_t lines = row.range.end.line - row.range.begin.line;
    if (lines > fewest_lines) continue;
    fewest_lines = lines;
    innermost = symbol;
  }
  return innermost;
}

void AddAtPlace(const graph::ReadView& view, std::string_view name, std::vector<SymbolId>& out) {
  const Place place = ParsePlace(name);
  for (const FileId file : FilesAt(view, place.path)) {
    if (place.line == 0) {
      out.push_back(view.File(file).first_symbol);
    } else if (place.line <= view.File(file).line_count) {
      out.push_back(InnermostAt(view, file, place.line));
    }
  }
}

// Those of `symbols` whose enclosing names end with `qualifiers`; when some of them have no other
// enclosing names, only these: the whole qualified name was written.
std::vector<SymbolId> Qualified(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                std::span<const std::string_view> qualifiers) {
  std::vector<SymbolId> suffix;
  std::vector<SymbolId> whole;
  for (const SymbolId symbol : symbols) {
    const std::vector<std::string_view> scope = NameComponents(view.Symbol(symbol).scope);
    if (scope.size() < qualifiers.size()) continue;
    if (!std::equal(qualifiers.rbegin(), qualifiers.rend(), scope.rbegin())) continue;
    suffix.push_back(symbol);
    if (scope.size() == qualifiers.size()) whole.push_back(symbol);
  }
  return whole.empty() ? suffix : whole;
}

// Definitions in place of their declarations, each once, in canonical order.
std::vector<SymbolId> Folded(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  std::vector<SymbolId> folded;
  std::vector<Neighbor> scratch;
  for (const SymbolId symbol : symbols) {
    const SymbolId definition = DefinitionOf(view, symbol, scratch);
    if (std::find(folded.begin(), folded.end(), definition) == folded.end()) {
      folded.push_back(definition);
    }
  }
  std::sort(folded.begin(), folded.end(),
            [&](SymbolId a, SymbolId b) { return view.CompareCanonical(a, b) < 0; });
  return folded;
}

std::vector<std::string> NearQualifiedNames(const graph::ReadView& view, std::string_view name) {
  std::vector<std::string> near;
  std::vector<SymbolId> symbols;
  for (const std::string_view candidate : NearNames(view, name, kMaxNearNames)) {
    view.WithName(candidate, symbols);
    for (const SymbolId symbol : Folded(view, symbols)) {
      std::string qualified_name = view.QualifiedName(symbol);
      if (std::find(near.begin(), near.end(), qualified_name) != near.end()) continue;
      near.push_back(std::move(qualified_name));
      if (near.size() == kMaxNearNames) return near;
    }
  }
  return near;
}

// Without call brackets and blanks: "Flask.route()" is Flask.route.
std::string_view Trimmed(std::string_view name) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = name.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  name = name.substr(begin, name.find_last_not_of(kBlanks) - begin + 1);
  if (name.ends_with("()") && !name.ends_with("operator()")) name.remove_suffix(2);
  return name;
}

}  // namespace

std::vector<SymbolId> FindExact(const graph::ReadView& view, std::string_view name) {
  std::vector<SymbolId> exact;
  name = Trimmed(name);
  if (view.FindFile(ParsePlace(name).path)) AddAtPlace(view, name, exact);
  if (!exact.empty()) return exact;

  const std::vector<std::string_view> components = NameComponents(name);
  if (components.empty()) return exact;
  std::vector<SymbolId> symbols;
  view.WithName(components.back(), symbols);
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  exact = Qualified(view, Folded(view, symbols), qualifiers);
  if (exact.empty()) AddAtPlace(view, name, exact);
  return exact;
}

SymbolMatches FindSymbols(const graph::ReadView& view, std::string_view name) {
  SymbolMatches matches;
  matches.exact = FindExact(view, name);
  if (!matches.exact.empty()) return matches;
  const std::vector<std::string_view> components = NameComponents(Trimmed(name));
  if (!components.empty()) matches.near = NearQualifiedNames(view, components.back());
  return matches;
}

}  // namespace waymark::retrieval
