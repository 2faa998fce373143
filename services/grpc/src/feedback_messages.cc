#include <fmt/format.h>

#include "messages.h"

namespace waymark::services {

using retrieval::JudgementSource;

v1::FeedbackRequest ToMessage(const FeedbackRequest& request) {
  v1::FeedbackRequest message;
  message.set_root_path(request.root.native());
  switch (request.action) {
    case FeedbackAction::kList:
      message.set_action(v1::FeedbackRequest::LIST);
      break;
    case FeedbackAction::kSay:
      message.set_action(v1::FeedbackRequest::SAY);
      break;
    case FeedbackAction::kForget:
      message.set_action(v1::FeedbackRequest::FORGET);
      break;
  }
  message.set_task(request.task);
  for (const std::string& symbol : request.symbols) message.add_symbols(symbol);
  message.set_noise(!request.useful);
  message.set_asked(request.source == JudgementSource::kImplicit);
  return message;
}

absl::StatusOr<FeedbackRequest> FromMessage(const v1::FeedbackRequest& message) {
  FeedbackRequest request{
      .root = message.root_path(),
      .task = message.task(),
      .symbols = {message.symbols().begin(), message.symbols().end()},
      .useful = !message.noise(),
      .source = message.asked() ? JudgementSource::kImplicit : JudgementSource::kExplicit};
  switch (message.action()) {
    case v1::FeedbackRequest::LIST:
      request.action = FeedbackAction::kList;
      break;
    case v1::FeedbackRequest::SAY:
      request.action = FeedbackAction::kSay;
      break;
    case v1::FeedbackRequest::FORGET:
      request.action = FeedbackAction::kForget;
      break;
    default:
      return absl::InvalidArgumentError(
          fmt::format("action: there is no {}", static_cast<int>(message.action())));
  }
  return request;
}

v1::FeedbackReply ToMessage(const FeedbackAnswer& answer) {
  v1::FeedbackReply message;
  for (const FeedbackLesson& lesson : answer.lessons) {
    v1::FeedbackReply::Lesson& added = *message.add_lessons();
    added.set_task(lesson.task);
    added.set_symbol(lesson.symbol);
    added.set_noise(!lesson.useful);
    added.set_asked(lesson.source == JudgementSource::kImplicit);
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
         .source = lesson.asked() ? JudgementSource::kImplicit : JudgementSource::kExplicit,
         .holds = !lesson.ended()});
  }
  return answer;
}

}  // namespace waymark::services
