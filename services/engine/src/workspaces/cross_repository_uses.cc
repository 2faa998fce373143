#include "workspaces/cross_repository_uses.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "graph/hash.h"
#include "graph/languages.h"
#include "indexer/import_names.h"
#include "retrieval/declarations.h"

namespace waymark::services {
namespace {

bool IsTypeKind(SymbolKind kind) {
  return kind == SymbolKind::kClass || kind == SymbolKind::kInterface || kind == SymbolKind::kType;
}

bool ImportsHeaders(Language language) { return TraitsOf(language).imports == Imports::kHeader; }

// A name of one part fits many modules, including those of standard libraries.
bool HasParts(std::string_view module) {
  return module.find_first_of("./:") != std::string_view::npos;
}

// Adds every prefix of a qualified name that ends before a separator, and the name itself.
void AddBeginnings(std::string_view name, std::vector<SoughtModule>& out) {
  const auto add = [&out](std::string_view module) {
    out.push_back({.name = std::string(module), .tells = HasParts(module)});
  };
  for (std::size_t at = 1; at < name.size(); ++at) {
    const bool separates = name[at] == '.' || name[at] == '#' || name[at] == ':';
    if (separates && name[at - 1] != ':') add(name.substr(0, at));
  }
  add(name);
}

// Adds the path and every end of it that begins after a '/' and still contains one, with and
// without the suffix of the file's name.
void AddEnds(std::string_view path, std::vector<SoughtModule>& out) {
  for (std::string_view end = path; end.find('/') != std::string_view::npos;
       end.remove_prefix(end.find('/') + 1)) {
    out.push_back({.name = std::string(end), .tells = true});
    out.push_back({.name = std::string(end.substr(0, end.rfind('.'))), .tells = true});
  }
}

// Adds the path of a header and every end of it. An end without a '/' fits many headers, unless it
// follows a directory from which headers are installed.
void AddHeader(std::string_view path, bool tells, std::vector<SoughtModule>& out) {
  for (std::string_view end = path;; end.remove_prefix(end.find('/') + 1)) {
    const std::string_view before = path.substr(0, path.size() - end.size());
    const bool is_installed = before == "include/" || before.ends_with("/include/");
    const bool has_parts = end.find('/') != std::string_view::npos;
    out.push_back({.name = std::string(end), .tells = tells && (has_parts || is_installed)});
    if (!has_parts) return;
  }
}

// The files of the symbol and its declarations, then files that include these, transitively.
std::vector<FileId> HeadersOf(const graph::ReadView& view, SymbolId symbol) {
  constexpr std::size_t kMaxHeaders = 256;
  std::vector<FileId> headers = {view.FileOf(symbol)};
  std::set<FileId> known(headers.begin(), headers.end());
  const auto add = [&](FileId file) {
    if (headers.size() < kMaxHeaders && known.insert(file).second) headers.push_back(file);
  };
  for (const SymbolId declaration : retrieval::DeclarationsOf(view, symbol)) {
    add(view.FileOf(declaration));
  }
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> users;
  for (std::size_t at = 0; at < headers.size(); ++at) {
    view.SymbolsOf(headers[at], symbols);
    for (const SymbolId file : symbols) {
      if (view.Kind(file) != SymbolKind::kFile) continue;
      view.In(file, users);
      for (const Neighbor& user : users) {
        if (user.type == EdgeType::kImports) add(view.FileOf(user.symbol));
      }
    }
  }
  return headers;
}

// Whether no other symbol that can be imported has the name; members cannot be imported.
bool IsOnlyOneNamed(const graph::ReadView& view, SymbolId symbol) {
  const auto is_member = [&view](SymbolId of) {
    const SymbolId parent = view.Parent(of);
    return parent != SymbolId::kNone && IsTypeKind(view.Kind(parent));
  };
  const SymbolRow row = view.Symbol(symbol);
  const NameGroup group = NameGroupOf(view.File(row.file).language);
  std::vector<SymbolId> alike;
  std::vector<Neighbor> scratch;
  view.WithName(row.name, alike);
  return std::all_of(alike.begin(), alike.end(), [&](SymbolId other) {
    return retrieval::DefinitionOf(view, other, scratch) == symbol || is_member(other) ||
           (view.Flags(other) & kSymbolTest) != 0 ||
           NameGroupOf(view.File(view.FileOf(other)).language) != group;
  });
}

// Files that import the symbol's module, and whether the import identifies the symbol.
std::map<FileId, bool> ImportersOf(const graph::ReadView& view, const SoughtSymbol& sought,
                                   std::vector<UnresolvedRow>& imports) {
  std::map<FileId, bool> files;
  std::vector<UnresolvedRow> rows;
  for (const SoughtModule& module : sought.modules) {
    view.UnresolvedWithName(module.name, rows);
    for (const UnresolvedRow& row : rows) {
      const FileId file = view.FileOf(row.source);
      if (row.type != EdgeType::kImports) continue;
      if (NameGroupOf(view.File(file).language) != NameGroupOf(sought.language)) continue;
      files[file] |= module.tells;
      imports.push_back(row);
    }
  }
  return files;
}

// Whether the repository looked up the name outside itself, or did not find it. In C and C++
// headers declare names, and headers of another repository are not there.
bool MayBe(const SoughtSymbol& sought, UnresolvedReason reason) {
  if (reason == UnresolvedReason::kExternal || ImportsHeaders(sought.language)) return true;
  return reason == (sought.owner.empty() ? UnresolvedReason::kUnknown : UnresolvedReason::kDynamic);
}

// Whether the reason says only that the meaning is open.
bool IsVague(UnresolvedReason reason) {
  return reason == UnresolvedReason::kAmbiguous || reason == UnresolvedReason::kDynamic;
}

struct UseSites {
  std::vector<Position> sites;
  bool is_sure = true;
};

using SitesByUse = std::map<std::pair<SymbolId, EdgeType>, UseSites>;

void AddUse(SymbolId source, EdgeType type, Position site, bool is_sure, SitesByUse& uses) {
  UseSites& use = uses[{source, type}];
  use.sites.push_back(site);
  use.is_sure = use.is_sure && is_sure;
}

// Adds references to declarations of the symbol for which this repository has no definition.
void AddUsesOfDeclarations(const graph::ReadView& view, const SoughtSymbol& sought, bool only_calls,
                           SitesByUse& uses) {
  std::vector<SymbolId> named;
  std::vector<Neighbor> scratch;
  std::vector<Neighbor> users;
  std::vector<Position> sites;
  view.WithName(sought.name, named);
  for (const SymbolId symbol : named) {
    if ((view.Flags(symbol) & kSymbolDeclaration) == 0) continue;
    if (!ImportsHeaders(view.File(view.FileOf(symbol)).language)) continue;
    if (view.QualifiedName(symbol) != sought.qualified) continue;
    if (retrieval::DefinitionOf(view, symbol, scratch) != symbol) continue;
    view.In(symbol, users);
    for (const Neighbor& user : users) {
      if (only_calls ? user.type != EdgeType::kCalls : !IsPublished(user.type)) continue;
      view.Sites(user, sites);
      for (const Position site : sites) AddUse(user.symbol, user.type, site, false, uses);
    }
  }
}

}  // namespace

SoughtSymbol Seek(const graph::ReadView& view, const indexer::SourceReader& sources,
                  SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  const FileRow file = view.File(row.file);
  SoughtSymbol sought{.language = file.language,
                      .name = std::string(row.name),
                      .qualified = view.QualifiedName(symbol)};
  sought.is_file = row.kind == SymbolKind::kFile;
  if (row.parent != SymbolId::kNone && IsTypeKind(view.Kind(row.parent))) {
    sought.owner = view.Symbol(row.parent).name;
  }
  std::vector<SoughtModule>& modules = sought.modules;
  const std::string_view path = file.path;
  const bool is_only = sought.is_file || IsOnlyOneNamed(view, symbol);
  for (indexer::ImportName& name : indexer::ImportNamesOf(sources, path, file.language)) {
    modules.push_back({.name = std::move(name.name), .tells = is_only || !name.is_of_whole});
  }
  const Imports imports = TraitsOf(file.language).imports;
  if (ImportsHeaders(file.language)) {
    for (const FileId header : HeadersOf(view, symbol)) {
      AddHeader(view.File(header).path, is_only, modules);
    }
  } else if (imports == Imports::kDirectory) {
    // Without a manifest the repository's name leads to it.
    if (!modules.empty()) return sought;
    const std::string& repository = view.info().repository;
    const std::size_t slash = path.rfind('/');
    modules.push_back({.name = slash == std::string_view::npos
                                   ? repository
                                   : repository + "/" + std::string(path.substr(0, slash)),
                       .tells = true});
  } else if (sought.is_file) {
    std::string dotted(path.substr(0, path.rfind('.')));
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    modules.push_back({.name = dotted, .tells = HasParts(dotted)});
  } else if (imports != Imports::kPath) {
    AddBeginnings(sought.qualified, modules);
  }
  if (imports == Imports::kLoadPath) AddEnds(path, modules);
  return sought;
}

CrossRepositoryUses FindCrossRepositoryUses(const graph::ReadView& view, const SoughtSymbol& sought,
                                            bool only_calls) {
  std::vector<UnresolvedRow> imports;
  const std::map<FileId, bool> importers = ImportersOf(view, sought, imports);
  const std::string& told = sought.owner.empty() ? sought.name : sought.owner;
  std::vector<FileId> mentioning;
  view.FilesMentioning(MentionHash(told), mentioning);
  const auto may_use = [&](FileId file) {
    if (importers.count(file) == 0) return false;
    return sought.is_file || std::binary_search(mentioning.begin(), mentioning.end(), file);
  };
  SitesByUse uses;
  std::set<FileId> told_files;
  std::vector<UnresolvedRow> rows;
  if (!sought.is_file) view.UnresolvedWithName(sought.name, rows);
  for (const UnresolvedRow& row : rows) {
    if (only_calls && row.type != EdgeType::kCalls) continue;
    if (row.type == EdgeType::kImports || !IsPublished(row.type)) continue;
    const FileId file = view.FileOf(row.source);
    if (!MayBe(sought, row.reason) || !may_use(file)) continue;
    const bool is_sure = sought.owner.empty() && importers.at(file) && !IsVague(row.reason);
    AddUse(row.source, row.type, row.site, is_sure, uses);
    told_files.insert(file);
  }
  // Types in signatures and values that are only passed on give no stored references. That the file
  // imports the module and has the symbol's name is evidence enough.
  for (const UnresolvedRow& row : imports) {
    const FileId file = view.FileOf(row.source);
    if (only_calls || !sought.owner.empty() || told_files.count(file) != 0) continue;
    const bool is_sure = sought.is_file && importers.at(file);
    if (may_use(file)) AddUse(row.source, row.type, row.site, is_sure, uses);
  }
  if (ImportsHeaders(sought.language)) AddUsesOfDeclarations(view, sought, only_calls, uses);
  CrossRepositoryUses found{.uses = {}, .importers = importers.size()};
  for (auto& [key, use] : uses) {
    std::sort(use.sites.begin(), use.sites.end());
    use.sites.erase(std::unique(use.sites.begin(), use.sites.end()), use.sites.end());
    found.uses.push_back({.source = key.first,
                          .type = key.second,
                          .confidence = use.is_sure ? kSureOfImported : kSureOfLess,
                          .sites = std::move(use.sites)});
  }
  return found;
}

}  // namespace waymark::services
