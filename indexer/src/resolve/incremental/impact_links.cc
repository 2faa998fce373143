#include "resolve/incremental/impact_links.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

// A target with the same meaning in both states has the same key in both.
struct TargetKey {
  TargetKind kind = TargetKind::kUnknown;
  FileIndex file = kNoIndex;  // numbered as in the new state
  std::string directory;
  Name clause = Name::kEmpty;

  auto operator<=>(const TargetKey&) const = default;
};

struct LinkKey {
  Name alias = Name::kEmpty;
  TargetKey module;
  TargetKey bound;

  auto operator<=>(const LinkKey&) const = default;
};

using PackageKey = std::pair<std::string, Name>;

class LinkComparison {
 public:
  LinkComparison(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                 ImpactMarks& marks)
      : before_(*before.program),
        after_(*after.program),
        states_{&before, &after},
        match_(match),
        marks_(marks) {}

  void Run() {
    for (FileIndex i = 0; i < match_.old_of.size() && !marks_.everything(); ++i) {
      if (match_.old_of[i] == kNoIndex) {
        MarkOwnPackage(after_, i);
        MarkNamespaces(after_, i);
        MarkModulePath(after_, i);
      } else {
        CompareFile(match_.old_of[i], i);
      }
    }
    for (FileIndex old = 0; old < match_.new_of.size(); ++old) {
      if (match_.new_of[old] != kNoIndex) continue;
      MarkOwnPackage(before_, old);
      MarkNamespaces(before_, old);
      MarkModulePath(before_, old);
    }
    MarkImportersOfPackages();
    MarkImplementationImpact(before_, after_, marks_);
    MarkOutsideImpact(before_, after_, marks_);
    MarkLineageImpact(before_, after_, marks_);
    MarkCrates();
    MarkNamespaceImpact(before_, after_, match_, marks_);
    if (!include_changes_.empty()) MarkIncludeImpact();
  }

  void MarkWholeOf(FileIndex file) {
    const ResolutionRules& rules = *after_.files[file].model().rules;
    if (rules.modules_nest()) return marks_.GiveUp();
    // The file's own declarations are looked up through it.
    MarkItems(*states_[1], file);
    MarkItems(*states_[0], match_.old_of[file]);
    if (rules.has_textual_includes) return;
    MarkExports(before_, *states_[0], match_.old_of[file]);
    MarkExports(after_, *states_[1], file);
  }

 private:
  TargetKey KeyOf(const Program& program, Target target) const {
    TargetKey key;
    key.kind = target.kind;
    switch (target.kind) {
      case TargetKind::kFile:
        key.file = &program == &after_ ? target.index : match_.new_of[target.index];
        // A removed file equals no file of the new state.
        if (key.file == kNoIndex) key.directory = program.paths.Path(target.index);
        break;
      case TargetKind::kDirectory:
        key.directory = program.paths.Path(DirectoryIndex{target.index});
        break;
      case TargetKind::kPackage: {
        const PackageKey package = KeyOfPackage(program, target.index);
        key.directory = package.first;
        key.clause = package.second;
        break;
      }
      case TargetKind::kType: {
        const SymbolRef type = program.TypeAt(target.index);
        key = KeyOf(program, {TargetKind::kFile, type.file});
        key.kind = TargetKind::kType;
        key.directory += program.TypeKeyOf(type);
        break;
      }
      case TargetKind::kUnknown:
      case TargetKind::kExternal:
        break;
    }
    return key;
  }

  bool IsSameTarget(Target old, Target now) const {
    if (old.kind != now.kind) return false;
    if (old.kind == TargetKind::kFile) return match_.new_of[old.index] == now.index;
    if (old.kind == TargetKind::kUnknown || old.kind == TargetKind::kExternal) return true;
    return KeyOf(before_, old) == KeyOf(after_, now);
  }

  static Name LocalName(const ProgramFile& file, std::uint32_t import) {
    const ModelImport& model = file.model().imports[import];
    return model.Has(kImportStar) ? Name::kEmpty : model.alias;
  }

