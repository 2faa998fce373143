#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<DiffRequest>() {
  using Request = DiffRequest;
  static constexpr RequestField kRows[] = {
      {.name = "base",
       .value = Of<&Request::base>(),
       .option = "older",
       .value_name = "REV1",
       .argument = "base",
       .help = "The revision to compare with: branch, tag, HEAD~3 or id of a commit",
       .advice = kRevisionAdvice,
       .is_required = true},
      LimitField<&Request::limit>("Differing symbols to show; the counts cover all", kMaxDiffLimit,
                                  kDefaultToolLimit),
      CursorField<&Request::cursor>(),
  };
  return {"diff", "semantic_diff", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
