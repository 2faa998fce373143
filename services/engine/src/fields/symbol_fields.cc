#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<SymbolRequest>() {
  static constexpr RequestField kRows[] = {
      SymbolField("name", Of<&SymbolRequest::name>()),
      {.name = "with_source",
       .value = Of<&SymbolRequest::with_source>(),
       .option = "--source",
       .argument = "source",
       .help = "Show its source, in place of its documentation",
       .brief = ""},
      {.name = "with_overloads", .value = Of<&SymbolRequest::with_overloads>()},  // for people
  };
  return {"symbol", "get_symbol", kRows, UsualOf<SymbolRequest>()};
}

}  // namespace waymark::services
