#include "uses_elsewhere.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "graph/hash.h"

namespace waymark::services {
namespace {

bool IsTypeKind(SymbolKind kind) {
  return kind == SymbolKind::kClass || kind == SymbolKind::kInterface || kind == SymbolKind::kType;
}

bool IsC(Language language) { return language == Language::kC || language == Language::kCpp; }

bool SpeakAlike(Language a, Language b) { return a == b || (IsC(a) && IsC(b)); }

// Every beginning of a qualified name that ends before a separator, and the name itself.
void AddBeginnings(std::string_view name, std::vector<std::string>& out) {
  for (std::size_t at = 1; at < name.size(); ++at) {
    const bool separates = name[at] == '.' || name[at] == '#' || name[at] == ':';
    if (separates && name[at - 1] != ':') out.emplace_back(name.substr(0, at));
  }
  out.emplace_back(name);
}

// The path and every end of it that begins behind a '/' and still has one, with the suffix of the
// file's name and without.
void AddEnds(std::string_view path, std::vector<std::string>& out) {
  for (std::string_view end = path; end.find('/') != std::string_view::npos;
       end.remove_prefix(end.find('/') + 1)) {
    out.emplace_back(end);
    out.emplace_back(end.substr(0, end.rfind('.')));
  }
}

// A name of one part is that of many modules, and of standard libraries.
bool IsTelling(std::string_view module) {
  return module.find_first_of("./:") != std::string_view::npos;
}

// Files that import what has the symbol, and whether what they import tells it from others.
std::map<FileId, bool> ImportersOf(const graph::ReadView& view, const SoughtSymbol& sought,
                                   std::vector<UnresolvedRow>& imports) {
  std::map<FileId, bool> files;
  std::vector<UnresolvedRow> rows;
  for (const std::string& module : sought.modules) {
    view.UnresolvedWithName(module, rows);
    for (const UnresolvedRow& row : rows) {
      const FileId file = view.FileOf(row.source);
      if (row.type != EdgeType::kImports) continue;
      if (!SpeakAlike(view.File(file).language, sought.language)) continue;
      files[file] |= IsTelling(module);
      imports.push_back(row);
    }
  }
  return files;
}

// A name that this repository looked for outside of itself, or nowhere.
bool MayBe(const SoughtSymbol& sought, UnresolvedReason reason) {
  if (reason == UnresolvedReason::kExternal) return true;
  return reason == (sought.owner.empty() ? UnresolvedReason::kUnknown : UnresolvedReason::kDynamic);
}

}  // namespace

SoughtSymbol Seek(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  const FileRow file = view.File(row.file);
  SoughtSymbol sought{.language = file.language, .name = std::string(row.name)};
  sought.is_file = row.kind == SymbolKind::kFile;
  if (row.parent != SymbolId::kNone && IsTypeKind(view.Kind(row.parent))) {
    sought.owner = view.Symbol(row.parent).name;
  }
  std::vector<std::string>& modules = sought.modules;
  const std::string_view path = file.path;
  if (file.language == Language::kGo) {
    const std::string& repository = view.info().repository;
    const std::size_t slash = path.rfind('/');
    modules.push_back(slash == std::string_view::npos
                          ? repository
                          : repository + "/" + std::string(path.substr(0, slash)));
  } else if (sought.is_file) {
    std::string dotted(path.substr(0, path.rfind('.')));
    std::replace(dotted.begin(), dotted.end(), '/', '.');
    modules.push_back(std::move(dotted));
  } else {
    AddBeginnings(view.QualifiedName(symbol), modules);
  }
  if (IsC(file.language) || file.language == Language::kRuby) AddEnds(path, modules);
  return sought;
}

UsesElsewhere FindUsesElsewhere(const graph::ReadView& view, const SoughtSymbol& sought,
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
  std::map<std::pair<SymbolId, EdgeType>, std::vector<Position>> sites;
  std::set<FileId> told_files;
  std::vector<UnresolvedRow> rows;
  if (!sought.is_file) view.UnresolvedWithName(sought.name, rows);
  for (const UnresolvedRow& row : rows) {
    if (only_calls && row.type != EdgeType::kCalls) continue;
    if (row.type == EdgeType::kImports || !IsPublished(row.type)) continue;
    if (!MayBe(sought, row.reason) || !may_use(view.FileOf(row.source))) continue;
    sites[{row.source, row.type}].push_back(row.site);
    told_files.insert(view.FileOf(row.source));
  }
  // Types in signatures and what is only handed on are no references that are kept: that the file
  // imports it and has its name says so much.
  for (const UnresolvedRow& row : imports) {
    const FileId file = view.FileOf(row.source);
    if (only_calls || !sought.owner.empty() || told_files.count(file) != 0) continue;
    if (may_use(file)) sites[{row.source, row.type}].push_back(row.site);
  }
  UsesElsewhere found{.uses = {}, .importers = importers.size()};
  for (auto& [key, places] : sites) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const bool is_named = sought.is_file || key.second != EdgeType::kImports;
    const bool is_sure = is_named && sought.owner.empty() && importers.at(view.FileOf(key.first));
    found.uses.push_back({.source = key.first,
                          .type = key.second,
                          .confidence = is_sure ? kSureOfImported : kSureOfLess,
                          .sites = std::move(places)});
  }
  return found;
}

}  // namespace waymark::services
