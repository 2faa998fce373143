// What a test runner makes for tests: fixtures that they ask for, and those that all in reach have.
#include <algorithm>
#include <string_view>

#include "fixture_names.h"
#include "graph/hash.h"
#include "resolve/file_resolver.h"
#include "resolve/module_rules.h"
#include "resolve/resolution_rules.h"

namespace waymark::indexer {

// A test runner has fixtures of its own, and arguments from elsewhere: what is not found is no
// news.
void FileResolver::AddFixture(const Reference& reference) {
  const Answer fixture =
      evaluator_.AskFixture(PlaceOf(reference), reference.expression, {file_, reference.owner});
  if (fixture.size() != 1) return;
  const Entity& found = fixture.entities()[0];
  AddEdge(reference.owner, found.symbol, EdgeType::kReferences, found.rule, reference.site);
}

void FileResolver::AddUsedFixtures() {
  const std::string_view fixture_file = evaluator_.RulesOfFile(file_).fixture_file;
  const FileModel& model = program_.files[file_].model();
  if (fixture_file.empty() || !model.IsTest()) return;
  std::vector<std::uint32_t>& mentions = out_->mentions;
  const std::uint32_t mention = MentionHash(kUsedFixtures);
  const auto at = std::lower_bound(mentions.begin(), mentions.end(), mention);
  if (at == mentions.end() || *at != mention) mentions.insert(at, mention);
  const Name marked = program_.names.Find(kUsedFixtures);
  if (marked == Name::kUnknown) return;
  std::vector<Meant> above;  // of the directory and those around it
  std::string_view directory = DirectoryOf(program_.paths.Path(file_));
  for (;;) {
    const auto path = JoinPath(directory, fixture_file);
    const auto file = program_.paths.File(*path);
    if (file.has_value() && *file != file_) {
      CollectUsedFixtures(*file, 0, marked, EdgeRule::kPackageMember, above);
    }
    if (directory.empty()) break;
    directory = DirectoryOf(directory);
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

// Those that are defined in the scope itself.
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
