#include <algorithm>
#include <set>
#include <utility>

#include "answers/lesson_book.h"
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

FeedbackLesson ShownLesson(const DifferenceSide& side, const RelevanceJudgement& lesson) {
  return {.task = lesson.task,
          .symbol = lesson.shown,
          .useful = lesson.useful,
          .source = lesson.source,
          .holds = retrieval::SubjectOf(side, lesson).has_value()};
}

// The last judgement of a symbol and a task counts, but implicit feedback does not replace explicit
// feedback.
void AddLesson(RelevanceJudgement lesson, LessonList& lessons) {
  const auto same =
      std::find_if(lessons.begin(), lessons.end(), [&](const RelevanceJudgement& known) {
        return known.symbol == lesson.symbol && known.terms == lesson.terms &&
               known.source == lesson.source;
      });
  if (same != lessons.end()) lessons.erase(same);
  lessons.push_back(std::move(lesson));
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
    WM_ASSIGN_OR_RETURN(const NamedSymbol symbol, ResolveName(side.view, name));
    std::vector<Neighbor> scratch;
    const SymbolId definition = retrieval::DefinitionOf(side.view, symbol.symbol, scratch);
    const bool is_new = named.insert(side.view.Identity(definition)).second;
    if (!is_new || request.action != FeedbackAction::kSay) continue;
    WM_ASSIGN_OR_RETURN(RelevanceJudgement lesson,
                        retrieval::MakeJudgement(side, request.task, symbol.symbol, request.useful,
                                                 request.source));
    said.push_back(std::move(lesson));
  }

  FeedbackAnswer answer;
  const auto show = [&](const LessonList& lessons) {
    for (auto lesson = lessons.rbegin(); lesson != lessons.rend(); ++lesson) {
      answer.lessons.push_back(ShownLesson(side, *lesson));
    }
  };
  if (request.action == FeedbackAction::kForget && named.empty()) {
    const auto known = lessons_->Of(repository);  // what cannot be read is forgotten as well
    if (known.ok() && *known != nullptr) show(**known);
    WM_RETURN_IF_ERROR(lessons_->Clear(repository));
    return answer;
  }
  if (request.action == FeedbackAction::kList) {
    WM_ASSIGN_OR_RETURN(const auto known, lessons_->Of(repository));
    if (known == nullptr) return answer;
    show(*known);
    answer.kept = known->size();
    return answer;
  }
  LessonList changed = said;
  WM_RETURN_IF_ERROR(lessons_->Change(repository, [&](LessonList& lessons) {
    for (const RelevanceJudgement& lesson : said) AddLesson(lesson, lessons);
    if (request.action == FeedbackAction::kForget) {
      const auto kept = std::stable_partition(
          lessons.begin(), lessons.end(),
          [&](const RelevanceJudgement& lesson) { return named.count(lesson.symbol) == 0; });
      changed.assign(kept, lessons.end());
      lessons.erase(kept, lessons.end());
    }
    answer.kept = std::min(lessons.size(), kMaxLessons);
    return absl::OkStatus();
  }));
  show(changed);
  return answer;
}

}  // namespace waymark::services
