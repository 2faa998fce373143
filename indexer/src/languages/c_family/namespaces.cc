// The namespaces of C and C++ by qualified name.
#include <fmt/format.h>

#include "languages/c_family/c_family_language.h"

namespace waymark::indexer {
namespace {

// Members of an unnamed namespace belong to the enclosing one: they are hidden because nobody
// includes them.
Space NamespaceInside(Space outer, Name name, NameTable& names) {
  if (name == Name::kEmpty) return outer;
  const auto outer_name = static_cast<Name>(outer.index());
  if (outer_name == Name::kEmpty) return Space::Namespace(name);
  return Space::Namespace(
      names.Intern(fmt::format("{}::{}", names.Text(outer_name), names.Text(name))));
}

// A namespace that a macro opens is around the code beside the macro; so is a written namespace of
// the same name.
bool IsTransparent(const Program& program, const FileModel& model, const Scope& scope) {
  if (scope.definition == kNoIndex) return false;
  const ModelDefinition& opened = model.definitions[scope.definition];
  return opened.Has(kSymbolMacro) ||
         (scope.parent == 0 && program.macro_namespaces.count(opened.name) != 0);
}

}  // namespace

void LinkNamespaces(Program& program, ProgramFile& file) {
  const FileModel& model = file.model();
  file.spaces.resize(model.scopes.size());
  file.spaces[0] = Space::Namespace(Name::kEmpty);
  for (ScopeIndex i = 1; i < model.scopes.size(); ++i) {
    const Scope& scope = model.scopes[i];
    // Parents precede their children. Scopes inside functions and types share nothing.
    if (scope.kind != ScopeKind::kNamespace || scope.parent >= i) continue;
    const Space outer = file.spaces[scope.parent];
    if (!outer.exists()) continue;
    if (IsTransparent(program, model, scope)) {
      file.spaces[i] = outer;
      continue;
    }
    const Name name =
        scope.definition == kNoIndex ? Name::kEmpty : model.definitions[scope.definition].name;
    file.spaces[i] = NamespaceInside(outer, name, program.names);
  }
}

}  // namespace waymark::indexer