  void CompareFile(FileIndex old_index, FileIndex new_index) {
    const ProgramFile& old = before_.files[old_index];
    const ProgramFile& now = after_.files[new_index];
    if (!IsSamePlace(old, now)) return marks_.GiveUp();
    if (old.prefix != now.prefix) {
      marks_.MarkFile(new_index);
      MarkItems(*states_[0], old_index);
      MarkItems(*states_[1], new_index);
    }
    if (old.shared_model == now.shared_model) {
      CompareLinksOfSame(old, now, new_index);
      return;
    }
    if (PackageOf(before_, old_index) != PackageOf(after_, new_index) ||
        old.model().IsTest() != now.model().IsTest()) {
      MarkOwnPackage(before_, old_index);
      MarkOwnPackage(after_, new_index);
    }
    if (IsGlobal(old) != IsGlobal(now)) {
      MarkItems(*states_[0], old_index);
      MarkItems(*states_[1], new_index);
    }
    // The file's symbol changes with its language, and with it all edges to the file.
    if (old.model().language != now.model().language) marks_.MarkModule(new_index);
    MarkNamespaces(before_, old_index);
    MarkNamespaces(after_, new_index);
    CompareLinksOfChanged(old, now, new_index);
  }

  static bool IsGlobal(const ProgramFile& file) {
    const GlobalNames* globals = file.model().rules->modules->globals;
    return globals != nullptr && globals->declares(file.model());
  }

  // The start of paths through nested modules: the file that loads this one, and the root of its
  // crate.
  bool IsSamePlace(const ProgramFile& old, const ProgramFile& now) const {
    const auto same = [&](FileIndex was, FileIndex is) {
      return was == kNoIndex ? is == kNoIndex : is != kNoIndex && match_.new_of[was] == is;
    };
    return same(old.parent_module, now.parent_module) && same(old.crate_root, now.crate_root);
  }

  void MarkCrates() {
    const auto same = [&](const auto& was, const auto& is) {
      return was.first == is.first && match_.new_of[was.second] == is.second;
    };
    if (!std::equal(before_.crates.begin(), before_.crates.end(), after_.crates.begin(),
                    after_.crates.end(), same)) {
      marks_.GiveUp();
    }
  }

  void CompareLinksOfSame(const ProgramFile& old, const ProgramFile& now, FileIndex file) {
    bool different = false;
    bool whole = false;
    for (std::uint32_t i = 0; i < now.imports.size(); ++i) {
      const ImportLink& was = old.imports[i];
      const ImportLink& is = now.imports[i];
      if (IsSameTarget(was.module, is.module) && IsSameTarget(was.bound, is.bound)) continue;
      different = true;
      marks_.MarkName(LocalName(now, i), kBothAspects);
      whole = whole || now.model().imports[i].Has(kImportStar);
    }
    const bool unnamed = old.unnamed_imports != now.unnamed_imports;
    if (unnamed || different) MarkUnnamed(old, now);
    if (!different && !unnamed) return;
    marks_.MarkFile(file);
    if (whole) MarkWholeOf(file);
    if (now.model().rules->has_textual_includes) include_changes_.push_back(file);
  }

  void MarkUnnamed(const ProgramFile& old, const ProgramFile& now) {
    for (const ProgramFile* file : {&old, &now}) {
      for (const ScopeEntry& entry : file->unnamed_imports)
        marks_.MarkName(entry.name, kBothAspects);
    }
  }

  std::vector<LinkKey> LinksOf(const Program& program, const ProgramFile& file) const {
    std::vector<LinkKey> links;
    for (std::uint32_t i = 0; i < file.imports.size(); ++i) {
      links.push_back({LocalName(file, i), KeyOf(program, file.imports[i].module),
                       KeyOf(program, file.imports[i].bound)});
    }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    return links;
  }

