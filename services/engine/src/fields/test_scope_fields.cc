#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<TestScopeRequest>() {
  using Request = TestScopeRequest;
  static constexpr RequestField kRows[] = {
      {.name = "symbols",
       .value = Of<&Request::symbols>(),
       .option = "symbols",
       .value_name = kSymbolValue,
       .argument = "symbols",
       .help = kSymbolsHelp,
       .brief = "Symbols that change: names or FILE:LINE",
       .advice = kSymbolAdvice,
       .is_place = true},
      RevisionField<&Request::base>(
          "--diff",
          "Instead of symbols: everything that differs from this revision, as in git diff REV"),
      DepthField<&Request::depth>(),
      LimitField<&Request::limit>("Tests to show", kMaxTestLimit, kDefaultToolLimit),
      CursorField<&Request::cursor>(),
      {.name = "min_confidence",
       .value = Of<&Request::min_confidence>(),
       .option = "--min-confidence",
       .value_name = "0..1",
       .help = "Follow only edges of at least this confidence",
       .is_seldom = true},
  };
  return {"test-scope", "test_scope", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
