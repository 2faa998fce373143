#include "retrieval/test_scope.h"

#include <algorithm>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "answers/changed_symbols.h"
#include "answers/convert.h"
#include "answers/name_lookup.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/file_tests.h"
#include "services/engine.h"
#include "services/paging.h"
#include "services/payload_text.h"
#include "tests/test_frameworks.h"
#include "tests/test_runners.h"
#include "views/freshness.h"
#include "views/store_damage.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

absl::Status CheckRequest(const TestScopeRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckBase(request.base, !request.symbols.empty()));
  if (request.base.empty()) {
    WM_RETURN_IF_ERROR(
        CheckRange("the number of symbols", request.symbols.size(), 1, kMaxScopeSymbols));
  }
  for (const std::string& symbol : request.symbols) {
    WM_RETURN_IF_ERROR(CheckText("a symbol", symbol, kMaxNameBytes));
  }
  WM_RETURN_IF_ERROR(CheckRange("the depth", request.depth, 1, retrieval::kMaxBlastDepth));
  return CheckRange("the limit", request.limit, 1, kMaxTestLimit);
}

ScopeTest ToTest(const graph::ReadView& view, SymbolId symbol, retrieval::TestEvidence evidence) {
  const SymbolRow row = view.Symbol(symbol);
  const FileRow file = view.File(row.file);
  return {.name = view.QualifiedName(symbol),
          .place = {.path = std::string(file.path),
                    .start_line = row.range.begin.line,
                    .end_line = row.range.end.line,
                    .name_line = row.name_position.line},
          .language = std::string(Name(file.language)),
          .evidence = std::string(Name(evidence)),
          .chain = {}};
}

ScopeTest ToTest(const graph::ReadView& view, const retrieval::TestScope& scope,
                 const retrieval::CoveringTest& covering) {
  ScopeTest test = ToTest(view, covering.symbol, retrieval::TestEvidence::kReaches);
  test.hop = covering.hop;
  test.confidence = covering.confidence;
  const std::vector<retrieval::BlastEntry>& entries = scope.blast.entries;
  // A file of blocks is reached over a symbol in it.
  if (entries[covering.entry].symbol != covering.symbol) test.chain.push_back(test.name);
  for (std::uint32_t i = covering.entry;; i = entries[i].via) {
    test.chain.push_back(view.QualifiedName(entries[i].symbol));
    if (entries[i].via == i || entries[i].hop == 0) break;
  }
  return test;
}

ScopeTest ToTest(const graph::ReadView& view, const retrieval::PossibleTest& found) {
  ScopeTest test = ToTest(view, found.symbol, retrieval::TestEvidence::kMayReach);
  test.hop = found.hop;
  test.confidence = found.confidence;
  if (found.chain.front() != found.symbol) test.chain.push_back(test.name);
  for (const SymbolId symbol : found.chain) test.chain.push_back(view.QualifiedName(symbol));
  return test;
}

ScopeTest ToTest(const graph::ReadView& view, const retrieval::FileTest& found) {
  ScopeTest test = ToTest(view, found.symbol, found.evidence);
  test.hop = 1;
  test.confidence = found.confidence;
  test.chain = {test.name, test.place.path, std::string(view.File(found.changed).path)};
  if (test.chain[0] == test.chain[1]) test.chain.erase(test.chain.begin());
  return test;
}

std::vector<FileId> FilesOf(const graph::ReadView& view, const std::vector<SymbolId>& symbols) {
  std::set<FileId> files;
  for (const SymbolId symbol : symbols) files.insert(view.FileOf(symbol));
  return {files.begin(), files.end()};
}

// Collects the tests of an answer, each once, as it was first found.
class Found {
 public:
  explicit Found(const graph::ReadView& view) : view_(view), frameworks_(view) {}

