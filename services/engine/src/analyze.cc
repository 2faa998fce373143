#include <string>
#include <utility>

#include "convert.h"
#include "freshness.h"
#include "graph/status.h"
#include "next_call.h"
#include "paging.h"
#include "requests.h"
#include "retrieval/cycles.h"
#include "retrieval/dead_code.h"
#include "retrieval/hotspots.h"
#include "services/engine.h"

namespace waymark::services {
namespace {

AnalyzedSymbol ToAnalyzedSymbol(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  return {.id = view.Identity(symbol).ToHex(),
          .kind = std::string(Name(row.kind)),
          .name = view.QualifiedName(symbol),
          .path = std::string(view.File(row.file).path),
          .line = row.name_position.line};
}

absl::Status AddDeadCode(const graph::ReadView& view, const retrieval::DeadCodeOptions& options,
                         AnalyzeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const retrieval::DeadCode found, retrieval::FindDeadCode(view, options));
  for (const retrieval::UnusedSymbol& unused : found.symbols) {
    AnalyzedSymbol& symbol = answer.symbols.emplace_back(ToAnalyzedSymbol(view, unused.symbol));
    symbol.reason = retrieval::Text(unused.reason);
  }
  answer.total = found.total;
  answer.considered = found.considered;
  return absl::OkStatus();
}

absl::Status AddHotspots(const graph::ReadView& view, const retrieval::HotspotOptions& options,
                         AnalyzeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const retrieval::Hotspots found, retrieval::FindHotspots(view, options));
  for (const retrieval::Hotspot& hotspot : found.symbols) {
    AnalyzedSymbol& symbol = answer.symbols.emplace_back(ToAnalyzedSymbol(view, hotspot.symbol));
    symbol.fan_in = hotspot.fan_in;
    symbol.fan_out = hotspot.fan_out;
    symbol.cross_cut = hotspot.cross_cut;
    symbol.score = hotspot.score;
  }
  answer.total = found.total;
  return absl::OkStatus();
}

absl::Status AddCycles(const graph::ReadView& view, const retrieval::CycleOptions& options,
                       AnalyzeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(retrieval::Cycles found, retrieval::FindCycles(view, options));
  for (retrieval::Cycle& cycle : found.cycles) {
    answer.cycles.push_back(
        {.severity = std::string(Name(cycle.severity)), .nodes = std::move(cycle.nodes)});
  }
  answer.total = found.total;
  return absl::OkStatus();
}

// The rows up to the end of the page.
absl::Status Add(const graph::ReadView& view, const Page& page, const CallControl& control,
                 AnalyzeAnswer& answer) {
  switch (answer.analysis) {
    case Analysis::kDeadCode:
      return AddDeadCode(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
    case Analysis::kHotspots:
      return AddHotspots(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
    case Analysis::kCycles:
      return AddCycles(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
  }
  return absl::InvalidArgumentError("analyze: there is no such analysis");
}

}  // namespace

absl::StatusOr<AnalyzeAnswer> Engine::Analyze(const AnalyzeRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxAnalyzeLimit));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  AnalyzeAnswer answer{.analysis = request.analysis};
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of(QuestionOf(request), *opened.view, request.limit, request.cursor));
  WM_RETURN_IF_ERROR(Add(*opened.view, page, control, answer));
  page.Trim(answer.symbols);
  page.Trim(answer.cycles);
  if (page.end() < answer.total) answer.cursor = page.next();
  answer.completeness = CompletenessOfFiles(*opened.view);
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  return answer;
}

}  // namespace waymark::services
