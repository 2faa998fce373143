#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "changed_symbols.h"
#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "name_lookup.h"
#include "next_call.h"
#include "paging.h"
#include "requests.h"
#include "services/engine.h"
#include "workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kBlastRadiusTool[] = "blast_radius";

wire::Completeness ToWire(const retrieval::BlastResult& result) {
  const wire::Certainty certainty = [&] {
    switch (result.completeness) {
      case retrieval::Completeness::kExact:
        return wire::Certainty::kExact;
      case retrieval::Completeness::kLowerBound:
        return wire::Certainty::kLowerBound;
      case retrieval::Completeness::kUnknown:
        break;
    }
    return wire::Certainty::kUnknown;
  }();
  return {.certainty = certainty,
          .count = result.unresolved_matching + result.skipped_files,
          .reason = result.completeness_reason};
}

wire::Affected AffectedOf(retrieval::BlastResult& result) {
  return {.symbols = result.affected_symbols,
          .files = result.affected_files,
          .tests = result.affected_tests,
          .hops = std::move(result.hop_counts),
          .beyond_depth = result.beyond_depth,
          .weak_edges = result.weak_edges};
}

// The rest is first what other pages hold, then what lies beyond the depth.
std::optional<wire::Truncation> TruncationOf(const BlastRadiusRequest& request,
                                             std::string_view name, const Page& page,
                                             const retrieval::BlastResult& result) {
  if (result.omitted == 0 && !result.beyond_depth) return std::nullopt;
  wire::Truncation truncation;
  if (result.omitted != 0) {
    truncation.omitted = result.omitted;
    truncation.cursor = page.next();
    truncation.next_call = NextPage(request, name, truncation.cursor);
  } else if (request.depth < retrieval::kMaxBlastDepth) {
    const std::uint32_t depth = std::min(2 * request.depth, retrieval::kMaxBlastDepth);
    truncation.next_call = Deeper(request, name, depth);
  }
  return truncation;
}

absl::Status CheckRequest(const BlastRadiusRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckBase(request.base, !request.symbol.empty()));
  if (request.base.empty()) {
    WM_RETURN_IF_ERROR(CheckText("the symbol", request.symbol, kMaxNameBytes));
  }
  WM_RETURN_IF_ERROR(CheckRange("the depth", request.depth, 1, retrieval::kMaxBlastDepth));
  if (!(request.min_confidence >= 0 && request.min_confidence <= 1)) {
    return absl::InvalidArgumentError(
        fmt::format("the least confidence is {}; it must be from 0 to 1", request.min_confidence));
  }
  return CheckRange("the limit", request.limit, 1, kMaxBlastLimit);
}

}  // namespace

absl::StatusOr<BlastRadiusAnswer> Engine::BlastRadius(const BlastRadiusRequest& request,
                                                      const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  NamedSymbol named;
  ChangedSymbols changed;
  std::vector<SymbolId> roots;
  if (request.base.empty()) {
    WM_ASSIGN_OR_RETURN(named, ResolveName(view, request.symbol));
    roots = named.declarations;
    roots.insert(roots.begin(), named.symbol);
  } else {
    WM_ASSIGN_OR_RETURN(changed, SymbolsChangedSince(request.base, view, request.state, control));
    roots = changed.symbols;
  }
  WM_ASSIGN_OR_RETURN(const Page page, Page::Of(QuestionOf(request, named.name), view,
                                                request.limit, request.cursor));
  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(retrieval::BlastResult result,
                      retrieval::ComputeBlastRadius(view, roots,
                                                    {.depth = request.depth,
                                                     .edge_types = request.edge_types,
                                                     .min_confidence = request.min_confidence,
                                                     .limit = page.limit(),
                                                     .skip = page.begin(),
                                                     .cancelled = control.cancelled,
                                                     .workspace = workspace.get()}));
  WM_RETURN_IF_ERROR(control.Check());

  BlastRadiusAnswer answer;
  answer.payload = ToPayload(view, result);
  answer.payload.tool = kBlastRadiusTool;
  answer.payload.completeness = ToWire(result);
  answer.payload.truncation = TruncationOf(request, named.name, page, result);
  answer.payload.affected = AffectedOf(result);
  answer.payload.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  if (!request.base.empty()) {
    answer.payload.completeness =
        OfChange(changed, *answer.payload.index, answer.payload.completeness);
  }
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
