#include "messages.h"

namespace waymark::services {

using retrieval::JudgementSource;

v1::FeedbackReply ToMessage(const FeedbackAnswer& answer) {
  v1::FeedbackReply message;
  for (const FeedbackLesson& lesson : answer.lessons) {
    v1::FeedbackReply::Lesson& added = *message.add_lessons();
    added.set_task(lesson.task);
    added.set_symbol(lesson.symbol);
    added.set_noise(!lesson.useful);
    added.set_asked(lesson.source == JudgementSource::kAsked);
    added.set_ended(!lesson.holds);
  }
  message.set_kept(answer.kept);
  return message;
}

FeedbackAnswer FromMessage(const v1::FeedbackReply& message) {
  FeedbackAnswer answer{.kept = message.kept()};
  for (const v1::FeedbackReply::Lesson& lesson : message.lessons()) {
    answer.lessons.push_back(
        {.task = lesson.task(),
         .symbol = lesson.symbol(),
         .useful = !lesson.noise(),
         .source = lesson.asked() ? JudgementSource::kAsked : JudgementSource::kTold,
         .holds = !lesson.ended()});
  }
  return answer;
}

}  // namespace waymark::services
