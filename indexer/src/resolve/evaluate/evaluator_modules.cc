// Beginnings of paths: the root of the package, the module itself, its parent, and libraries by
// name. Also macros, which are visible in every module of a package.
#include <algorithm>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

Entity FileModule(FileIndex file) {
  return {EntityKind::kModule, EdgeRule::kLexicalScope, {}, file};
}

// The innermost module inside the file around a scope; the file itself if there is none.
Entity InnermostModule(const Program& program, FileIndex file, ScopeIndex scope) {
  const FileModel& model = program.files[file].model();
  for (; scope != kNoIndex; scope = model.scopes[scope].parent) {
    const Scope& at = model.scopes[scope];
    if (at.kind == ScopeKind::kNamespace && at.definition != kNoIndex) {
      return {EntityKind::kSymbol, EdgeRule::kLexicalScope, {file, at.definition}};
    }
  }
  return FileModule(file);
}

}  // namespace

Resolution Evaluator::ModuleAt(ScopeRef place) const {
  return ResolutionOf(InnermostModule(program_, place.file, place.scope));
}

Resolution Evaluator::ModuleAround(const Entity& module) const {
  if (module.kind == EntityKind::kSymbol) {
    const ScopeIndex outside = program_.Definition(module.symbol).scope;
    return ResolutionOf(InnermostModule(program_, module.symbol.file, outside));
  }
  const ProgramFile& file = program_.files[module.index];
  Resolution out;
  if (file.parent_module == kNoIndex) {
    out.external = true;
  } else {
    out.Add(InnermostModule(program_, file.parent_module, file.parent_scope));
  }
  return out;
}

// Whether the name begins a path, as `crate` does; `out` is then its meaning.
bool Evaluator::BeginsPath(ScopeRef place, Name name, Resolution& out) const {
  const ResolutionRules& rules = RulesOfFile(place.file);
  if (!rules.modules_nest() || name == Name::kUnknown || name == Name::kEmpty) return false;
  const std::string_view text = program_.names.Text(name);
  switch (rules.path_start(text)) {
    case PathStart::kPackageRoot: {
      const FileIndex root = program_.files[place.file].crate_root;
      out = ResolutionOf(FileModule(root == kNoIndex ? place.file : root));
      return true;
    }
    case PathStart::kOwnModule:
      out = ModuleAt(place);
      return true;
    case PathStart::kOuterModule: {
      const Resolution module = ModuleAt(place);
      out = ModuleAround(module.entities()[0]);
      return true;
    }
    case PathStart::kName:
      break;
  }
  if (text != rules.own_type_name) return false;
  // `Self` inside a trait. Elsewhere the block that extends a type binds the name.
  const FileModel& model = program_.files[place.file].model();
  for (ScopeIndex scope = place.scope; scope != kNoIndex; scope = model.scopes[scope].parent) {
    if (!model.Find(scope, name).empty()) return false;
    const Scope& at = model.scopes[scope];
    if (at.kind != ScopeKind::kType || at.definition == kNoIndex) continue;
    out = ResolutionOf({EntityKind::kSymbol, EdgeRule::kSelfMember, {place.file, at.definition}});
    return true;
  }
  return false;
}

Resolution Evaluator::CrateNamed(Name name) const {
  const auto found = std::lower_bound(program_.crates.begin(), program_.crates.end(),
                                      std::pair<Name, FileIndex>(name, 0));
  if (found == program_.crates.end() || found->first != name) return {};
  return ResolutionOf({EntityKind::kModule, EdgeRule::kImportBinding, {}, found->second});
}

// Modules and types are one name space, functions and variables another.
void Evaluator::KeepWanted(Resolution& answer, LookupKind wanted) const {
  const auto is_space = [&](const Entity& entity) {
    if (entity.kind == EntityKind::kModule) return true;
    return entity.kind == EntityKind::kSymbol &&
           (IsTypeLike(entity.symbol) || IsNamespace(entity.symbol) ||
            program_.Definition(entity.symbol).kind == SymbolKind::kType);
  };
  Resolution kept;
  for (const Entity& entity : answer.entities()) {
    if (is_space(entity) == wanted.type) kept.Add(entity);
  }
  if (kept.empty() || kept.size() == answer.size()) return;
  kept.AddNotes(answer);
  answer = kept;
}

// Textual scope first, then `use`, then the whole crate.
Resolution Evaluator::MacroNamed(ScopeRef place, Name name) {
  const ProgramFile& file = program_.files[place.file];
  std::vector<SymbolRef> candidates;
  const auto take = [&](SymbolRef symbol) {
    if (program_.Definition(symbol).Has(kSymbolMacro)) candidates.push_back(symbol);
  };
  for (ScopeIndex scope = place.scope; scope != kNoIndex && candidates.empty();
       scope = file.model().scopes[scope].parent) {
    const auto entries = file.model().Find(scope, name);
    if (!Step() || !StepOver(entries.size())) return {};
    for (const ScopeEntry& entry : entries) {
      if (entry.kind() == EntryKind::kDefinition) take({place.file, entry.index()});
    }
  }
  Resolution out;
  if (candidates.empty()) {
    const Resolution bound = BindName(place, name, {});
    for (const Entity& entity : bound.entities()) {
      if (entity.kind == EntityKind::kSymbol) take(entity.symbol);
    }
    out.external = bound.external;
  }
  if (candidates.empty() && file.macros.exists()) {
    const auto members = program_.members.Find({file.macros, name});
    if (!StepOver(members.size())) return {};
    for (const auto& pair : members) take(pair.value);
  }
  if (!candidates.empty()) {
    out = {};
    Choose(place.file, candidates, {}, EdgeRule::kPackageMember, out);
    return out;
  }
  out.undeclared = true;
  return out;
}

Resolution Evaluator::AskMacro(ScopeRef place, ExpressionIndex index) {
  return Ask([&]() -> Resolution {
    const ModelExpression& expression = ExpressionAt(place.file, index);
    if (expression.kind == ExpressionKind::kName) return MacroNamed(place, expression.name);
    const Resolution bound = Bind(place, index, {});
    if (!bound.empty() || expression.operand == kNoIndex) return bound;
    // Exported macros are members of the crate's root, wherever they are defined.
    const Resolution module = Bind(place, expression.operand, {kUnknownArity, true});
    Resolution out = bound;
    for (const Entity& entity : module.entities()) {
      if (entity.kind == EntityKind::kModule) {
        out.AddAll(MacroNamed({entity.index, 0}, expression.name));
      }
    }
    return out;
  });
}

}  // namespace waymark::indexer
