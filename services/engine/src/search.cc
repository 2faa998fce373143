#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "convert.h"
#include "cost_model.h"
#include "freshness.h"
#include "graph/status.h"
#include "requests.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "shell_word.h"

namespace waymark::services {
namespace {

constexpr char kSearchTool[] = "search";

}  // namespace

absl::StatusOr<SearchAnswer> Engine::Search(const SearchRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the query", request.query, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxSearchLimit));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  // One more than asked for tells whether there are more.
  std::vector<retrieval::SearchHit> hits =
      retrieval::SearchSymbols(*opened.view, request.query, request.limit + std::size_t{1});
  const bool truncated = hits.size() > request.limit;
  if (truncated) hits.resize(request.limit);

  SearchAnswer answer;
  answer.payload = ToPayload(*opened.view, hits);
  answer.payload.tool = kSearchTool;
  if (truncated) {
    wire::Truncation& truncation = answer.payload.truncation.emplace();
    if (request.limit < kMaxSearchLimit) {
      truncation.next_call = fmt::format("waymark search {} --limit {}", ShellQuoted(request.query),
                                         std::min(request.limit * 2, kMaxSearchLimit));
    }
  }
  answer.payload.index = ToIndexInfo(*opened.view, freshness.Wait());
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload).status());
  return answer;
}

}  // namespace waymark::services
