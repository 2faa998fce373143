#include "resolve/program/program.h"

#include <algorithm>

#include <fmt/format.h>

#include "graph/languages.h"
#include "graph/outside.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {

const ModuleRule kNoModules{};

std::optional<TypeIndex> Program::TypeOf(SymbolRef symbol) const {
  const std::uint32_t number = Definition(symbol).type_number;
  if (number == kNoIndex) return std::nullopt;
  return first_types[symbol.file] + number;
}

namespace {

bool IsListed(const std::vector<Name>& names, Name name) {
  return std::binary_search(names.begin(), names.end(), name);
}

FileIndex FileOfType(std::span<const TypeIndex> first_types, TypeIndex type) {
  const auto after = std::upper_bound(first_types.begin(), first_types.end(), type);
  return static_cast<FileIndex>(after - first_types.begin() - 1);
}

}  // namespace

SymbolRef Program::TypeAt(TypeIndex type) const {
  const FileIndex file = FileOfType(first_types, type);
  return {file, files[file].types[type - first_types[file]]};
}

bool Program::HasType(TypeIndex type) const {
  const FileIndex file = FileOfType(first_types, type);
  return type - first_types[file] < files[file].types.size();
}

std::optional<PackageIndex> Program::PackageNamed(std::string_view clause) const {
  const auto found = named_packages.Find(names.Find(clause));
  return found.empty() ? std::nullopt : std::optional<PackageIndex>(found.front().value);
}

std::optional<PackageIndex> Program::NamespaceNamed(std::string_view name) const {
  const auto found = namespaces.Find(names.Find(name));
  return found.empty() ? std::nullopt : std::optional<PackageIndex>(found.front().value);
}

std::string Program::NamespaceOf(const FileModel& model, const NameTable& names, ScopeIndex scope) {
  std::string name;
  for (; scope != kNoIndex && scope != 0; scope = model.scopes[scope].parent) {
    const Scope& at = model.scopes[scope];
    if (at.kind != ScopeKind::kNamespace || at.definition == kNoIndex) continue;
    const std::string_view own = names.Text(model.definitions[at.definition].name);
    name = name.empty() ? std::string(own) : fmt::format("{}.{}", own, name);
  }
  return name;
}

bool Program::IsApart(FileIndex from, FileIndex other) const {
  return (files[other].model().file_flags & kApartFlags & ~files[from].model().file_flags) != 0;
}

void Program::KeepNearest(FileIndex from, std::vector<SymbolRef>& symbols) const {
  const auto is_apart = [&](SymbolRef symbol) { return IsApart(from, symbol.file); };
  // A file beside the asking one is apart only by its name, which merely tells its purpose.
  const auto is_elsewhere = [&](SymbolRef symbol) {
    return DirectoryOf(paths.Path(symbol.file)) != DirectoryOf(paths.Path(from));
  };
  const bool are_all = std::all_of(symbols.begin(), symbols.end(), is_apart);
  are_all ? std::erase_if(symbols, is_elsewhere) : std::erase_if(symbols, is_apart);
  if (symbols.size() < 2) return;
  const auto shared = [&](SymbolRef symbol) {
    return SharedDirectories(paths.Path(from), paths.Path(symbol.file));
  };
  std::size_t most = 0;
  for (const SymbolRef symbol : symbols) most = std::max(most, shared(symbol));
  std::erase_if(symbols, [&](SymbolRef symbol) { return shared(symbol) < most; });
}

SymbolRef Program::CanonicalOf(SymbolRef symbol) const {
  if (!has_partial_types) return symbol;
  const std::vector<SymbolRef>& canonical = files[symbol.file].canonical;
  const std::uint32_t number = Definition(symbol).type_number;
  return number < canonical.size() && canonical[number].exists() ? canonical[number] : symbol;
}

Space Program::OwnerSpaceOf(SymbolRef symbol) const {
  const auto& spaces = files[symbol.file].owner_spaces;
  const auto found = std::lower_bound(
      spaces.begin(), spaces.end(), symbol.definition,
      [](const auto& pair, DefinitionIndex definition) { return pair.first < definition; });
  return found != spaces.end() && found->first == symbol.definition ? found->second : Space();
}

Space Program::InnerSpaceOf(SymbolRef symbol) const {
  const ScopeIndex inner = Definition(symbol).inner_scope;
  const auto& spaces = files[symbol.file].spaces;
  return inner == kNoIndex || inner >= spaces.size() ? Space() : spaces[inner];
}

