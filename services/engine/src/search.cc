#include <algorithm>

#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "next_call.h"
#include "requests.h"
#include "retrieval/lookup.h"
#include "services/engine.h"

namespace waymark::services {
namespace {

constexpr char kSearchTool[] = "search_symbols";

}  // namespace

absl::StatusOr<SearchAnswer> Engine::Search(const SearchRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the query", request.query, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxSearchLimit));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  const retrieval::SearchResult result =
      retrieval::SearchSymbols(*opened.view, request.query, request.limit);

  SearchAnswer answer;
  answer.payload = ToPayload(*opened.view, result.hits);
  answer.payload.tool = kSearchTool;
  answer.payload.completeness = CompletenessOfFiles(*opened.view);
  if (result.omitted != 0) {
    wire::Truncation& truncation = answer.payload.truncation.emplace();
    truncation.omitted = result.omitted;
    if (request.limit < kMaxSearchLimit) {
      const std::uint64_t limit = request.limit + result.omitted;
      truncation.next_call = NextSearch(
          request, static_cast<std::uint32_t>(std::min<std::uint64_t>(limit, kMaxSearchLimit)));
    }
  }
  answer.payload.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
