#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<AnalyzeRequest>() {
  using Request = AnalyzeRequest;
  static constexpr RequestField kRows[] = {
      {.name = "analysis",
       .value = Of<&Request::analysis>(),
       .option = "kind",
       .value_name = "KIND",
       .argument = "kind",
       .help = "dead_code (no evidence of use), hotspots (costly to change), cycles (of imports) "
               "or contracts (routes, topics, environment, flags, programs)",
       .is_required = true},
      {.name = "only_orphans",
       .value = Of<&Request::only_orphans>(),
       .option = "--orphans",
       .help = "Only contracts that lack one of their sides"},
      LimitField<&Request::limit>("Rows to show", kMaxAnalyzeLimit),
      CursorField<&Request::cursor>(),
  };
  return {"analyze", "analyze", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
