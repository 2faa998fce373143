#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "next_call.h"
#include "paging.h"
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
  WM_ASSIGN_OR_RETURN(const Page page,
                      Page::Of(QuestionOf(request), *opened.view, request.limit, request.cursor));

  retrieval::SearchResult result =
      retrieval::SearchSymbols(*opened.view, request.query, page.end());
  page.Trim(result.hits);

  SearchAnswer answer;
  answer.payload = ToPayload(*opened.view, result.hits);
  answer.payload.tool = kSearchTool;
  answer.payload.completeness = CompletenessOfFiles(*opened.view);
  if (result.omitted != 0) {
    wire::Truncation& truncation = answer.payload.truncation.emplace();
    truncation.omitted = result.omitted;
    truncation.cursor = page.next();
    truncation.next_call = NextPage(request, truncation.cursor);
  }
  answer.payload.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
