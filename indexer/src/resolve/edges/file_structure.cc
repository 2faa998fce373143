// Edges from the location of a file and from declarations: owners, imports, bases, overrides,
// declarations of definitions.
#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <tuple>

#include "resolve/edges/file_resolver.h"

namespace waymark::indexer {

// The definitions in the owners' file are its owners, in their order (code_owners.h).
void FileResolver::AddOwners() {
  if (program_.owners_file == kNoIndex) return;
  const auto& definitions = program_.files[program_.owners_file].model().definitions;
  for (const std::uint32_t owner : program_.owners->rules.OwnersOf(program_.paths.Path(file_))) {
    if (owner + 1 >= definitions.size()) continue;
    AddEdge(0, {program_.owners_file, owner + 1}, EdgeType::kOwnedBy, EdgeRule::kCodeOwners, {});
  }
}

void FileResolver::AddImports() {
  const auto& links = program_.files[file_].imports;
  for (std::uint32_t i = 0; i < links.size(); ++i) AddImportEdges(i);
}

void FileResolver::AddImportEdges(std::uint32_t index) {
  const Import& import = out_->facts.imports[index];
  const ModelImport& model = program_.files[file_].model().imports[index];
  const Target target = program_.files[file_].imports[index].module;
  const auto import_file = [&](FileIndex file) {
    if (file == file_) return;
    AddEdge(0, {file, 0}, EdgeType::kImports, EdgeRule::kImportBinding, import.site);
  };
  switch (target.kind) {
    case TargetKind::kFile:
      import_file(target.index);
      break;
    case TargetKind::kType: {
      const SymbolRef type = program_.TypeAt(target.index);
      import_file(type.file);
      AddEdge(0, type, EdgeType::kReferences, EdgeRule::kImportBinding, import.site);
      break;
    }
    case TargetKind::kPackage:
      if (const SymbolRef head = program_.packages[target.index].head; head.exists()) {
        AddEdge(0, head, EdgeType::kImports, EdgeRule::kImportBinding, import.site);
        break;
      }
      for (const FileIndex file : program_.packages[target.index].files) {
        if (!program_.files[file].model().IsTest()) import_file(file);
      }
      break;
    case TargetKind::kDirectory:
      break;
    case TargetKind::kExternal:
    case TargetKind::kUnknown: {
      Resolution notes;
      notes.external = target.kind == TargetKind::kExternal;
      AddUnresolved(0, out_->facts.strings.at(import.module), EdgeType::kImports, import.site,
                    notes);
      if (notes.external || import.name == 0) return;
      AddUnresolved(0, out_->facts.strings.at(import.name), EdgeType::kReferences, import.site,
                    notes);
      return;
    }
  }
  if (import.name == 0) return;
  // The imported name itself: a symbol, or a module.
  const Resolution named = evaluator_.AskModuleMember(target, file_, model.name);
  for (const Entity& entity : named.entities()) {
    if (entity.kind == EntityKind::kModule) import_file(entity.index);
    if (entity.kind == EntityKind::kSymbol && named.size() == 1) {
      AddEdge(0, entity.symbol, EdgeType::kReferences, EdgeRule::kImportBinding, import.site);
    }
  }
}

// The relation of a type to a base, where the base alone decides it.
EdgeType FileResolver::RelationTo(SymbolRef base, DefinitionIndex type, EdgeType written) const {
  if (!evaluator_.RulesOfFile(file_).bases_tell_relation) return written;
  const bool implements = DefinitionAt(base).kind == SymbolKind::kInterface &&
                          DefinitionAt({file_, type}).kind != SymbolKind::kInterface;
  return implements ? EdgeType::kImplements : EdgeType::kExtends;
}

void FileResolver::AddBases() {
  for (const DefinitionIndex type : program_.files[file_].types) {
    const Definition& definition = out_->facts.definitions[type];
    const auto resolved = program_.BasesOf({file_, type});
    for (std::uint32_t i = 0; i < definition.bases_count; ++i) {
      const std::uint32_t index = definition.bases_begin + i;
      const Base& base = out_->facts.bases[index];
      const bool inside = (base.flags & kBaseInside) != 0 && definition.inner_scope != kNoIndex;
      const ScopeRef place{file_, inside ? definition.inner_scope : definition.scope};
      const Reference reference{
          ReferenceRole::kType, base.type, place.scope, type, kNoIndex, base.site};
      AddOperands(reference, base.type);
      bool found = false;
      std::vector<Meant> meant;
      for (const ResolvedBase& candidate : resolved) {
        if (candidate.base != index) continue;
        found = true;
        meant.push_back({candidate.type});
        if (candidate.type == program_.CanonicalOf({file_, type}))
          continue;  // an extension of itself
        AddEdge(type, candidate.type, RelationTo(candidate.type, type, base.relation),
                candidate.rule, base.site);
      }
      if (found) {
        AddStandIns(reference, base.type,
                    evaluator_.AskBinding(place, base.type, {kUnknownArity, true}), meant);
        continue;
      }
      const Resolution answer = evaluator_.AskType(place, base.type);
      std::vector<Meant> several;
      for (const Entity& entity : answer.entities()) {
        if (entity.kind == EntityKind::kInstance) several.push_back({entity.symbol, entity.rule});
      }
      if (several.size() > 1) {
        AddAmbiguous(type, NameOf(base.type), base.relation, base.site, several);
      } else {
        AddUnresolved(type, NameOf(base.type), base.relation, base.site, answer);
      }
    }
    for (const ResolvedBase& base : resolved) {
      if (base.base == kNoIndex) AddEdge(type, base.type, EdgeType::kImplements, base.rule, {});
    }
    for (const auto& pair : program_.satisfied.Find({file_, type})) {
      AddEdge(type, pair.value, EdgeType::kImplements, EdgeRule::kMethodSet, {});
    }
  }
}

// The method that a method of a type would override; empty if it can only hide one.
Resolution FileResolver::AskOverridden(DefinitionIndex index, SymbolRef type) {
  const ModelDefinition& method = DefinitionAt({file_, index});
  const ResolutionRules& rules = evaluator_.RulesOfFile(file_);
  const Definition& written = out_->facts.definitions[index];
  const std::string_view signature = out_->facts.strings.at(written.signature);
  const bool may_hide = rules.own_methods_hide && method.Has(kSymbolStatic) &&
                        !NamesItsBase(rules, program_.names.Text(method.name), signature);
  if (may_hide) return {};
  // Definitions in a block for a base carry the base's name as discriminator.
  if (rules.overrides_in_blocks && written.discriminator == 0) return {};
  LookupKind wanted{method.parameter_count};
  wanted.side = method.Has(kSymbolStatic) ? Side::kOwn : Side::kInstance;
  if (rules.overrides_need_virtual && !evaluator_.AskOverrides({file_, index}, type)) return {};
  if (rules.separate_names || rules.overrides_need_virtual) wanted.overrider = {file_, index};
  Resolution inherited = evaluator_.AskMember(type, method.name, wanted, true);
  if (rules.override_word.empty() || inherited.size() != 1) return inherited;
  if (signature.find(rules.override_word) != std::string_view::npos) return inherited;
  // Without `override` the method implements an interface.
  for (const SymbolRef base : program_.LineageOf(type)) {
    if (DefinitionAt(base).kind != SymbolKind::kInterface) continue;
    Resolution asked = evaluator_.AskMember(base, method.name, wanted, false);
    if (!asked.empty()) return asked;
  }
  return {};
}

// Whether a definition may override: a method, and in a block for a trait also a constant or a
// type.
bool FileResolver::MayOverride(DefinitionIndex index) const {
  const ModelDefinition& member = DefinitionAt({file_, index});
  switch (member.kind) {
    case SymbolKind::kMethod:
    case SymbolKind::kFunction:
      return true;
    case SymbolKind::kConst:
    case SymbolKind::kType:
      return evaluator_.RulesOfFile(file_).overrides_in_blocks &&
             out_->facts.definitions[index].discriminator != 0;
    default:
      return false;
  }
}

// A method overrides the nearest one of its name among the bases, and those of interfaces that its
// type satisfies.
void FileResolver::AddOverrides() {
  const auto& definitions = program_.files[file_].model().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    const ModelDefinition& method = definitions[i];
    if (!MayOverride(i) || method.Has(kSymbolConstructor)) continue;
    // A function inside a constructor function is not a method of the objects.
    const FileModel& model = program_.files[file_].model();
    if (method.owner == kNoIndex && model.scopes[method.scope].kind == ScopeKind::kFunction) {
      continue;
    }
    for (const auto& pair : program_.satisfied.Find({file_, i})) {
      AddEdge(i, pair.value, EdgeType::kOverrides, EdgeRule::kMethodSet, {});
      overriding_.insert(i);
    }
    const SymbolRef parent = program_.CanonicalOf(program_.ParentOf({file_, i}));
    if (!program_.IsType(parent) || program_.LineageOf(parent).size() <= 1) continue;
    const Resolution inherited = AskOverridden(i, parent);
    if (inherited.size() != 1 || inherited.entities()[0].kind != EntityKind::kSymbol) continue;
    const Entity& base = inherited.entities()[0];
    if (DefinitionAt(base.symbol).IsCallable() != method.IsCallable()) continue;
    AddEdge(i, base.symbol, EdgeType::kOverrides, EdgeRule::kInheritedMember, {});
    overriding_.insert(i);
  }
}

