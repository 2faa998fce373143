#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<OutlineRequest>() {
  static constexpr RequestField kRows[] = {
      LimitField<&OutlineRequest::limit>("Entries of each list", kMaxOutlineLimit),
      {.name = "as_map", .value = Of<&OutlineRequest::as_map>()},  // the page asks
  };
  return {"outline", "get_repo_outline", kRows, UsualOf<OutlineRequest>()};
}

}  // namespace waymark::services
