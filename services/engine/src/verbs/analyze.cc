#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/contracts.h"
#include "retrieval/cycles.h"
#include "retrieval/dead_code.h"
#include "retrieval/hotspots.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "services/paging.h"
#include "views/freshness.h"

namespace waymark::services {
namespace {

AnalyzedSymbol ToAnalyzedSymbol(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  return {.id = retrieval::HandleOf(view, symbol),
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
  answer.completeness = WithUnresolved(
      std::move(answer.completeness), found.asked_for,
      "taken for used, since references that are not resolved, or texts, ask for the name");
  answer.completeness =
      WithUnresolved(std::move(answer.completeness), found.decorated,
                     "taken for used, since decorators or annotations may register them");
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
  answer.completeness = WithUnresolved(std::move(answer.completeness), found.unresolved,
                                       "references are not resolved and could add to the counts");
  return absl::OkStatus();
}

absl::Status AddCycles(const graph::ReadView& view, const retrieval::CycleOptions& options,
                       AnalyzeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(retrieval::Cycles found, retrieval::FindCycles(view, options));
  for (retrieval::Cycle& cycle : found.cycles) {
    answer.cycles.push_back({.severity = std::string(Name(cycle.severity)),
                             .nodes = std::move(cycle.nodes),
                             .edges = std::move(cycle.edges)});
  }
  answer.total = found.total;
  answer.completeness =
      WithUnresolved(std::move(answer.completeness), found.unresolved,
                     "references are not resolved and could close another circle");
  return absl::OkStatus();
}

std::vector<ContractParty> PartiesOf(const graph::ReadView& view,
                                     const std::vector<SymbolId>& symbols) {
  std::vector<ContractParty> parties;
  for (const SymbolId symbol : symbols) {
    const SymbolRow row = view.Symbol(symbol);
    parties.push_back({.name = view.QualifiedName(symbol),
                       .path = std::string(view.File(row.file).path),
                       .line = row.name_position.line});
  }
  return parties;
}

std::string ServiceOf(const AnalyzedContract& contract) {
  const auto& parties = contract.providers.empty() ? contract.consumers : contract.providers;
  if (parties.empty()) return "";
  const std::string& path = parties.front().path;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

absl::Status AddContracts(const graph::ReadView& view, const retrieval::ContractOptions& options,
                          AnalyzeAnswer& answer) {
  WM_ASSIGN_OR_RETURN(const retrieval::Contracts found, retrieval::FindContracts(view, options));
  for (const retrieval::Contract& contract : found.contracts) {
    AnalyzedContract& row = answer.contracts.emplace_back();
    row.type = Name(contract.type);
    row.method = contract.method;
    row.path = contract.path;
    row.id =
        fmt::format("{} {}{}{}", row.type, row.method, row.method.empty() ? "" : " ", row.path);
    row.providers = PartiesOf(view, contract.providers);
    row.consumers = PartiesOf(view, contract.consumers);
    row.service = ServiceOf(row);
    row.is_orphan = contract.is_orphan();
  }
  answer.total = found.total;
  answer.completeness.certainty =
      std::max(answer.completeness.certainty, wire::Certainty::kLikelyComplete);
  answer.completeness.reason +=
      fmt::format("{}addresses and names that are put together when the program runs are not seen",
                  answer.completeness.reason.empty() ? "" : ", ");
  if (found.elsewhere != 0) {
    answer.completeness.reason +=
        fmt::format(", {} of tests, examples, vendored and generated files {} not listed",
                    found.elsewhere, found.elsewhere == 1 ? "is" : "are");
  }
  return absl::OkStatus();
}

// Adds the rows up to the end of the page.
absl::Status AddPageRows(const graph::ReadView& view, const AnalyzeRequest& request,
                         const Page& page, const CallControl& control, AnalyzeAnswer& answer) {
  switch (answer.analysis) {
    case Analysis::kDeadCode:
      return AddDeadCode(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
    case Analysis::kHotspots:
      return AddHotspots(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
    case Analysis::kCycles:
      return AddCycles(view, {.limit = page.end(), .cancelled = control.cancelled}, answer);
    case Analysis::kContracts:
      return AddContracts(view,
                          {.limit = page.end(),
                           .only_orphans = request.only_orphans,
                           .cancelled = control.cancelled},
                          answer);
  }
  return absl::InvalidArgumentError("analyze: there is no such analysis");
}

}  // namespace

absl::StatusOr<AnalyzeAnswer> Engine::Analyze(const AnalyzeRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxAnalyzeLimit));
  if (request.only_orphans && request.analysis != Analysis::kContracts) {
    return absl::InvalidArgumentError("only the analysis of contracts can list missing sides");
  }
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  AnalyzeAnswer answer{.analysis = request.analysis, .only_orphans = request.only_orphans};
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of(QuestionOf(request), *opened.view, request.limit, request.cursor));
  answer.completeness = CompletenessOfFiles(*opened.view);
  WM_RETURN_IF_ERROR(AddPageRows(*opened.view, request, page, control, answer));
  page.Trim(answer.symbols);
  page.Trim(answer.cycles);
  page.Trim(answer.contracts);
  if (page.end() < answer.total) answer.cursor = page.next();
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  answer.completeness = WithDiffering(std::move(answer.completeness), answer.index);
  return answer;
}

}  // namespace waymark::services