// In languages with overload signatures: each signature declares the one definition that follows.
void FileResolver::AddOverloadSignatures() {
  if (!evaluator_.RulesOfFile(file_).has_overload_signatures) return;
  std::map<std::tuple<ScopeIndex, Name, bool>, DefinitionIndex> next;  // definitions further down
  const auto& definitions = program_.files[file_].model().definitions;
  for (auto i = static_cast<DefinitionIndex>(definitions.size()); i-- > 1;) {
    const ModelDefinition& definition = definitions[i];
    if (!definition.IsCallable() || definition.Has(kSymbolProperty)) continue;
    const std::tuple key(definition.scope, definition.name, definition.Has(kSymbolStatic));
    if (!definition.Has(kSymbolDeclaration)) {
      next[key] = i;
    } else if (const auto found = next.find(key); found != next.end()) {
      AddEdge(i, {file_, found->second}, EdgeType::kDeclares, EdgeRule::kStructure, {});
    }
  }
}

void FileResolver::AddDeclarations() {
  AddOverloadSignatures();
  if (program_.definitions_of.size() == 0) return;
  const auto& definitions = program_.files[file_].model().definitions;
  for (DefinitionIndex i = 1; i < definitions.size(); ++i) {
    for (const auto& pair : program_.definitions_of.Find({file_, i})) {
      AddEdge(i, pair.value, EdgeType::kDeclares, EdgeRule::kStructure, {});
    }
  }
}

}  // namespace waymark::indexer