  void Add(const retrieval::TestScope& scope) {
    for (const retrieval::CoveringTest& test : scope.tests) {
      if (known_.insert(test.symbol).second) rows_.push_back({.covering = &test, .scope = &scope});
    }
  }

  // Adds tests of the state before the change that still exist under the same name in the same
  // file.
  void AddOlder(const graph::ReadView& older, const retrieval::TestScope& scope) {
    for (const retrieval::CoveringTest& test : scope.tests) {
      const SymbolId symbol = SameIn(view_, older, test.symbol);
      if (symbol == SymbolId::kNone || !known_.insert(symbol).second) continue;
      rows_.push_back({.covering = &test, .scope = &scope, .view = &older, .symbol = symbol});
    }
  }

  void Add(const std::vector<retrieval::PossibleTest>& tests, float min_confidence) {
    for (const retrieval::PossibleTest& test : tests) {
      if (test.confidence < min_confidence || !known_.insert(test.symbol).second) continue;
      rows_.push_back({.possible = &test});
    }
  }

  // The files of the tests that were added.
  std::set<FileId> Files() const {
    std::set<FileId> files;
    for (const SymbolId test : known_) files.insert(view_.FileOf(test));
    return files;
  }

  void Add(const std::vector<retrieval::FileTest>& tests, float min_confidence) {
    for (const retrieval::FileTest& test : tests) {
      if (test.confidence < min_confidence || !known_.insert(test.symbol).second) continue;
      rows_.push_back({.of_file = &test});
    }
  }

  std::size_t size() const { return rows_.size(); }

  std::size_t CountSure() const {
    return static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return IsSure(row); }));
  }

  ScopeTest At(std::size_t i) {
    const Row& row = rows_[i];
    ScopeTest test = ToTest(row);
    test.framework = frameworks_.Of(SymbolOf(row));
    test.is_sure = IsSure(row);
    return test;
  }

 private:
  struct Row {
    const retrieval::CoveringTest* covering = nullptr;
    const retrieval::TestScope* scope = nullptr;
    const retrieval::PossibleTest* possible = nullptr;
    const retrieval::FileTest* of_file = nullptr;
    const graph::ReadView* view = nullptr;  // of the older state; null: of this one
    SymbolId symbol = SymbolId::kNone;      // in this state, of a test of the older one
  };

  static bool IsSure(const Row& row) {
    return row.covering != nullptr && row.covering->confidence >= retrieval::kSureTestConfidence;
  }

  static SymbolId SymbolOf(const Row& row) {
    if (row.possible != nullptr) return row.possible->symbol;
    if (row.of_file != nullptr) return row.of_file->symbol;
    return row.view == nullptr ? row.covering->symbol : row.symbol;
  }

  ScopeTest ToTest(const Row& row) const {
    if (row.possible != nullptr) return services::ToTest(view_, *row.possible);
    if (row.of_file != nullptr) return services::ToTest(view_, *row.of_file);
    if (row.view == nullptr) return services::ToTest(view_, *row.scope, *row.covering);
    ScopeTest test = services::ToTest(*row.view, *row.scope, *row.covering);
    test.place = services::ToTest(view_, row.symbol, retrieval::TestEvidence::kReaches).place;
    return test;
  }

  const graph::ReadView& view_;
  TestFrameworks frameworks_;
  std::vector<Row> rows_;
  std::unordered_set<SymbolId> known_;
};

// Tests of files named after those of the symbols, without files that have known tests.
absl::StatusOr<std::vector<retrieval::FileTest>> TestsNamedAfter(
    const graph::ReadView& view, const std::vector<SymbolId>& symbols,
    const std::set<FileId>& with_known_tests) {
  std::vector<retrieval::FileTest> tests =
      retrieval::FindTestsOfFiles(view, /*history=*/nullptr, FilesOf(view, symbols));
  std::erase_if(tests, [&](const retrieval::FileTest& test) {
    return with_known_tests.contains(view.FileOf(test.symbol));
  });
  return tests;
}

