#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "graph/languages.h"
#include "graph/outside.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "traits/kind_traits.h"

namespace waymark::retrieval {
namespace {

constexpr char kFileEnd = '#';
// A longer list of parameters is replaced by the number of the symbol.
constexpr std::size_t kMaxParameterBytes = 80;
// Deeper symbols keep the outer part of their names.
constexpr int kMaxDepth = 256;

// The outermost symbol around `symbol` below the file; for a member that is defined apart from its
// type, outside the type.
SymbolRow OutermostAround(const graph::ReadView& view, SymbolId symbol) {
  SymbolRow row = view.Symbol(symbol);
  for (int depth = 0; depth < kMaxDepth; ++depth) {
    if (row.parent == SymbolId::kNone || view.Kind(row.parent) == SymbolKind::kFile) break;
    row = view.Symbol(row.parent);
  }
  return row;
}

// The qualified name without the module that the path names already.
std::string NameWithin(const graph::ReadView& view, SymbolId symbol) {
  std::string name = view.QualifiedName(symbol);
  const SymbolRow outermost = OutermostAround(view, symbol);
  if (outermost.scope.empty() || !name.starts_with(outermost.scope)) return name;
  const bool is_static = (outermost.flags & kSymbolStatic) != 0;
  const std::string_view separator =
      Separator(view.File(outermost.file).language, outermost.kind, is_static);
  const std::string_view rest = std::string_view(name).substr(outermost.scope.size());
  if (!rest.starts_with(separator)) return name;
  return std::string(rest.substr(separator.size()));
}

// The symbols of the file with this last name and this name in the file, as answers show them, in
// order of position. Declarations that have a definition are left out.
std::vector<SymbolId> Namesakes(const graph::ReadView& view, FileId file, std::string_view last,
                                std::string_view name) {
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  view.WithName(last, symbols);
  std::erase_if(symbols, [&](SymbolId symbol) {
    return view.FileOf(symbol) != file || view.Kind(symbol) == SymbolKind::kFile ||
           DefinitionOf(view, symbol, scratch) != symbol;
  });
  if (symbols.size() > 1) {
    std::erase_if(symbols, [&](SymbolId symbol) { return NameWithin(view, symbol) != name; });
  }
  return symbols;
}

// `is_alone`: no namesake has its parameters. `number`: its place among the namesakes, from 1.
std::string ToldApart(const graph::ReadView& view, SymbolId symbol, bool is_alone,
                      std::size_t number) {
  const std::string_view parameters = view.Symbol(symbol).discriminator;
  const bool tells_apart = IsCallable(view.Kind(symbol)) || !parameters.empty();
  if (is_alone && tells_apart && parameters.size() <= kMaxParameterBytes) {
    return fmt::format("({})", parameters);
  }
  return fmt::format("~{}", number);
}

// What distinguishes a symbol from its namesakes.
std::string Discriminator(const graph::ReadView& view, SymbolId symbol,
                          const std::vector<SymbolId>& namesakes) {
  if (namesakes.size() < 2) return {};
  const std::string_view parameters = view.Symbol(symbol).discriminator;
  const bool is_alone = std::count_if(namesakes.begin(), namesakes.end(), [&](SymbolId other) {
                          return view.Symbol(other).discriminator == parameters;
                        }) == 1;
  const auto found = std::find(namesakes.begin(), namesakes.end(), symbol);
  return ToldApart(view, symbol, is_alone, static_cast<std::size_t>(found - namesakes.begin()) + 1);
}

// Adds the symbols of the file whose handle ends with `tail`, or which it may mean.
void AddNamed(const graph::ReadView& view, FileId file, std::string_view tail,
              std::vector<SymbolId>& out) {
  std::vector<SymbolId> symbols;
  std::vector<SymbolId> meant;
  std::vector<Neighbor> scratch;
  view.SymbolsOf(file, symbols);
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    if (row.kind == SymbolKind::kFile || tail.find(row.name) == std::string_view::npos) continue;
    const std::string name = NameWithin(view, symbol);
    if (!tail.starts_with(name)) continue;
    const SymbolId shown = DefinitionOf(view, symbol, scratch);
    const std::vector<SymbolId> namesakes = Namesakes(view, file, row.name, name);
    if (shown == symbol && name + Discriminator(view, symbol, namesakes) == tail) {
      out.push_back(symbol);
      return;
    }
    const bool is_new = std::find(meant.begin(), meant.end(), shown) == meant.end();
    if (name == tail && is_new) meant.push_back(shown);
  }
  out.insert(out.end(), meant.begin(), meant.end());
}

// Adds the symbols of other files that stand for the same thing outside the program.
void AddSameOutside(const graph::ReadView& view, std::vector<SymbolId>& found) {
  if (found.size() != 1 || !LiesOutside(view.Kind(found.front()))) return;
  const SymbolId first = found.front();
  std::vector<SymbolId> symbols;
  view.WithName(view.Symbol(first).name, symbols);
  for (const SymbolId symbol : symbols) {
    if (symbol != first && LiesOutside(view.Kind(symbol))) found.push_back(symbol);
  }
}

// A definition, and the index of a declaration that has its handle.
struct Declared {
  SymbolId definition = SymbolId::kNone;
  std::size_t index = 0;
};

// Sets the handles of declarations whose definitions all have the last name.
void SetHandlesOfDeclared(const graph::ReadView& view, std::string_view last,
                          std::span<const Declared> declared, std::vector<std::string>& handles) {
  std::map<FileId, std::vector<SymbolId>> by_file;
  for (const Declared& one : declared) by_file[view.FileOf(one.definition)];
  std::vector<SymbolId> named;
  view.WithName(last, named);
  for (const SymbolId symbol : named) {
    const auto file = by_file.find(view.FileOf(symbol));
    if (file != by_file.end()) file->second.push_back(symbol);
  }
  std::map<SymbolId, std::string> known;
  for (const auto& [file, namesakes] : by_file) {
    std::vector<std::string> of_file = HandlesOf(view, namesakes);
    for (std::size_t i = 0; i < namesakes.size(); ++i) known[namesakes[i]] = std::move(of_file[i]);
  }
  for (const Declared& one : declared) handles[one.index] = known[one.definition];
}

}  // namespace

