#include "messages/messages.h"

namespace waymark::services {

using retrieval::JudgementSource;

v1::FeedbackReply ToMessage(const FeedbackAnswer& answer) {
  v1::FeedbackReply message;
  for (const FeedbackJudgement& judgement : answer.judgements) {
    v1::FeedbackReply::Judgement& added = *message.add_judgements();
    added.set_task(judgement.task);
    added.set_symbol(judgement.symbol);
    added.set_noise(!judgement.useful);
    added.set_implicit(judgement.source == JudgementSource::kImplicit);
    added.set_lapsed(!judgement.holds);
  }
  message.set_kept(answer.kept);
  return message;
}

FeedbackAnswer FromMessage(const v1::FeedbackReply& message) {
  FeedbackAnswer answer{.kept = message.kept()};
  for (const v1::FeedbackReply::Judgement& judgement : message.judgements()) {
    answer.judgements.push_back(
        {.task = judgement.task(),
         .symbol = judgement.symbol(),
         .useful = !judgement.noise(),
         .source = judgement.implicit() ? JudgementSource::kImplicit : JudgementSource::kExplicit,
         .holds = !judgement.lapsed()});
  }
  return answer;
}

}  // namespace waymark::services