  void CompareLinksOfChanged(const ProgramFile& old, const ProgramFile& now, FileIndex file) {
    const std::vector<LinkKey> was = LinksOf(before_, old);
    const std::vector<LinkKey> is = LinksOf(after_, now);
    std::vector<LinkKey> different;
    std::set_symmetric_difference(was.begin(), was.end(), is.begin(), is.end(),
                                  std::back_inserter(different));
    if (old.unnamed_imports != now.unnamed_imports) MarkUnnamed(old, now);
    if (different.empty()) return;
    bool whole = false;
    for (const LinkKey& link : different) {
      marks_.MarkName(link.alias, kBothAspects);
      whole = whole || link.alias == Name::kEmpty;
    }
    const auto has_star = [](const ProgramFile& f) {
      return std::any_of(f.model().imports.begin(), f.model().imports.end(),
                         [](const ModelImport& import) { return import.Has(kImportStar); });
    };
    if (now.model().rules->has_textual_includes) {
      include_changes_.push_back(file);
    } else if (whole && (has_star(old) || has_star(now))) {
      MarkWholeOf(file);
    }
  }

  void MarkItems(const LinkedState& state, FileIndex file) {
    for (const InterfaceItem& item : state.interfaces[file]->items) {
      marks_.MarkName(item.name, kBothAspects);
    }
    const bool has_default = !state.program->files[file].model().rules->default_export.empty();
    const FileIndex now = state.program == &after_ ? file : match_.new_of[file];
    if (has_default && now != kNoIndex) marks_.MarkModule(now);
  }

  // Names that star imports of a file bring, through any number of files.
  void MarkExports(const Program& program, const LinkedState& state, FileIndex from) {
    std::set<FileIndex> seen = {from};
    std::vector<FileIndex> open = {from};
    const auto visit = [&](FileIndex file) {
      if (!seen.insert(file).second) return;
      open.push_back(file);
      MarkItems(state, file);
    };
    while (!open.empty()) {
      const ProgramFile& file = program.files[open.back()];
      open.pop_back();
      for (std::uint32_t i = 0; i < file.imports.size(); ++i) {
        if (!file.model().imports[i].Has(kImportStar)) continue;
        const Target target = file.imports[i].module;
        if (target.kind == TargetKind::kFile) {
          visit(target.index);
        } else if (target.kind == TargetKind::kType) {
          visit(program.TypeAt(target.index).file);
        } else if (target.kind == TargetKind::kPackage) {
          for (const FileIndex member : program.packages[target.index].files) visit(member);
        } else if (!file.model().rules->namespaces_are_open) {
          marks_.GiveUp();  // any name may come from there
        }
      }
    }
  }

  PackageKey PackageOf(const Program& program, FileIndex file) const {
    const PackageIndex index = program.files[file].package;
    return index == kNoIndex ? PackageKey() : KeyOfPackage(program, index);
  }

  static PackageKey KeyOfPackage(const Program& program, PackageIndex index) {
    const Package& package = program.packages[index];
    std::string directory;
    if (package.directory.has_value()) directory = program.paths.Path(*package.directory);
    return {directory, package.clause};
  }

  void MarkOwnPackage(const Program& program, FileIndex file) {
    if (program.files[file].package != kNoIndex) packages_.insert(PackageOf(program, file));
  }

  // Importers of a package have an edge to each of its files.
  void MarkImportersOfPackages() {
    if (packages_.empty()) return;
    for (FileIndex i = 0; i < after_.files.size(); ++i) {
      for (const ImportLink& link : after_.files[i].imports) {
        if (link.module.kind != TargetKind::kPackage) continue;
        const TargetKey key = KeyOf(after_, link.module);
        if (packages_.count({key.directory, key.clause}) != 0) marks_.MarkFile(i);
      }
    }
  }

