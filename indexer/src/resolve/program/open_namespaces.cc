#include "resolve/program/open_namespaces.h"

#include <optional>
#include <utility>

namespace waymark::indexer {

void OpenNamespaces::AddFile(FileIndex index) {
  const FileModel& model = program_.files[index].model();
  AddTo(program_.names.Intern(name_of_(model, program_.names, 0)), index, {});
  for (ScopeIndex scope = 1; scope < model.scopes.size(); ++scope) {
    const Scope& at = model.scopes[scope];
    if (at.kind != ScopeKind::kNamespace || at.definition == kNoIndex) continue;
    AddTo(program_.names.Intern(name_of_(model, program_.names, scope)), index,
          {index, at.definition});
  }
}

void OpenNamespaces::Publish() {
  program_.namespaces.VisitKeys(
      [&](const auto& pairs) { named_.insert(named_.end(), pairs.begin(), pairs.end()); });
  program_.namespaces = MultiTable<Name, PackageIndex>(std::move(named_));
}

void OpenNamespaces::AddTo(Name name, FileIndex file, SymbolRef opened) {
  const auto next = static_cast<PackageIndex>(program_.packages.size());
  const auto [slot, inserted] = known_.try_emplace(name, next);
  if (inserted) {
    program_.packages.push_back({std::nullopt, name, {}, {}});
    named_.push_back({name, next});
  }
  Package& package = program_.packages[slot->second];
  if (package.files.empty() || package.files.back() != file) package.files.push_back(file);
  if (!opened.exists()) return;
  const bool is_better = !package.head.exists() || (IsApart(package.head) && !IsApart(opened));
  if (is_better) package.head = opened;
}

bool OpenNamespaces::IsApart(SymbolRef opened) const {
  return (program_.files[opened.file].model().file_flags & apart_flags_) != 0;
}

void LinkOpenNamespaces(Program& program, ProgramFile& file, NameOfNamespace name_of) {
  const FileModel& model = file.model();
  file.spaces.assign(model.scopes.size(), Space());
  for (ScopeIndex i = 0; i < model.scopes.size(); ++i) {
    if (i != 0 && model.scopes[i].kind != ScopeKind::kNamespace) continue;
    const auto package = program.NamespaceNamed(name_of(model, program.names, i));
    if (package.has_value()) file.spaces[i] = Space::OfPackage(*package);
  }
}

}  // namespace waymark::indexer
