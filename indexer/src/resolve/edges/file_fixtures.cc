// Objects that a test runner makes for tests: fixtures that tests ask for, and fixtures that all
// tests in their scope get.
#include <algorithm>
#include <string_view>
#include <vector>

#include "extract/dynamic_names/fixture_names.h"
#include "graph/hash.h"
#include "graph/open_names.h"
#include "resolve/edges/file_resolver.h"
#include "resolve/program/module_rules.h"
#include "resolve/rules/resolution_rules.h"

namespace waymark::indexer {
namespace {

// The fixture files of a file's directory and of those above it.
std::vector<FileIndex> FixtureFilesAbove(const Program& program, FileIndex from,
                                         std::string_view fixture_file) {
  std::vector<FileIndex> files;
  std::string_view directory = DirectoryOf(program.paths.Path(from));
  for (;;) {
    const auto path = JoinPath(directory, fixture_file);
    const auto file = program.paths.File(*path);
    if (file.has_value() && *file != from) files.push_back(*file);
    if (directory.empty()) return files;
    directory = DirectoryOf(directory);
  }
}

}  // namespace

// Test runners have fixtures and arguments of their own, so a fixture that is not found is not
// reported.
void FileResolver::AddFixture(const Reference& reference) {
  const std::string_view marked = NameOf(reference.expression);
  if (marked.substr(0, marked.size() - 1) == kAnyMember) {  // a fixture of any file in scope
    std::vector<Meant> holders = {{{file_, 0}}};
    const std::string_view fixture_file = evaluator_.RulesOfFile(file_).fixture_file;
    for (const FileIndex file : FixtureFilesAbove(program_, file_, fixture_file)) {
      holders.push_back({{file, 0}});
    }
    asks_any_fixture_ = true;
    return AddAmbiguous(reference.owner, kAnyMember, EdgeType::kReferences, reference.site,
                        holders);
  }
  const Resolution fixture =
      evaluator_.AskFixture(PlaceOf(reference), reference.expression, {file_, reference.owner});
  if (fixture.size() != 1) return;
  const Entity& found = fixture.entities()[0];
  AddEdge(reference.owner, found.symbol, EdgeType::kReferences, found.rule, reference.site);
}

void FileResolver::AddUsedFixtures() {
  const std::string_view fixture_file = evaluator_.RulesOfFile(file_).fixture_file;
  const FileModel& model = program_.files[file_].model();
  if (fixture_file.empty() || !model.IsTest()) return;
  const auto mention = [this](std::string_view name) {
    std::vector<std::uint32_t>& mentions = out_->mentions;
    const std::uint32_t hash = MentionHash(name);
    const auto at = std::lower_bound(mentions.begin(), mentions.end(), hash);
    if (at == mentions.end() || *at != hash) mentions.insert(at, hash);
  };
  mention(kUsedFixtures);
  if (asks_any_fixture_) mention(fixture_file.substr(0, fixture_file.rfind('.')));
  const Name marked = program_.names.Find(kUsedFixtures);
  if (marked == Name::kUnknown) return;
  std::vector<Meant> above;
  for (const FileIndex file : FixtureFilesAbove(program_, file_, fixture_file)) {
    CollectUsedFixtures(file, 0, marked, EdgeRule::kPackageMember, above);
  }
  for (DefinitionIndex test = 1; test < model.definitions.size(); ++test) {
    if (!IsTestCase(test)) continue;
    std::vector<Meant> used = above;
    ScopeIndex scope = model.definitions[test].scope;
    for (; scope != kNoIndex; scope = model.scopes[scope].parent) {
      CollectUsedFixtures(file_, scope, marked, EdgeRule::kLexicalScope, used);
    }
    const Position site = out_->facts.definitions[test].name_position;
    for (const Meant& fixture : used) {
      AddEdge(test, fixture.symbol, EdgeType::kReferences, fixture.rule, site);
    }
  }
}

// Only those defined in the scope itself.
void FileResolver::CollectUsedFixtures(FileIndex file, ScopeIndex scope, Name marked, EdgeRule rule,
                                       std::vector<Meant>& out) const {
  const FileModel& model = program_.files[file].model();
  for (const ScopeEntry& entry : model.Find(scope, marked)) {
    if (entry.kind() != EntryKind::kBinding) continue;
    const ExpressionIndex named = model.bindings[entry.index()].value;
    for (const ScopeEntry& function : model.Find(scope, model.expressions[named].name)) {
      if (function.kind() == EntryKind::kDefinition)
        out.push_back({{file, function.index()}, rule});
    }
  }
}

}  // namespace waymark::indexer
