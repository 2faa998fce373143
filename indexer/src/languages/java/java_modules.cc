// Java: a package is identified by its clause, wherever the file lies; files without a clause share
// their directory. An import names a type, or the content of a package or type.
#include <map>
#include <optional>

#include "languages/java/java_language.h"
#include "resolve/link/link.h"
#include "resolve/program/module_rules.h"

namespace waymark::indexer {
namespace {

void PrepareJava(Program& program, const ProjectFiles&) {
  using Key = std::pair<Name, std::optional<DirectoryIndex>>;
  std::map<Key, PackageIndex> known;
  std::vector<MultiTable<Name, PackageIndex>::Pair> named;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    ProgramFile& file = program.files[i];
    if (file.model().language != Language::kJava) continue;
    const Name clause = file.model().package_clause;
    std::optional<DirectoryIndex> directory;
    if (clause == Name::kEmpty) directory = program.paths.DirectoryOfFile(i);
    const auto next = static_cast<PackageIndex>(program.packages.size());
    const auto [slot, inserted] = known.try_emplace({clause, directory}, next);
    if (inserted) {
      program.packages.push_back({directory, clause, {}});
      if (clause != Name::kEmpty) named.push_back({clause, next});
    }
    program.packages[slot->second].files.push_back(i);
    file.package = slot->second;
    file.prefix = clause;
  }
  program.named_packages = MultiTable<Name, PackageIndex>(std::move(named));
}

// The type of a name in a package; several source roots can define it.
SymbolRef TypeInPackage(const Program& program, FileIndex from, PackageIndex package,
                        std::string_view name) {
  std::vector<SymbolRef> types;
  const SpaceName key{Space::OfPackage(package), program.names.Find(name)};
  for (const auto& pair : program.members.Find(key)) {
    if (program.TypeOf(pair.value).has_value()) types.push_back(pair.value);
  }
  program.KeepNearest(from, types);
  return types.empty() ? SymbolRef{} : types.front();
}

SymbolRef JavaTypeInType(const Program& program, SymbolRef type, std::string_view name) {
  const FileModel& model = program.files[type.file].model();
  const ScopeIndex inside = model.definitions[type.definition].inner_scope;
  if (inside == kNoIndex) return {};
  for (const ScopeEntry& entry : model.Find(inside, program.names.Find(name))) {
    if (entry.kind() != EntryKind::kDefinition) continue;
    const SymbolRef nested{type.file, entry.index()};
    if (program.TypeOf(nested).has_value()) return nested;
  }
  return {};
}

// `a.b.Outer.Inner`: the longest prefix that is a package decides.
Target FindType(const Program& program, FileIndex from, std::string_view dotted) {
  for (std::size_t dot = dotted.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = dotted.rfind('.', dot - 1)) {
    const std::optional<PackageIndex> package = program.PackageNamed(dotted.substr(0, dot));
    if (!package.has_value()) continue;
    SymbolRef type;
    for (std::string_view rest = dotted.substr(dot + 1);;) {
      const std::size_t end = std::min(rest.find('.'), rest.size());
      const std::string_view name = rest.substr(0, end);
      type = type.exists() ? JavaTypeInType(program, type, name)
                           : TypeInPackage(program, from, *package, name);
      if (!type.exists() || end == rest.size()) break;
      rest.remove_prefix(end + 1);
    }
    if (type.exists()) return {TargetKind::kType, *program.TypeOf(type)};
  }
  return {TargetKind::kExternal, kNoIndex};
}

ImportLink LinkJavaImport(const Program& program, const ProjectFiles&, FileIndex from,
                          const ModelImport& import) {
  const std::string_view module = program.names.Text(import.module);
  Target target;
  if (import.Has(kImportStar)) {
    if (const auto package = program.PackageNamed(module)) {
      target = {TargetKind::kPackage, *package};
      return {target, target};
    }
  }
  target = FindType(program, from, module);
  return {target, target};
}

}  // namespace

const ModuleRule kJavaModuleRule = {
    .prepare = PrepareJava, .link = LinkJavaImport, .link_spaces = LinkPackageSpaces};

}  // namespace waymark::indexer
