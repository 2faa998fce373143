#include "retrieval/lookup.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "blanks.h"
#include "constants.h"
#include "exact_match.h"
#include "file_places.h"
#include "graph/outside.h"
#include "mentions.h"
#include "module_names.h"
#include "name_bytes.h"
#include "near_names.h"
#include "prose.h"
#include "retrieval/declarations.h"
#include "retrieval/place.h"
#include "tool_notation.h"

namespace waymark::retrieval {
namespace {

// Those that hold no other of them, in their order. Ranges of symbols are nested or apart, so what
// one holds comes right behind it and its equals in the order of beginnings.
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

// The innermost symbol at the line; the file's own between definitions. Of several side by side
// that begin on it, what they stand in where that begins there too, else all: none is meant more
// than the others.
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

// A call of a member is a use of the type before it, and a call that constructs one of the type
// that it names. One of the two is asked about.
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

bool IsValue(SymbolKind kind) {
  return kind == SymbolKind::kField || kind == SymbolKind::kVar || kind == SymbolKind::kConst;
}

bool IsCalled(SymbolKind kind) {
  return kind == SymbolKind::kMethod || kind == SymbolKind::kFunction;
}

// A name that an edge was found at.
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

// A call has its place where it begins, with the object that it is a call of: `queue_->Push()`
// stands where `queue_` does, and what is called behind it.
void MoveBehindObjects(std::vector<NamedSite>& sites) {
  constexpr std::uint32_t kDot = 1;
  constexpr std::size_t kArrow = 1;  // as long as a dot, and this longer
  for (NamedSite& called : sites) {
    if (!IsCalled(called.kind)) continue;
    const auto object = std::find_if(sites.begin(), sites.end(), [&](const NamedSite& site) {
      return IsValue(site.kind) && site.begin == called.begin;
    });
    if (object == sites.end()) continue;
    called.begin.column += static_cast<std::uint32_t>(object->length) + kDot;
    called.length += kArrow;
  }
}

// What the name at the position means: the symbol that it defines, else those that a reference
// there leads to.
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
      out.push_back(SoleDefinitionOf(view, symbol, scratch));
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
    const SymbolId symbol = SoleDefinitionOf(view, site.symbol, scratch);
    const bool is_new = std::find(named.begin(), named.end(), symbol) == named.end();
    if (is_new) named.push_back(symbol);
  }
  KeepWhatIsNamed(view, named);
  out.insert(out.end(), named.begin(), named.end());
}

void AddAtPlace(const graph::ReadView& view, std::string_view name, std::vector<SymbolId>& out) {
  const Place place = ParsePlace(name);
  for (const FileId file : FilesAt(view, place.path)) {
    if (place.line == 0) {
      out.push_back(view.File(file).first_symbol);
    } else if (place.line <= view.File(file).line_count) {
      const std::size_t before = out.size();
      if (place.column != 0) AddNamedAt(view, file, place, out);
      if (out.size() == before) AddInnermost(view, file, place.line, out);
    }
  }
}

// What is called as the last component of `name`. To private members of JavaScript a sign belongs
// that separates names elsewhere: `Hono.#dispatch`, `Flask#route`.
void WithLastName(const graph::ReadView& view, std::string_view name, std::string_view last,
                  std::vector<SymbolId>& out) {
  const std::size_t sign = name.rfind('#');
  const bool is_signed = sign != std::string_view::npos && name.substr(sign + 1) == last;
  if (is_signed) view.WithName(name.substr(sign), out);
  if (!is_signed || out.empty()) view.WithName(last, out);
}

// `env://HOME`, `GET /users`: names that have no components.
void AddOutside(const graph::ReadView& view, std::string_view name, std::vector<SymbolId>& out) {
  if (name.find('/') == std::string_view::npos) return;
  std::vector<SymbolId> symbols;
  view.WithName(name, symbols);
  std::copy_if(symbols.begin(), symbols.end(), std::back_inserter(out),
               [&](SymbolId symbol) { return LiesOutside(view.Kind(symbol)); });
}