  // The first file that opens a namespace represents it.
  void MarkNamespaces(const Program& program, FileIndex file) {
    const ProgramFile& in = program.files[file];
    if (in.spaces.empty() || !in.model().rules->has_textual_includes) return;
    for (const ModelDefinition& definition : in.model().definitions) {
      if (definition.inner_scope == kNoIndex) continue;
      if (in.model().scopes[definition.inner_scope].kind != ScopeKind::kNamespace) continue;
      const SpaceName key{in.spaces[definition.scope], definition.name};
      if (PathOfNamespace(before_, key) != PathOfNamespace(after_, key)) {
        marks_.MarkName(definition.name, kBothAspects);
      }
    }
  }

  static std::string_view PathOfNamespace(const Program& program, const SpaceName& key) {
    const auto partial_definitions = program.namespace_definitions.Find(key);
    return partial_definitions.empty() ? std::string_view()
                                       : program.paths.Path(partial_definitions.front().value.file);
  }

  // Submodules are members of packages by the names of their files and directories.
  void MarkModulePath(const Program& program, FileIndex file) {
    const std::string_view path = program.paths.Path(file);
    if (program.files[file].model().rules->modules->find_submodule != nullptr) {
      MarkText(StemOf(path));
      MarkText(FileNameOf(DirectoryOf(path)));
    }
    for (std::string_view above = DirectoryOf(path); !above.empty(); above = DirectoryOf(above)) {
      if (IsModule(before_, above) != IsModule(after_, above)) {
        MarkText(FileNameOf(above));
      }
    }
  }

  static bool IsModule(const Program& program, std::string_view path) {
    const auto directory = program.paths.Directory(path);
    return directory.has_value() &&
           std::any_of(program.module_rules.begin(), program.module_rules.end(),
                       [&](const ModuleRule* rule) {
                         return rule->is_module != nullptr && rule->is_module(program, *directory);
                       });
  }

  void MarkText(std::string_view text) { marks_.MarkName(after_.names.Find(text), kBothAspects); }

  // --- what including files see ---

  struct Sight {
    std::vector<bool> files;  // numbered as in the new state, without removed files
    std::vector<bool> gone;   // numbered as in the old state
    bool outside = false;
  };

  Sight SightOf(const Program& program, FileIndex from) const {
    const bool is_new = &program == &after_;
    Sight sight;
    sight.files.resize(after_.files.size());
    sight.gone.resize(before_.files.size());
    std::vector<bool> seen(program.files.size());
    std::vector<FileIndex> open = {from};
    seen[from] = true;
    while (!open.empty()) {
      const FileIndex file = open.back();
      open.pop_back();
      const FileIndex now = is_new ? file : match_.new_of[file];
      if (now != kNoIndex) {
        sight.files[now] = true;
      } else {
        sight.gone[file] = true;
      }
      for (const ImportLink& link : program.files[file].imports) {
        if (link.module.kind != TargetKind::kFile) {
          sight.outside = true;
        } else if (!seen[link.module.index]) {
          seen[link.module.index] = true;
          open.push_back(link.module.index);
        }
      }
    }
    return sight;
  }

  // Files of the new state that include one of `files` directly or indirectly, and `files`
  // themselves.
  std::vector<bool> IncludersOf(const std::vector<FileIndex>& files) const {
    std::vector<std::pair<FileIndex, FileIndex>> included_by;
    for (FileIndex i = 0; i < after_.files.size(); ++i) {
      if (!after_.files[i].model().rules->has_textual_includes) continue;
      for (const ImportLink& link : after_.files[i].imports) {
        if (link.module.kind == TargetKind::kFile) included_by.emplace_back(link.module.index, i);
      }
    }
    std::sort(included_by.begin(), included_by.end());
    std::vector<bool> seen(after_.files.size());
    std::vector<FileIndex> open = files;
    for (const FileIndex file : files) seen[file] = true;
    while (!open.empty()) {
      const FileIndex file = open.back();
      open.pop_back();
      auto next = std::lower_bound(included_by.begin(), included_by.end(),
                                   std::pair<FileIndex, FileIndex>(file, 0));
      for (; next != included_by.end() && next->first == file; ++next) {
        if (seen[next->second]) continue;
        seen[next->second] = true;
        open.push_back(next->second);
      }
    }
    return seen;
  }

