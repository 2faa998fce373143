#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<SymbolRequest>() {
  static constexpr RequestField kRows[] = {
      SymbolField("name", Of<&SymbolRequest::name>()),
  };
  return {"symbol", "get_symbol", kRows, UsualOf<SymbolRequest>()};
}

}  // namespace waymark::services
