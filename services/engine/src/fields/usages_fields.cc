#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<UsagesRequest>() {
  using Request = UsagesRequest;
  static constexpr RequestField kRows[] = {
      SymbolField("symbol", Of<&Request::symbol>()),
      {.name = "relation",
       .value = Of<&Request::relation>(),
       .option = "--relation",
       .value_name = "NAME",
       .argument = "relation",
       .help = "usages (alias dependents), callers, callees, dependencies, implementations, "
               "owners, owned, co_tested, co_changed, similar, written_callers (without calls that "
               "only the language makes) or implicit_callers (those alone)",
       .brief = "usages if absent"},
      DepthField<&Request::depth>(),
      LimitField<&Request::limit>("Most uses to show; symbols, in formats other than text",
                                  kMaxUsagesLimit, kDefaultToolLimit, "Symbols to show"),
      CursorField<&Request::cursor>(),
      PossibleField<&Request::possible>(),
      {.name = "home_name", .value = Of<&Request::elsewhere, &CrossRepositoryRequest::home>()},
      {.name = "elsewhere",
       .value = Of<&Request::elsewhere, &CrossRepositoryRequest::repositories>()},
      {.name = "with_lines", .value = Of<&Request::with_lines>()},  // faces that write text ask
      {.name = "with_first_lines", .value = Of<&Request::with_first_lines>()},  // the page asks
  };
  return {"usages", "find_usages", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