std::string HandleOf(const graph::ReadView& view, SymbolId symbol) {
  std::vector<Neighbor> scratch;
  symbol = DefinitionOf(view, symbol, scratch);
  const SymbolRow row = view.Symbol(symbol);
  std::string handle(view.File(row.file).path);
  if (row.kind == SymbolKind::kFile) return handle;
  const std::string name = NameWithin(view, symbol);
  handle += kFileEnd;
  handle += name;
  return handle + Discriminator(view, symbol, Namesakes(view, row.file, row.name, name));
}

std::vector<std::string> HandlesOf(const graph::ReadView& view, std::span<const SymbolId> symbols) {
  using Name = std::pair<std::string_view, std::string>;  // the last part, and all in the file
  std::map<Name, std::vector<std::size_t>> namesakes;     // indices, without declarations
  std::vector<Neighbor> scratch;
  std::vector<std::string> handles;
  handles.reserve(symbols.size());
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const SymbolRow row = view.Symbol(symbols[i]);
    std::string& handle = handles.emplace_back(view.File(row.file).path);
    if (row.kind == SymbolKind::kFile) continue;
    std::string name = NameWithin(view, symbols[i]);
    handle += kFileEnd;
    handle += name;
    if (DefinitionOf(view, symbols[i], scratch) != symbols[i]) continue;
    namesakes[{row.name, std::move(name)}].push_back(i);
  }
  for (const auto& [name, indices] : namesakes) {
    if (indices.size() < 2) continue;
    std::map<std::string_view, std::size_t> with_parameters;
    for (const std::size_t i : indices) ++with_parameters[view.Symbol(symbols[i]).discriminator];
    std::size_t number = 0;
    for (const std::size_t i : indices) {
      const bool is_alone = with_parameters[view.Symbol(symbols[i]).discriminator] == 1;
      handles[i] += ToldApart(view, symbols[i], is_alone, ++number);
    }
  }
  return handles;
}

std::vector<std::string> ShownHandlesOf(const graph::ReadView& view,
                                        std::span<const SymbolId> symbols) {
  std::vector<std::string> handles = HandlesOf(view, symbols);
  std::map<std::string_view, std::vector<Declared>> declared;  // by the last name
  std::vector<Neighbor> scratch;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const SymbolId definition = DefinitionOf(view, symbols[i], scratch);
    if (definition == symbols[i]) continue;
    declared[view.Symbol(definition).name].push_back({definition, i});
  }
  for (const auto& [last, ones] : declared) SetHandlesOfDeclared(view, last, ones, handles);
  return handles;
}

std::vector<SymbolId> FindHandle(const graph::ReadView& view, std::string_view handle) {
  std::vector<SymbolId> found;
  // Paths and names may hold the sign too, so each is tried.
  for (std::size_t at = handle.find(kFileEnd); at != std::string_view::npos && found.empty();
       at = handle.find(kFileEnd, at + 1)) {
    const std::optional<FileId> file = view.FindFile(handle.substr(0, at));
    if (file.has_value()) AddNamed(view, *file, handle.substr(at + 1), found);
  }
  AddSameOutside(view, found);
  return found;
}

std::vector<SymbolId> FindIdentity(const graph::ReadView& view, std::string_view identity) {
  const std::optional<SymbolIdentity> wanted = SymbolIdentity::FromHex(identity);
  if (!wanted.has_value()) return {};
  std::vector<SymbolId> symbols;
  for (const FileId file : view.Files()) {
    view.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      const bool is_it = view.Symbol(symbol).identity_prefix == wanted->Prefix64() &&
                         view.Identity(symbol) == *wanted;
      if (is_it) return {symbol};
    }
  }
  return {};
}

}  // namespace waymark::retrieval
