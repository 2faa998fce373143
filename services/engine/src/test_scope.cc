#include "retrieval/test_scope.h"

#include <algorithm>
#include <utility>

#include "changed_symbols.h"
#include "convert.h"
#include "freshness.h"
#include "graph/status.h"
#include "name_lookup.h"
#include "next_call.h"
#include "paging.h"
#include "requests.h"
#include "services/engine.h"
#include "test_runners.h"
#include "workspace_pool.h"

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

ScopeTest ToTest(const graph::ReadView& view, const retrieval::TestScope& scope,
                 const retrieval::CoveringTest& covering) {
  const SymbolRow row = view.Symbol(covering.symbol);
  const FileRow file = view.File(row.file);
  ScopeTest test{.name = view.QualifiedName(covering.symbol),
                 .place = {.path = std::string(file.path),
                           .start_line = row.range.begin.line,
                           .end_line = row.range.end.line,
                           .name_line = row.name_position.line},
                 .language = std::string(Name(file.language)),
                 .hop = covering.hop,
                 .confidence = covering.confidence};
  const std::vector<retrieval::BlastEntry>& entries = scope.ways.entries;
  for (std::uint32_t i = covering.entry;; i = entries[i].via) {
    test.way.push_back(view.QualifiedName(entries[i].symbol));
    if (entries[i].via == i || entries[i].hop == 0) break;
  }
  return test;
}

wire::Completeness CompletenessOf(const retrieval::BlastResult& ways) {
  return {.certainty = ways.completeness == retrieval::Completeness::kExact
                           ? wire::Certainty::kExact
                           : wire::Certainty::kLowerBound,
          .count = ways.unresolved_matching + ways.skipped_files,
          .reason = ways.completeness_reason};
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
    WM_ASSIGN_OR_RETURN(changed, SymbolsChangedSince(request.base, view, request.state, control));
    symbols = changed.symbols;
  }
  for (const std::string& name : request.symbols) {
    WM_ASSIGN_OR_RETURN(const NamedSymbol named, ResolveName(view, name));
    symbols.push_back(named.symbol);
    symbols.insert(symbols.end(), named.declarations.begin(), named.declarations.end());
  }
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of(QuestionOf(request), view, request.limit, request.cursor));
  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(const retrieval::TestScope scope,
                      retrieval::FindCoveringTests(view, symbols,
                                                   {.depth = request.depth,
                                                    .min_confidence = request.min_confidence,
                                                    .cancelled = control.cancelled,
                                                    .workspace = workspace.get()}));
  TestScopeAnswer answer;
  const std::size_t end = std::min<std::size_t>(scope.tests.size(), page.end());
  for (std::size_t i = page.begin(); i < end; ++i) {
    answer.tests.push_back(ToTest(view, scope, scope.tests[i]));
  }
  answer.omitted = scope.tests.size() - end;
  if (answer.omitted != 0) answer.cursor = page.next();
  answer.runners = ArgumentsOfRunners(answer.tests);
  answer.completeness = CompletenessOf(scope.ways);
  answer.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  if (!request.base.empty()) {
    answer.completeness = OfChange(changed, answer.index, answer.completeness);
  }
  return answer;
}

}  // namespace waymark::services
