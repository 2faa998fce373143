#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/lookup.h"
#include "retrieval/name_prefix.h"
#include "services/answer_pages.h"
#include "services/engine.h"
#include "services/paging.h"
#include "views/freshness.h"

namespace waymark::services {
namespace {

constexpr char kSearchTool[] = "search_symbols";
constexpr char kPrefixTool[] = "graph_query";

// The rows of a page; `omitted` receives the number of rows after it.
absl::StatusOr<wire::Payload> PageRows(const graph::ReadView& view, const SearchRequest& request,
                                       const Page& page, const CallControl& control,
                                       std::uint64_t& omitted) {
  wire::Payload payload;
  if (request.by_prefix) {
    WM_ASSIGN_OR_RETURN(
        const retrieval::RelatedSymbols found,
        retrieval::FindByPrefix(view, request.query,
                                {.limit = page.end(), .cancelled = control.cancelled}));
    omitted = found.omitted;
    const wire::Payload shown = ToPayload(view, found);
    payload = PageOf(shown, page.RowsOf(CountRows(shown)));
    payload.total_edges.reset();  // between the symbols of later pages there are others
    SetTotal(found.symbols.size() + omitted, payload);
  } else {
    retrieval::SearchResult result = retrieval::SearchSymbols(view, request.query, page.end());
    page.Trim(result.hits);
    omitted = result.omitted;
    payload = ToPayload(view, result.hits);
    SetTotal(page.begin() + result.hits.size() + omitted, payload);
  }
  payload.tool = request.by_prefix ? kPrefixTool : kSearchTool;
  return payload;
}

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
  SearchAnswer answer;
  std::uint64_t omitted = 0;
  WM_ASSIGN_OR_RETURN(answer.payload, PageRows(*opened.view, request, page, control, omitted));
  if (omitted != 0) {
    wire::Truncation& truncation = answer.payload.truncation.emplace();
    truncation.omitted = omitted;
    truncation.cursor = page.next();
    truncation.next_call = NextPage(request, truncation.cursor);
  }
  answer.payload.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  answer.payload.completeness =
      WithDiffering(CompletenessOfFiles(*opened.view), *answer.payload.index);
  if (answer.payload.symbols.empty()) {
    const UnreadFiles unread = FindUnreadFiles(*opened.view);
    answer.payload.completeness = WithUnresolved(std::move(answer.payload.completeness),
                                                 unread.count, "not read: " + unread.names);
  }
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
