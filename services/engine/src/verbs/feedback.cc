#include <algorithm>
#include <set>
#include <utility>

#include "answers/judgement_store.h"
#include "answers/name_lookup.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "services/engine.h"
#include "services/limits.h"

namespace waymark::services {
namespace {

using retrieval::DifferenceSide;
using retrieval::RelevanceJudgement;

absl::Status CheckRequest(const FeedbackRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  if (request.action == FeedbackAction::kSay) {
    WM_RETURN_IF_ERROR(CheckText("the task", request.task, kMaxTaskBytes));
    WM_RETURN_IF_ERROR(
        CheckRange("the number of symbols", request.symbols.size(), 1, kMaxContextNames));
  }
  WM_RETURN_IF_ERROR(
      CheckRange("the number of symbols", request.symbols.size(), 0, kMaxContextNames));
  return CheckTexts("symbol", request.symbols, kMaxNameBytes);
}

FeedbackJudgement ShownJudgement(const DifferenceSide& side, const RelevanceJudgement& judgement) {
  return {.task = judgement.task,
          .symbol = judgement.shown,
          .useful = judgement.useful,
          .source = judgement.source,
          .holds = retrieval::SubjectOf(side, judgement).has_value()};
}

// The last judgement of a symbol and a task counts, but implicit feedback does not replace explicit
// feedback.
void AddJudgement(RelevanceJudgement judgement, JudgementList& judgements) {
  const auto same =
      std::find_if(judgements.begin(), judgements.end(), [&](const RelevanceJudgement& known) {
        return known.symbol == judgement.symbol && known.terms == judgement.terms &&
               known.source == judgement.source;
      });
  if (same != judgements.end()) judgements.erase(same);
  judgements.push_back(std::move(judgement));
}

}  // namespace

absl::StatusOr<FeedbackAnswer> Engine::Feedback(const FeedbackRequest& request,
                                                const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, {}, control));
  const DifferenceSide side{.view = *opened.view, .text = TextFrom(opened.sources)};
  const std::string& repository = opened.key.repository;

  std::vector<RelevanceJudgement> said;
  std::set<SymbolIdentity> named;
  for (const std::string& name : request.symbols) {
    WM_ASSIGN_OR_RETURN(const NamedSymbol symbol, ResolveOnlyName(side.view, name));
    std::vector<Neighbor> scratch;
    const SymbolId definition = retrieval::DefinitionOf(side.view, symbol.symbol, scratch);
    const bool is_new = named.insert(side.view.Identity(definition)).second;
    if (!is_new || request.action != FeedbackAction::kSay) continue;
    WM_ASSIGN_OR_RETURN(RelevanceJudgement judgement,
                        retrieval::MakeJudgement(side, request.task, symbol.symbol, request.useful,
                                                 request.source));
    said.push_back(std::move(judgement));
  }

  FeedbackAnswer answer;
  const auto show = [&](const JudgementList& judgements) {
    for (auto judgement = judgements.rbegin(); judgement != judgements.rend(); ++judgement) {
      answer.judgements.push_back(ShownJudgement(side, *judgement));
    }
  };
  if (request.action == FeedbackAction::kForget && named.empty()) {
    const auto known = judgements_->Of(repository);  // what cannot be read is forgotten as well
    if (known.ok() && *known != nullptr) show(**known);
    WM_RETURN_IF_ERROR(judgements_->Clear(repository));
    return answer;
  }
  if (request.action == FeedbackAction::kList) {
    WM_ASSIGN_OR_RETURN(const auto known, judgements_->Of(repository));
    if (known == nullptr) return answer;
    show(*known);
    answer.kept = known->size();
    return answer;
  }
  JudgementList changed = said;
  WM_RETURN_IF_ERROR(judgements_->Change(repository, [&](JudgementList& judgements) {
    for (const RelevanceJudgement& judgement : said) AddJudgement(judgement, judgements);
    if (request.action == FeedbackAction::kForget) {
      const auto kept = std::stable_partition(
          judgements.begin(), judgements.end(),
          [&](const RelevanceJudgement& judgement) { return named.count(judgement.symbol) == 0; });
      changed.assign(kept, judgements.end());
      judgements.erase(kept, judgements.end());
    }
    answer.kept = std::min(judgements.size(), kMaxJudgements);
    return absl::OkStatus();
  }));
  show(changed);
  return answer;
}

}  // namespace waymark::services
