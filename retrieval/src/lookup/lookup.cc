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

#include "graph/ascii.h"
#include "graph/outside.h"
#include "lookup/exact_match.h"
#include "lookup/file_places.h"
#include "lookup/mentions.h"
#include "lookup/module_names.h"
#include "lookup/near_names.h"
#include "lookup/tool_notation.h"
#include "retrieval/declarations.h"
#include "retrieval/place.h"
#include "traits/constants.h"
#include "traits/prose.h"

namespace waymark::retrieval {
namespace {

// Adds symbols called like the last component of `name`. The '#' of private JavaScript members
// belongs to the name, but separates components elsewhere: `Hono.#dispatch`, `Flask#route`.
void WithLastName(const graph::ReadView& view, std::string_view name, std::string_view last,
                  std::vector<SymbolId>& out) {
  const std::size_t sign = name.rfind('#');
  const bool is_signed = sign != std::string_view::npos && name.substr(sign + 1) == last;
  if (is_signed) view.WithName(name.substr(sign), out);
  if (!is_signed || out.empty()) view.WithName(last, out);
}

// Adds symbols like `env://HOME` and `GET /users`, whose names have no components.
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

// The symbols of `symbols` whose enclosing names end with `qualifiers`. If some have no further
// enclosing names, only these, because the whole qualified name was written.
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

// Members of one scope may differ in notation alone: in Ruby `J#m1` is a method of instances and
// `J.m1` one of the class. Keeps those that are written so; another notation means all of them.
void KeepAsWritten(const graph::ReadView& view, std::string_view name,
                   std::vector<SymbolId>& symbols) {
  std::set<std::string_view> scopes;
  const auto is_as_written = [&](SymbolId symbol) {
    return view.QualifiedName(symbol).ends_with(name);
  };
  for (const SymbolId symbol : symbols) {
    if (is_as_written(symbol)) scopes.insert(view.Symbol(symbol).scope);
  }
  std::erase_if(symbols, [&](SymbolId symbol) {
    return scopes.contains(view.Symbol(symbol).scope) && !is_as_written(symbol);
  });
}

// Prefers code to documents: a question by a name does not ask for a heading that repeats it.
void PreferCode(const graph::ReadView& view, std::vector<SymbolId>& symbols) {
  const auto is_prose = [&](SymbolId symbol) { return IsProse(view, symbol); };
  if (!std::all_of(symbols.begin(), symbols.end(), is_prose)) std::erase_if(symbols, is_prose);
}

// Replaces declarations by their definitions, without duplicates, in canonical order.
std::vector<SymbolId> FoldedDeclarations(const graph::ReadView& view,
                                         std::span<const SymbolId> symbols) {
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

// C and C++: whether a macro opens the namespace `name`. Symbols inside are known without that
// namespace.
bool IsOpenedByMacro(const graph::ReadView& view, std::string_view name) {
  std::vector<SymbolId> symbols;
  view.WithName(name, symbols);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const SymbolRow row = view.Symbol(symbol);
    return row.kind == SymbolKind::kPackage && (row.flags & kSymbolMacro) != 0;
  });
}

// C and C++: whether `macro` stands for `name`, as after `#define DB_NS db`.
bool StandsFor(const graph::ReadView& view, std::string_view macro, std::string_view name) {
  std::vector<SymbolId> symbols;
  view.WithName(macro, symbols);
  return std::any_of(symbols.begin(), symbols.end(), [&](SymbolId symbol) {
    const bool is_macro = (view.Flags(symbol) & kSymbolMacro) != 0;
    return is_macro && view.Signature(symbol) == fmt::format("#define {} {}", macro, name);
  });
}

// As Qualified, if a macro stands for the outermost of `qualifiers`.
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

// Similar names. At equal distance, names with the written enclosing names come first.
std::vector<std::string> NearQualifiedNames(const graph::ReadView& view, std::string_view name,
                                            std::span<const std::string_view> qualifiers) {
  std::vector<std::string> near;
  std::vector<std::string> elsewhere;
  std::vector<SymbolId> symbols;
  for (const std::string_view candidate : NearNames(view, name, kMaxNearNames)) {
    view.WithName(candidate, symbols);
    std::erase_if(symbols, [&](SymbolId symbol) { return IsProse(view, symbol); });
    const std::vector<SymbolId> folded = FoldedDeclarations(view, symbols);
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

// Removes call brackets and blanks: "Flask.route()" is Flask.route.
std::string_view WithoutCall(std::string_view name) {
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

// Members with the name of the last component that the types named by the other components inherit,
// except the types for which `is_left_out` holds.
std::vector<SymbolId> InheritedBy(
    const graph::ReadView& view, std::span<const std::string_view> components,
    const std::function<bool(SymbolId)>& is_left_out = [](SymbolId) { return false; }) {
  std::vector<SymbolId> symbols;
  const std::span<const std::string_view> type = components.first(components.size() - 1);
  view.WithName(type.back(), symbols);
  std::vector<SymbolId> types =
      Qualified(view, FoldedDeclarations(view, symbols), type.first(type.size() - 1)).symbols;
  std::erase_if(types, is_left_out);
  return FoldedDeclarations(view, Inherited(view, std::move(types), components.back()));
}

// The symbols that the modules named by the leading components import under the name of the last:
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
  return FoldedDeclarations(view, imported);
}

std::vector<SymbolId> FirstSymbols(const graph::ReadView& view, std::span<const FileId> files) {
  std::vector<SymbolId> symbols;
  for (const FileId file : files) symbols.push_back(view.File(file).first_symbol);
  return symbols;
}

// Removes constructors whose type is also in the list; their names end with the type's name. To
// mean a constructor one writes `Slice::Slice`.
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

// The symbols that match the whole name; all `symbols` have the name of the last component.
QualifiedSymbols Fitting(const graph::ReadView& view, std::string_view name,
                         std::span<const std::string_view> components,
                         const std::vector<SymbolId>& symbols) {
  const std::span<const std::string_view> qualifiers = components.first(components.size() - 1);
  QualifiedSymbols fitting = Qualified(view, symbols, qualifiers);
  std::vector<SymbolId>& exact = fitting.symbols;
  PreferCode(view, exact);
  if (exact.size() > 1) LeaveOutConstructors(view, exact);
  if (exact.size() > 1 && !qualifiers.empty()) KeepAsWritten(view, name, exact);
  if (exact.empty() && !qualifiers.empty() && IsOpenedByMacro(view, qualifiers.front())) {
    exact = Qualified(view, symbols, qualifiers.subspan(1)).symbols;
  }
  if (!qualifiers.empty() && name.find("::") != std::string_view::npos) {
    const std::vector<SymbolId> by_macro = QualifiedByMacro(view, symbols, qualifiers);
    exact.insert(exact.end(), by_macro.begin(), by_macro.end());
    exact = FoldedDeclarations(view, exact);
  }
  return fitting;
}

std::vector<SymbolId> FindWritten(const graph::ReadView& view, std::string_view name) {
  std::vector<SymbolId> exact;
  const Place place = ParsePlace(name);
  if (view.FindFile(place.path)) exact = SymbolsAt(view, place);
  if (!exact.empty()) return exact;

  std::vector<SymbolId> symbols;
  AddOutside(view, name, exact);
  if (!exact.empty()) return exact;
  const std::vector<std::string_view> components = NameComponents(name);
  if (components.empty()) return exact;
  WithLastName(view, name, components.back(), symbols);
  QualifiedSymbols fitting = Fitting(view, name, components, FoldedDeclarations(view, symbols));
  exact = std::move(fitting.symbols);
  const bool is_qualified = components.size() > 1;
  // A whole module name takes precedence over the end of a symbol's name.
  const bool may_be_module = !fitting.is_whole && (exact.empty() || is_qualified);
  const Modules modules = may_be_module ? ModulesCalled(view, components) : Modules{};
  if (is_qualified && !modules.whole.empty()) return FirstSymbols(view, modules.whole);
  if (exact.empty() && is_qualified) exact = InheritedBy(view, components);
  if (exact.empty() && is_qualified) exact = ImportedBy(view, components);
  if (exact.empty()) exact = SymbolsAt(view, place);
  if (!exact.empty()) return exact;
  return FirstSymbols(view, modules.whole.empty() ? modules.ends : modules.whole);
}

// The symbols that match a name.
struct Fit {
  std::vector<SymbolId> symbols;
  bool takes_others = false;  // none takes the written parameters
};

// Parameters choose among overloads. A single symbol is returned whatever parameters were written,
// because tools write types in notations of their own.
Fit KeepAccepting(const graph::ReadView& view, const ToolName& read, std::vector<SymbolId> found) {
  if (!read.parameters.has_value() || found.size() < 2) return {std::move(found)};
  std::vector<SymbolId> taking;
  std::copy_if(found.begin(), found.end(), std::back_inserter(taking),
               [&](SymbolId symbol) { return Takes(view.Signature(symbol), *read.parameters); });
  if (taking.empty()) return {std::move(found), true};
  return {std::move(taking)};
}

// Within a file only the outermost symbols have the name; the names of deeper ones only end with
// it.
void KeepOutermost(const graph::ReadView& view, std::vector<SymbolId>& symbols) {
  const auto depth = [&](SymbolId symbol) {
    return NameComponents(view.Symbol(symbol).scope).size();
  };
  std::size_t least = SIZE_MAX;
  for (const SymbolId symbol : symbols) least = std::min(least, depth(symbol));
  std::erase_if(symbols, [&](SymbolId symbol) { return depth(symbol) > least; });
}

// `src/cart.py:Cart.total`, `cart.py::Cart::total`, `cart.py#total`: symbols of the file with that
// name, or inherited by a type of the file.
Fit FindInFile(const graph::ReadView& view, std::string_view text) {
  const std::optional<NameInFile> written = ParseNameInFile(text);
  if (!written.has_value()) return {};
  const std::vector<FileId> files = FilesAt(view, written->path);
  if (files.empty()) return {};
  const ToolName read =
      ReadToolName(written->name).value_or(ToolName{std::string(written->name), std::nullopt});
  const std::vector<std::string_view> components = NameComponents(read.name);
  if (components.empty()) return {};
  const auto is_elsewhere = [&](SymbolId symbol) {
    return std::find(files.begin(), files.end(), view.Symbol(symbol).file) == files.end();
  };
  std::vector<SymbolId> symbols;
  WithLastName(view, read.name, components.back(), symbols);
  std::erase_if(symbols, is_elsewhere);
  std::vector<SymbolId> found =
      Fitting(view, read.name, components, FoldedDeclarations(view, symbols)).symbols;
  KeepOutermost(view, found);
  if (found.empty() && components.size() > 1) found = InheritedBy(view, components, is_elsewhere);
  return KeepAccepting(view, read, std::move(found));
}

// Names as compilers, stack traces and generated documentation write them.
Fit FindByTool(const graph::ReadView& view, std::string_view name) {
  const std::optional<ToolName> read = ReadToolName(name);
  if (!read.has_value()) return {};
  return KeepAccepting(view, *read, FindWritten(view, read->name));
}

Fit FindFit(const graph::ReadView& view, std::string_view written) {
  Fit fit{FindHandle(view, Trimmed(written))};
  if (fit.symbols.empty()) fit.symbols = FindIdentity(view, Trimmed(written));
  const std::string_view name = WithoutCall(written);
  if (fit.symbols.empty()) fit.symbols = FindWritten(view, name);
  if (fit.symbols.empty()) fit = FindInFile(view, name);
  if (fit.symbols.empty()) fit = FindByTool(view, name);
  return fit;
}

}  // namespace

std::vector<SymbolId> FindExact(const graph::ReadView& view, std::string_view name) {
  Fit fit = FindFit(view, name);
  return fit.takes_others ? std::vector<SymbolId>() : std::move(fit.symbols);
}

SymbolMatches FindSymbols(const graph::ReadView& view, std::string_view name) {
  SymbolMatches matches;
  Fit fit = FindFit(view, name);
  (fit.takes_others ? matches.overloads : matches.exact) = std::move(fit.symbols);
  if (!matches.exact.empty() || !matches.overloads.empty()) return matches;
  const std::vector<std::string_view> components = NameComponents(WithoutCall(name));
  if (components.empty()) return matches;
  const std::span<const std::string_view> qualifiers(components.data(), components.size() - 1);
  matches.near = NearQualifiedNames(view, components.back(), qualifiers);
  return matches;
}

}  // namespace waymark::retrieval
