#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "name_lookup.h"
#include "requests.h"
#include "services/engine.h"
#include "shell_word.h"
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

wire::Truncation TruncationOf(const BlastRadiusRequest& request, std::string_view name,
                              const retrieval::BlastResult& result) {
  wire::Truncation truncation;
  truncation.omitted = result.affected_symbols + result.hop_counts.front() - result.entries.size();
  // Nothing omitted: the depth cut something off.
  const std::uint64_t depth = truncation.omitted == 0 ? request.depth * 2 : request.depth;
  const std::uint64_t limit = request.limit + truncation.omitted;
  if (limit <= kMaxBlastLimit) {
    truncation.next_call =
        fmt::format("waymark blast-radius {} --depth {} --limit {}", ShellQuoted(name),
                    std::min<std::uint64_t>(depth, retrieval::kMaxBlastDepth), limit);
  }
  return truncation;
}

absl::Status CheckRequest(const BlastRadiusRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the symbol", request.symbol, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckRange("the depth", request.depth, 1, retrieval::kMaxBlastDepth));
  return CheckRange("the limit", request.limit, 1, kMaxBlastLimit);
}

}  // namespace

absl::StatusOr<BlastRadiusAnswer> Engine::BlastRadius(const BlastRadiusRequest& request,
                                                      const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  WM_ASSIGN_OR_RETURN(const NamedSymbol named, ResolveName(view, request.symbol));
  const WorkspacePool::Lease workspace(*workspaces_);
  std::vector<SymbolId> roots = {named.symbol};
  roots.insert(roots.end(), named.declarations.begin(), named.declarations.end());
  WM_ASSIGN_OR_RETURN(retrieval::BlastResult result,
                      retrieval::ComputeBlastRadius(view, roots,
                                                    {.depth = request.depth,
                                                     .edge_types = request.edge_types,
                                                     .limit = request.limit,
                                                     .cancelled = control.cancelled,
                                                     .workspace = workspace.get()}));
  WM_RETURN_IF_ERROR(control.Check());

  BlastRadiusAnswer answer;
  answer.payload = ToPayload(view, result);
  answer.payload.tool = kBlastRadiusTool;
  answer.payload.completeness = ToWire(result);
  if (result.truncated) answer.payload.truncation = TruncationOf(request, named.name, result);
  answer.payload.index = ToIndexInfo(view, freshness.Wait());
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload).status());
  answer.hop_counts = std::move(result.hop_counts);
  answer.affected_symbols = result.affected_symbols;
  answer.affected_files = result.affected_files;
  answer.affected_tests = result.affected_tests;
  answer.unresolved_matching = result.unresolved_matching;
  answer.skipped_files = result.skipped_files;
  return answer;
}

}  // namespace waymark::services