  // Every file that sees a file with other includes is resolved again. Its
  // declarations change if they mention a name that became visible or invisible.
  void MarkIncludeImpact() {
    std::set<Name> names;
    bool outside = false;
    for (const FileIndex file : include_changes_) {
      const Sight was = SightOf(before_, match_.old_of[file]);
      const Sight is = SightOf(after_, file);
      outside = outside || was.outside != is.outside;
      for (FileIndex i = 0; i < is.files.size(); ++i) {
        if (was.files[i] != is.files[i]) CollectNames(*states_[1], i, names);
        const FileIndex old = match_.old_of[i];
        if (was.files[i] != is.files[i] && old != kNoIndex) CollectNames(*states_[0], old, names);
      }
      for (FileIndex i = 0; i < was.gone.size(); ++i) {
        if (was.gone[i]) CollectNames(*states_[0], i, names);
      }
    }
    const std::vector<bool> includers = IncludersOf(include_changes_);
    for (FileIndex i = 0; i < includers.size(); ++i) {
      if (!includers[i]) continue;
      marks_.MarkFile(i);
      for (const InterfaceArc& arc : states_[1]->interfaces[i]->arcs) {
        if (outside || names.count(arc.mention) != 0) marks_.MarkName(arc.item, arc.aspects);
      }
    }
  }

  static void CollectNames(const LinkedState& state, FileIndex file, std::set<Name>& names) {
    for (const InterfaceItem& item : state.interfaces[file]->items) names.insert(item.name);
    // Namespaces are no items.
    for (const ModelDefinition& definition : state.program->files[file].model().definitions) {
      names.insert(definition.name);
    }
  }

  const Program& before_;
  const Program& after_;
  const LinkedState* const states_[2];
  const FileMatch& match_;
  ImpactMarks& marks_;
  std::set<PackageKey> packages_;
  std::vector<FileIndex> include_changes_;
};

}  // namespace

void MarkLinkImpact(const LinkedState& before, const LinkedState& after, const FileMatch& match,
                    ImpactMarks& marks) {
  LinkComparison(before, after, match, marks).Run();
}

void MarkWhole(const LinkedState& before, const LinkedState& after, const FileMatch& match,
               FileIndex file, ImpactMarks& marks) {
  LinkComparison(before, after, match, marks).MarkWholeOf(file);
}

void MarkModuleImporters(const Program& program, ImpactMarks& marks, std::size_t& done) {
  if (done == marks.modules().size()) return;
  std::vector<std::pair<FileIndex, std::pair<FileIndex, std::uint32_t>>> imported_by;
  for (FileIndex i = 0; i < program.files.size(); ++i) {
    const ProgramFile& file = program.files[i];
    for (std::uint32_t import = 0; import < file.imports.size(); ++import) {
      const ImportLink& link = file.imports[import];
      for (const Target& target : {link.module, link.bound}) {
        if (target.kind == TargetKind::kFile) imported_by.push_back({target.index, {i, import}});
      }
    }
  }
  std::sort(imported_by.begin(), imported_by.end());
  for (; done < marks.modules().size(); ++done) {
    const FileIndex module = marks.modules()[done];
    auto next = std::lower_bound(imported_by.begin(), imported_by.end(),
                                 std::pair(module, std::pair(FileIndex{0}, std::uint32_t{0})));
    for (; next != imported_by.end() && next->first == module; ++next) {
      const auto [file, index] = next->second;
      const ModelImport& import = program.files[file].model().imports[index];
      marks.MarkFile(file);
      marks.MarkName(import.alias, kBothAspects);
      if (import.Has(kImportStar)) marks.MarkModule(file);
    }
  }
}

}  // namespace waymark::indexer
