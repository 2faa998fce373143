#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<FeedbackRequest>() {
  using Request = FeedbackRequest;
  static constexpr RequestField kRows[] = {
      {.name = "action", .value = Of<&Request::action>()},
      {.name = "task",
       .value = Of<&Request::task>(),
       .option = "--task",
       .value_name = "TASK",
       .argument = "task_description",
       .help = "The task that the answer was for, in the words that context was given",
       .brief = "The task, as it was asked about",
       .advice = "repeat the task that was asked about"},
      {.name = "symbols",
       .value = Of<&Request::symbols>(),
       .option = "symbols",
       .value_name = kSymbolValue,
       .argument = "symbols",
       .help = "Qualified names, ends of them, or places FILE:LINE",
       .brief = "Symbols of the answer: names or FILE:LINE",
       .advice = kSymbolAdvice,
       .is_place = true},
      {.name = "noise", .value = Not<&Request::useful>()},
      {.name = "implicit", .value = Is<&Request::source, retrieval::JudgementSource::kImplicit>()},
  };
  return {"feedback", "feedback", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