struct QualifiedSymbols {
  std::vector<SymbolId> symbols;
  bool is_whole = false;  // no other enclosing names than the written ones
};

// Those of `symbols` whose enclosing names end with `qualifiers`; when some of them have no other
// enclosing names, only these: the whole qualified name was written.
QualifiedSymbols Qualified(const graph::ReadView& view, std::span<const SymbolId> symbols,
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
  const bool is_whole = !whole.empty();
  return {.symbols = is_whole ? std::move(whole) : std::move(suffix), .is_whole = is_whole};
}

// Code in front of documents: a heading that repeats a name is not asked for by it.
void PreferCode(const graph::ReadView& view, std::vector<SymbolId>& symbols) {
  const auto is_prose = [&](SymbolId symbol) { return IsProse(view, symbol); };
  if (!std::all_of(symbols.begin(), symbols.end(), is_prose)) std::erase_if(symbols, is_prose);
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

// C and C++: what a macro puts into a namespace is known without it.
bool IsOpenedByMacro(const graph::ReadView& view, std::string_view name) {
  std::vector<SymbolId> symbols;
  view.WithName(name, symbols);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const SymbolRow row = view.Symbol(symbol);
    return row.kind == SymbolKind::kPackage && (row.flags & kSymbolMacro) != 0;
  });
}

// C and C++: whether `macro` is written where `name` is meant, as behind `#define DB_NS db`.
bool StandsFor(const graph::ReadView& view, std::string_view macro, std::string_view name) {
  std::vector<SymbolId> symbols;
  view.WithName(macro, symbols);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const bool is_macro = (view.Flags(symbol) & kSymbolMacro) != 0;
    return is_macro && view.Signature(symbol) == fmt::format("#define {} {}", macro, name);
  });
}

// As Qualified, where the outermost of `qualifiers` is what a macro stands for.
std::vector<SymbolId> QualifiedByMacro(const graph::ReadView& view,
                                       std::span<const SymbolId> symbols,
                                       std::span<const std::string_view> qualifiers) {
  std::vector<std::string_view> written(qualifiers.begin(), qualifiers.end());
  std::vector<std::string_view> tried;
  for (const SymbolId symbol : symbols) {
    const std::vector<std::string_view> scope = NameComponents(view.Symbol(symbol).scope);
    if (scope.size() < qualifiers.size()) continue;
    written.front() = scope[scope.size() - qualifiers.size()];
    if (std::find(tried.begin(), tried.end(), written.front()) != tried.end()) continue;
    tried.push_back(written.front());
    if (!StandsFor(view, written.front(), qualifiers.front())) continue;
    std::vector<SymbolId> qualified = Qualified(view, symbols, written).symbols;
    if (!qualified.empty()) return qualified;
  }
  return {};
}

// Close names, those whose enclosing names are as written before the others of the same distance.
std::vector<std::string> NearQualifiedNames(const graph::ReadView& view, std::string_view name,
                                            std::span<const std::string_view> qualifiers) {
  std::vector<std::string> near;
  std::vector<std::string> elsewhere;
  std::vector<SymbolId> symbols;
  for (const std::string_view candidate : NearNames(view, name, kMaxNearNames)) {
    view.WithName(candidate, symbols);
    std::erase_if(symbols, [&](SymbolId symbol) { return IsProse(view, symbol); });
    const std::vector<SymbolId> folded = Folded(view, symbols);
    const std::vector<SymbolId> qualified = Qualified(view, folded, qualifiers).symbols;
    for (const SymbolId symbol : folded) {
      const bool as_written =
          std::find(qualified.begin(), qualified.end(), symbol) != qualified.end();
      std::vector<std::string>& names = as_written ? near : elsewhere;
      std::string qualified_name = view.QualifiedName(symbol);
      if (std::find(names.begin(), names.end(), qualified_name) == names.end()) {
        names.push_back(std::move(qualified_name));
      }
    }
  }
  near.insert(near.end(), elsewhere.begin(), elsewhere.end());
  if (near.size() > kMaxNearNames) near.resize(kMaxNearNames);
  return near;
}

