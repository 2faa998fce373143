// A context of several repositories: each gives a pack, and the packs are merged.
#include <algorithm>
#include <string>
#include <utility>

#include "answers/answer_store.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "services/engine.h"
#include "services/merged_answers.h"
#include "services/workspaces.h"

namespace waymark::services {
namespace {

absl::Status CheckRequest(const ContextRequest& request) {
  WM_RETURN_IF_ERROR(CheckRange("the number of repositories", request.repositories.size(), 1,
                                kMaxWorkspaceMembers));
  if (!request.around.empty() || !request.base.empty() || request.explain) {
    return absl::InvalidArgumentError(
        "questions to several repositories take tasks alone, and no explanation");
  }
  if (!request.held.pack_root.empty() || !request.held.session.empty()) {
    return absl::InvalidArgumentError(
        "pack roots and sessions belong to answers about one repository; ask that repository "
        "alone");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ContextAnswer> Engine::ContextAcross(const ContextRequest& request,
                                                    const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  const std::uint64_t members = request.repositories.size();
  ContextRequest own = request;
  own.repositories.clear();
  // Each gets more than its share, because the answer may lie in one of them alone.
  own.budget_tokens =
      static_cast<std::uint32_t>(2 * std::uint64_t{request.budget_tokens} / (members + 1));
  std::uint64_t unranked = 0;
  const auto ask = [&](const WorkspaceMember& member) {
    own.root = member.root;
    std::uint64_t of_member = 0;
    absl::StatusOr<ContextAnswer> part = ContextOf(own, {.unranked = &of_member}, control);
    unranked += of_member;
    return part;
  };
  WM_ASSIGN_OR_RETURN(AskedRepositories asked, AskEach(request.repositories, ask));
  const auto next_call = [&request](const wire::Payload& joined, std::uint32_t budget) {
    return NextContext(request, {}, budget, joined);
  };
  const MergeRequest merge{.limit = request.max_symbols,
                           .commits = request.commits,
                           .budget_tokens = std::max(request.budget_tokens, 1U),
                           .encoding = request.encoding,
                           .next_call = next_call,
                           .silent = std::move(asked.silent),
                           .unranked = unranked};
  ContextAnswer answer;
  const auto ask_least = [&] {
    own.budget_tokens = 0;
    return AskEach(request.repositories, ask);
  };
  WM_ASSIGN_OR_RETURN(answer.payload, MergeContexts(std::move(asked.parts), merge, ask_least));
  WM_RETURN_IF_ERROR(
      answer_store_->Send({request.encoding, request.held, request.budget_tokens}, answer));
  return answer;
}

}  // namespace waymark::services
