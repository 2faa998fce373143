#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/status.h"
#include "retrieval/difference.h"
#include "retrieval/incompleteness.h"
#include "services/engine.h"
#include "services/paging.h"
#include "views/freshness.h"
#include "views/kept_differences.h"

namespace waymark::services {
namespace {

constexpr char kDiffTool[] = "semantic_diff";

absl::Status CheckRequest(const DiffRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the revision", request.base, kMaxNameBytes));
  return CheckRange("the limit", request.limit, 1, kMaxDiffLimit);
}

wire::Completeness CompletenessOf(const retrieval::Difference& difference,
                                  std::uint64_t unread_files) {
  wire::Completeness completeness = {.certainty = wire::Certainty::kComplete};
  std::vector<std::string> reasons;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    reasons.push_back(fmt::format("{} {}", count, what));
  };
  add(difference.unresolved, "references of what differs that are not resolved");
  add(difference.unread_files, "files whose text was not compared: it is not what was indexed");
  if (unread_files != 0) completeness.certainty = wire::Certainty::kLikelyComplete;
  if (reasons.empty()) return completeness;
  completeness.certainty = wire::Certainty::kIncomplete;
  completeness.reason = fmt::format("{}", fmt::join(reasons, "; "));
  return completeness;
}

std::optional<wire::Truncation> TruncationOf(const DiffRequest& request, const Page& page,
                                             std::uint64_t omitted) {
  if (omitted == 0) return std::nullopt;
  const std::string cursor = page.next();
  return wire::Truncation{
      .omitted = omitted, .cursor = cursor, .next_call = NextPage(request, cursor)};
}

}  // namespace

absl::StatusOr<std::shared_ptr<const retrieval::Difference>> Engine::DifferenceOf(
    const OpenedView& older, const OpenedView& newer, const CallControl& control) {
  const bool has_buffers = newer.shown == wire::ShownState::kBuffers;
  if (!has_buffers) {
    if (KeptDifferences::Found kept = differences_->Find(*older.view, *newer.view)) return kept;
  }
  WM_ASSIGN_OR_RETURN(
      retrieval::Difference found,
      retrieval::FindDifference({.view = *older.view, .text = TextFrom(older.sources)},
                                {.view = *newer.view, .text = TextFrom(newer.sources)},
                                control.cancelled));
  auto whole = std::make_shared<const retrieval::Difference>(std::move(found));
  if (!has_buffers) differences_->Keep(*older.view, *newer.view, whole);
  return whole;
}

absl::StatusOr<DiffAnswer> Engine::Diff(const DiffRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView newer, OpenView(request.root, request.state, control));
  const graph::ReadView& after = *newer.view;
  FreshnessCheck freshness(*store_, newer.key, newer.files_differing);
  WM_ASSIGN_OR_RETURN(const OpenedView older,
                      OpenCommitView(after.info().root_path, request.base, control));
  const graph::ReadView& before = *older.view;
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const Page page, Page::Of("diff " + before.info().root.ToHex(), after,
                                                request.limit, request.cursor));

  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const retrieval::Difference> whole,
                      DifferenceOf(older, newer, control));
  const retrieval::Difference difference = PageOf(*whole, page.begin(), page.limit());
  DiffAnswer answer;
  answer.payload = ToPayload(before, after, difference);
  answer.payload.tool = kDiffTool;
  answer.payload.difference->base = ToIndexInfo(before, older.files_differing, older.shown);
  answer.payload.truncation = TruncationOf(request, page, difference.omitted);
  answer.payload.index = ToIndexInfo(after, freshness.Wait(), newer.shown);
  answer.payload.completeness =
      WithDiffering(CompletenessOf(difference, retrieval::CountUnreadFiles(before) +
                                                   retrieval::CountUnreadFiles(after)),
                    *answer.payload.index);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

}  // namespace waymark::services
