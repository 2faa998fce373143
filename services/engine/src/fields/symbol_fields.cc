#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<SymbolRequest>() {
  static constexpr RequestField kRows[] = {
      SymbolField<&SymbolRequest::name>("name"),
  };
  return {"symbol", "get_symbol", kRows, UsualOf<SymbolRequest>()};
}

}  // namespace waymark::services
