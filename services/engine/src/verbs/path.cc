#include "retrieval/path.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "services/engine.h"
#include "views/freshness.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kPathTool[] = "find_path";

absl::Status CheckRequest(const PathRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the first symbol", request.from, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckText("the last symbol", request.to, kMaxNameBytes));
  WM_RETURN_IF_ERROR(
      CheckRange("the number of hops", request.max_hops, 1, retrieval::kMaxBlastDepth));
  return CheckRange("the number of ways", request.count, 1, kMaxPaths);
}

// Whether there may be a path nevertheless, and why.
std::string MayHide(const graph::ReadView& view, std::uint64_t unresolved,
                    const wire::IndexInfo& index) {
  const wire::Completeness completeness =
      WithDiffering(WithUnresolved(CompletenessOfFiles(view), unresolved,
                                   "references of what was reached are not resolved"),
                    index);
  if (completeness.certainty == wire::Certainty::kExact) {
    return "; no reference of what was reached is left unresolved";
  }
  return fmt::format(", as far as is known: {}", completeness.reason);
}

}  // namespace

absl::StatusOr<PathAnswer> Engine::Path(const PathRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const NamedSymbol from, ResolveName(view, request.from));
  WM_ASSIGN_OR_RETURN(const NamedSymbol to, ResolveName(view, request.to));

  const SymbolId begin[] = {from.symbol};
  const SymbolId end[] = {to.symbol};
  const WorkspacePool::Lease workspace(*workspaces_);
  retrieval::PathOptions options{.max_hops = request.max_hops,
                                 .count = request.count,
                                 .cancelled = control.cancelled,
                                 .workspace = workspace.get()};
  WM_ASSIGN_OR_RETURN(const retrieval::Paths paths,
                      retrieval::FindPaths(view, begin, end, options));
  const wire::IndexInfo index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  if (paths.paths.empty()) {
    options.count = 1;
    WM_ASSIGN_OR_RETURN(const retrieval::Paths back,
                        retrieval::FindPaths(view, end, begin, options));
    return absl::NotFoundError(fmt::format(
        "no path of {} hops or fewer leads from {} to {}{}{}", request.max_hops, from.name, to.name,
        MayHide(view, paths.unresolved, index),
        back.paths.empty()
            ? ""
            : fmt::format("; one of {} leads the other way round", back.paths[0].steps.size())));
  }
  PathAnswer answer;
  answer.payload = ToPayload(view, paths.paths);
  answer.payload.tool = kPathTool;
  answer.payload.completeness = WithDiffering(
      WithUnresolved(CompletenessOfFiles(view), paths.unresolved,
                     request.count > 1
                         ? "references on the way are not resolved and may be others"
                         : "references on the way are not resolved and may be shorter"),
      index);
  answer.payload.index = index;
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