// Without call brackets and blanks: "Flask.route()" is Flask.route.
std::string_view NameOf(std::string_view name) {
  name = Trimmed(name);
  if (name.ends_with("()") && !name.ends_with("operator()")) name.remove_suffix(2);
  return name;
}

}  // namespace

std::vector<SymbolId> Inherited(const graph::ReadView& view, std::vector<SymbolId> types,
                                std::string_view name) {
  std::vector<SymbolId> members;
  std::vector<Neighbor> neighbors;
  for (std::size_t begin = 0; begin < types.size() && members.empty();) {
    const std::size_t end = types.size();
    for (; begin < end; ++begin) {
      view.Out(types[begin], neighbors);
      for (const Neighbor& edge : neighbors) {
        if (edge.type == EdgeType::kContains && view.Symbol(edge.symbol).name == name) {
          members.push_back(edge.symbol);
        }
        const bool is_base = edge.type == EdgeType::kExtends || edge.type == EdgeType::kImplements;
        const bool is_new = std::find(types.begin(), types.end(), edge.symbol) == types.end();
        if (is_base && is_new && types.size() < kMaxLineage) types.push_back(edge.symbol);
      }
    }
  }
  return members;
}

namespace {

// Members called as the last component that the types of the others inherit.
std::vector<SymbolId> InheritedBy(const graph::ReadView& view,
                                  std::span<const std::string_view> components) {
  std::vector<SymbolId> symbols;
  const std::span<const std::string_view> type = components.first(components.size() - 1);
  view.WithName(type.back(), symbols);
  std::vector<SymbolId> types =
      Qualified(view, Folded(view, symbols), type.first(type.size() - 1)).symbols;
  return Folded(view, Inherited(view, std::move(types), components.back()));
}

// What the modules that are called as the other components import by the name of the last:
// flask/__init__.py has `Flask` of flask/app.py, which users call flask.Flask.
std::vector<SymbolId> ImportedBy(const graph::ReadView& view,
                                 std::span<const std::string_view> components) {
  const Modules modules = ModulesCalled(view, components.first(components.size() - 1));
  std::vector<SymbolId> imported;
  std::vector<Neighbor> edges;
  for (const FileId file : modules.whole.empty() ? modules.ends : modules.whole) {
    view.Out(view.File(file).first_symbol, edges);
    for (const Neighbor& edge : edges) {
      const bool is_file = view.Kind(edge.symbol) == SymbolKind::kFile;
      if (!is_file && view.Symbol(edge.symbol).name == components.back()) {
        imported.push_back(edge.symbol);
      }
    }
  }
  return Folded(view, imported);
}

std::vector<SymbolId> FirstSymbols(const graph::ReadView& view, std::span<const FileId> files) {
  std::vector<SymbolId> symbols;
  for (const FileId file : files) symbols.push_back(view.File(file).first_symbol);
  return symbols;
}

// Takes out the constructors of types that are there too, and which end in their name: who means
// one says `Slice::Slice`.
void LeaveOutConstructors(const graph::ReadView& view, std::vector<SymbolId>& symbols) {
  std::set<std::string, std::less<>> types;
  for (const SymbolId symbol : symbols) {
    if ((view.Flags(symbol) & kSymbolConstructor) == 0) types.insert(view.QualifiedName(symbol));
  }
  std::erase_if(symbols, [&](SymbolId symbol) {
    return (view.Flags(symbol) & kSymbolConstructor) != 0 &&
           types.contains(view.Symbol(symbol).scope);
  });
}

std::vector<SymbolId> FindWritten(const graph::ReadView& view, std::string_view name) {
  std::vector<SymbolId> exact;
  if (view.FindFile(ParsePlace(name).path)) AddAtPlace(view, name, exact);
  if (!exact.empty()) return exact;

  std::vector<SymbolId> symbols;
  AddOutside(view, name, exact);
  if (!exact.empty()) return exact;
  const std::vector<std::string_view> components = NameComponents(name);
  if (components.empty()) return exact;
  WithLastName(view, name, components.back(), symbols);
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  const std::vector<SymbolId> folded = Folded(view, symbols);
  QualifiedSymbols qualified = Qualified(view, folded, qualifiers);
  exact = std::move(qualified.symbols);
  PreferCode(view, exact);
  if (exact.size() > 1) LeaveOutConstructors(view, exact);
  if (exact.empty() && !qualifiers.empty() && IsOpenedByMacro(view, qualifiers.front())) {
    exact = Qualified(view, folded, qualifiers.subspan(1)).symbols;
  }
  if (!qualifiers.empty() && name.find("::") != std::string_view::npos) {
    const std::vector<SymbolId> by_macro = QualifiedByMacro(view, folded, qualifiers);
    exact.insert(exact.end(), by_macro.begin(), by_macro.end());
    exact = Folded(view, exact);
  }
  // The end of a name means less than the whole of another.
  const bool may_be_module = !qualified.is_whole && (exact.empty() || !qualifiers.empty());
  const Modules modules = may_be_module ? ModulesCalled(view, components) : Modules{};
  if (!qualifiers.empty() && !modules.whole.empty()) return FirstSymbols(view, modules.whole);
  if (exact.empty() && !qualifiers.empty()) exact = InheritedBy(view, components);
  if (exact.empty() && !qualifiers.empty()) exact = ImportedBy(view, components);
  if (exact.empty()) AddAtPlace(view, name, exact);
  if (!exact.empty()) return exact;
  return FirstSymbols(view, modules.whole.empty() ? modules.ends : modules.whole);
}

// `src/cart.py:Cart.total`, `cart.py::Cart::total`: of those that are called so, what the file has.
std::vector<SymbolId> FindInFile(const graph::ReadView& view, std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {};
  const std::vector<FileId> files = FilesAt(view, name.substr(0, colon));
  const std::size_t begin = name.find_first_not_of(':', colon);
  if (files.empty() || begin == std::string_view::npos || IsDigit(name[begin])) return {};
  std::vector<SymbolId> found = FindWritten(view, name.substr(begin));
  std::erase_if(found, [&](SymbolId symbol) {
    return std::find(files.begin(), files.end(), view.Symbol(symbol).file) == files.end();
  });
  return found;
}

// As compilers, stack traces and generated documentation write it. Parameters choose among
// overloads where they tell.
std::vector<SymbolId> FindByTool(const graph::ReadView& view, std::string_view name) {
  const std::optional<ToolName> read = ReadToolName(name);
  if (!read.has_value()) return {};
  std::vector<SymbolId> found = FindWritten(view, read->name);
  if (!read->parameters.has_value()) return found;
  std::vector<SymbolId> taking;
  std::copy_if(found.begin(), found.end(), std::back_inserter(taking),
               [&](SymbolId symbol) { return Takes(view.Signature(symbol), *read->parameters); });
  return taking.empty() ? found : taking;
}

}  // namespace

std::vector<SymbolId> FindExact(const graph::ReadView& view, std::string_view name) {
  name = NameOf(name);
  std::vector<SymbolId> exact = FindWritten(view, name);
  if (exact.empty()) exact = FindInFile(view, name);
  if (exact.empty()) exact = FindByTool(view, name);
  return exact;
}

SymbolMatches FindSymbols(const graph::ReadView& view, std::string_view name) {
  SymbolMatches matches;
  matches.exact = FindExact(view, name);
  if (!matches.exact.empty()) return matches;
  const std::vector<std::string_view> components = NameComponents(NameOf(name));
  if (components.empty()) return matches;
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  matches.near = NearQualifiedNames(view, components.back(), qualifiers);
  return matches;
}

}  // namespace waymark::retrieval