absl::StatusOr<std::vector<retrieval::FileTest>> TestsOfChange(const graph::ReadView& view,
                                                               graph::Store& store,
                                                               const graph::ViewKey& key,
                                                               const std::filesystem::path& root,
                                                               std::span<const FileId> changed) {
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      OpenHistory(store, key, root));
  return retrieval::FindTestsOfFiles(view, history.get(), changed);
}

}  // namespace

absl::StatusOr<TestScopeAnswer> Engine::TestScope(const TestScopeRequest& request,
                                                  const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  std::vector<SymbolId> symbols;
  ChangedSymbols changed;
  if (!request.base.empty()) {
    WM_ASSIGN_OR_RETURN(changed, ChangeSince(request.base, view, request.state, control));
    symbols = changed.symbols;
  }
  std::vector<std::string> notes;
  for (const std::string& name : request.symbols) {
    WM_ASSIGN_OR_RETURN(const std::vector<NamedSymbol> all, ResolveOverloads(view, name));
    for (const NamedSymbol& named : all) AddWithDeclarations(named, symbols);
    notes.push_back(all.front().note);
  }
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of(QuestionOf(request), view, request.limit, request.cursor));
  if (!request.base.empty() && changed.files.empty() && changed.removed_symbols.empty()) {
    WM_RETURN_IF_ERROR(CheckSomeMayHaveChanged(changed, request.base, freshness.Wait()));
  }
  const WorkspacePool::Lease workspace(*workspaces_);
  const retrieval::BlastOptions options{.depth = request.depth,
                                        .min_confidence = request.min_confidence,
                                        .cancelled = control.cancelled,
                                        .workspace = workspace.get()};
  TestScopeAnswer answer;
  answer.name_note = JoinedNotes(notes);
  answer.completeness.certainty = wire::Certainty::kComplete;
  Found found(view);
  retrieval::TestScope scope;
  if (!symbols.empty()) {
    WM_ASSIGN_OR_RETURN(scope, retrieval::FindCoveringTests(view, symbols, options));
    answer.completeness = ToWireCompleteness(scope.blast.missing);
    found.Add(scope);
  }
  std::vector<retrieval::PossibleTest> possible;
  if (!symbols.empty()) {
    WM_ASSIGN_OR_RETURN(possible, retrieval::FindPossibleTests(view, symbols, options, scope));
  }
  retrieval::TestScope before;
  if (!changed.removed_symbols.empty()) {
    WM_ASSIGN_OR_RETURN(
        before, retrieval::FindCoveringTests(*changed.older, changed.removed_symbols, options));
    found.AddOlder(*changed.older, before);
    answer.completeness = Joined(answer.completeness, ToWireCompleteness(before.blast.missing));
    changed.removed.clear();  // its uses are followed
  }
  found.Add(possible, request.min_confidence);
  WM_ASSIGN_OR_RETURN(const std::vector<retrieval::FileTest> of_files,
                      request.base.empty()
                          ? TestsNamedAfter(view, symbols, found.Files())
                          : TestsOfChange(view, *store_, opened.key, request.root, changed.files));
  found.Add(of_files, request.min_confidence);

  const std::size_t end = std::min<std::size_t>(found.size(), page.end());
  for (std::size_t i = page.begin(); i < end; ++i) answer.tests.push_back(found.At(i));
  answer.sure = found.CountSure();
  answer.possible = found.size() - answer.sure;
  answer.omitted = found.size() - end;
  if (answer.omitted != 0) answer.cursor = page.next();
  answer.runners = ArgumentsOfRunners(answer.tests, *opened.sources);
  NameRunners(answer.tests, *opened.sources);
  answer.index = ToIndexInfo(view, FilesDiffering(changed, freshness.Wait()), opened.shown);
  answer.completeness = OfChange(changed, answer.index, answer.completeness);
  return answer;
}

}  // namespace waymark::services
