// Finds fixtures by the rules of pytest ("How to use fixtures", availability): in the enclosing
// types and the module, with the names that it imports, then in the fixture files of the
// directories above.
#include <algorithm>
#include <iterator>
#include <string>

#include "resolve/evaluate/evaluator.h"
#include "resolve/evaluate/evaluator_memory.h"

namespace waymark::indexer {
namespace {

// Types of generator functions; tests are given the yielded value.
constexpr std::string_view kGenerators[] = {"Generator",      "Iterator",      "Iterable",
                                            "AsyncGenerator", "AsyncIterator", "AsyncIterable"};

}  // namespace

// A fixture among the names of a module, including the names that it imports.
Resolution Evaluator::FixtureIn(FileIndex file, Name marked, SymbolRef asking) {
  Resolution out;
  const auto add = [&](const Resolution& found) {
    for (const Entity& entity : found.entities()) {
      if (entity.kind != EntityKind::kSymbol || entity.symbol == asking) continue;
      out.Add(entity);
      if (entity.symbol.file != file) out.WeakenTo(EdgeRule::kImportBinding);
    }
  };
  add(FileMember(file, file, marked, {}));
  if (!out.empty()) return out;
  std::string_view text = program_.names.Text(marked);
  text.remove_suffix(1);
  const Name plain = program_.names.Find(text);
  for (const ScopeEntry& entry : program_.files[file].model().Find(0, plain)) {
    if (entry.kind() != EntryKind::kImport) continue;
    const Resolution imported = FollowImport(file, entry.index(), {});
    for (const Entity& entity : imported.entities()) {
      if (entity.kind != EntityKind::kSymbol || entity.symbol == asking) continue;
      const FileModel& model = program_.files[entity.symbol.file].model();
      if (!model.Find(program_.Definition(entity.symbol).scope, marked).empty()) out.Add(entity);
    }
  }
  return out;
}

Resolution Evaluator::FixtureNamed(ScopeRef place, Name marked, SymbolRef asking) {
  const std::string_view fixture_file = RulesOfFile(place.file).fixture_file;
  if (fixture_file.empty() || marked == Name::kUnknown) return {};
  const FileModel& model = program_.files[place.file].model();
  // The fixture of a type or of its first base that has one.
  const auto of_type = [&](SymbolRef type) {
    const SymbolRef alone[] = {type};
    std::span<const SymbolRef> lineage = program_.LineageOf(type);
    if (lineage.empty()) lineage = alone;
    Resolution found;
    for (const SymbolRef& at : lineage) {
      if (!found.empty() || !Step()) break;
      const ScopeIndex members = program_.Definition(at).inner_scope;
      if (members != kNoIndex) found = LookInScope({at.file, members}, marked, {});
      if (at != type) found.WeakenTo(EdgeRule::kInheritedMember);
    }
    return found;
  };
  for (ScopeIndex scope = place.scope; scope != kNoIndex && scope != 0;
       scope = model.scopes[scope].parent) {
    const Scope& around = model.scopes[scope];
    const Resolution bound = around.kind == ScopeKind::kType
                                 ? of_type({place.file, around.definition})
                                 : LookInScope({place.file, scope}, marked, {});
    Resolution out;
    for (const Entity& entity : bound.entities()) {
      if (entity.kind == EntityKind::kSymbol && entity.symbol != asking) out.Add(entity);
    }
    if (!out.empty()) return out;
  }
  Resolution out = FixtureIn(place.file, marked, asking);
  std::string_view directory = DirectoryOf(program_.paths.Path(place.file));
  while (out.empty()) {
    const auto path = JoinPath(directory, fixture_file);
    const auto above = program_.paths.File(*path);
    if (above.has_value() && *above != place.file) out = FixtureIn(*above, marked, asking);
    out.WeakenTo(EdgeRule::kPackageMember);
    if (directory.empty()) break;
    directory = DirectoryOf(directory);
  }
  return out;
}

Resolution Evaluator::AskFixture(ScopeRef place, ExpressionIndex named, SymbolRef asking) {
  return Ask([&] { return FixtureNamed(place, ExpressionAt(place.file, named).name, asking); });
}

// The value of a parameter without annotation in a file of tests.
Resolution Evaluator::MadeByFixture(FileIndex file, ScopeIndex scope, Name parameter) {
  const FileModel& model = program_.files[file].model();
  if (RulesOfFile(file).fixture_file.empty() || !model.IsTest()) return {};
  const std::string marked = std::string(program_.names.Text(parameter)) + kFixtureMark;
  const DefinitionIndex owner = model.scopes[scope].definition;
  const Resolution fixture =
      FixtureNamed({file, scope}, program_.names.Find(marked), SymbolRef{file, owner});
  Resolution out;
  for (const Entity& entity : fixture.entities()) {
    const FileModel& in = program_.files[entity.symbol.file].model();
    ExpressionIndex type = in.definitions[entity.symbol.definition].return_type;
    while (type != kNoIndex && in.expressions[type].kind == ExpressionKind::kIndex) {
      type = in.expressions[type].operand;
    }
    const std::string_view name =
        type == kNoIndex ? std::string_view() : program_.names.Text(in.expressions[type].name);
    const bool yields =
        std::find(std::begin(kGenerators), std::end(kGenerators), name) != std::end(kGenerators);
    out.AddAll(yields ? ElementsOf(ReturnOf(entity)) : ReturnOf(entity));
  }
  return out;
}

}  // namespace waymark::indexer