std::vector<SymbolRef> Program::PartialDefinitionsOf(SymbolRef type) const {
  const Space space = InnerSpaceOf(type);
  std::vector<SymbolRef> out;
  if (space.kind() == Space::Kind::kOpenType) {
    for (const auto& pair : partial_definitions.Find(space)) out.push_back(pair.value);
  }
  for (const auto& pair : parts.Find(CanonicalOf(type))) out.push_back(pair.value);
  if (out.empty()) out.push_back(type);
  return out;
}

std::uint8_t Program::TypeFlags(SymbolRef type) const {
  return bases_known ? files[type.file].type_flags[Definition(type).type_number] : std::uint8_t{0};
}

std::span<const ResolvedBase> Program::BasesOf(SymbolRef type) const {
  const ProgramFile& file = files[type.file];
  if (!bases_known) return {};
  const std::uint32_t number = Definition(type).type_number;
  return {file.bases.data() + file.bases_begin[number],
          file.bases.data() + file.bases_begin[number + 1]};
}

std::span<const SymbolRef> Program::LineageOf(SymbolRef type) const {
  const ProgramFile& file = files[type.file];
  if (!bases_known) return {};
  const std::uint32_t number = Definition(type).type_number;
  return {file.lineage.data() + file.lineage_begin[number],
          file.lineage.data() + file.lineage_begin[number + 1]};
}

std::optional<SymbolRef> Program::OwnerOf(SymbolRef symbol) const {
  const auto& written = files[symbol.file].owners;
  const auto found = std::lower_bound(
      written.begin(), written.end(), symbol.definition,
      [](const auto& pair, DefinitionIndex definition) { return pair.first < definition; });
  if (found == written.end() || found->first != symbol.definition) return std::nullopt;
  return found->second;
}

bool KnownNames::IsMember(MemberUse use, Name name) const {
  return IsListed(members[static_cast<std::size_t>(use)], name);
}

bool Program::IsPredeclared(FileIndex file, Name name) const {
  return IsListed(KnownNamesOf(file).predeclared, name);
}

bool Program::IsForeignMember(FileIndex file, Name name) const {
  return IsListed(KnownNamesOf(file).foreign_members, name);
}

bool Program::IsMemberName(FileIndex file, Name name) const {
  return !member_names.Find({NamesOf(file), name}).empty();
}

SymbolRef Program::ParentOf(SymbolRef symbol) const {
  if (const std::optional<SymbolRef> owner = OwnerOf(symbol)) return *owner;
  const FileModel& model = files[symbol.file].model();
  ScopeIndex scope = model.definitions[symbol.definition].scope;
  while (scope != kNoIndex && model.scopes[scope].definition == kNoIndex) {
    scope = model.scopes[scope].parent;
  }
  // A broken scope tree must not make a symbol its own ancestor.
  const DefinitionIndex parent = scope == kNoIndex ? 0 : model.scopes[scope].definition;
  return {symbol.file, parent < symbol.definition ? parent : 0};
}

std::string Program::ScopeNameOf(SymbolRef symbol) const {
  if (symbol.definition == 0 || LiesOutside(Definition(symbol).kind)) return {};
  if (const Space owner = OwnerSpaceOf(symbol); owner.exists()) {
    return std::string(names.Text(static_cast<Name>(owner.index())));
  }
  const SymbolRef parent = ParentOf(symbol);
  if (parent.definition != 0 || parent.file != symbol.file) return QualifiedNameOf(parent);
  return std::string(names.Text(files[symbol.file].prefix));
}

std::string Program::TypeKeyOf(SymbolRef type) const {
  const ModelDefinition& definition = Definition(type);
  return fmt::format("{} {} {}", QualifiedNameOf(type), static_cast<int>(definition.kind),
                     definition.parameter_count);
}

std::string Program::QualifiedNameOf(SymbolRef symbol) const {
  const ProgramFile& file = files[symbol.file];
  if (symbol.definition == 0) return std::string(paths.Path(symbol.file));
  const std::string scope = ScopeNameOf(symbol);
  const std::string_view name = names.Text(Definition(symbol).name);
  if (scope.empty()) return std::string(name);
  const ModelDefinition& definition = Definition(symbol);
  return fmt::format(
      "{}{}{}", scope,
      Separator(file.model().language, definition.kind, definition.Has(kSymbolStatic)), name);
}

}  // namespace waymark::indexer
