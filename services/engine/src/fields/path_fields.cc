#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<PathRequest>() {
  using Request = PathRequest;
  static constexpr auto kEnd = [](std::string_view name, std::string_view value_name,
                                  const char* brief, FieldAccess value) {
    RequestField end = SymbolField(name, value);
    end.value_name = value_name;
    end.argument = name;
    end.brief = brief;
    return end;
  };
  static constexpr RequestField kRows[] = {
      kEnd("from", "FROM", kSymbolBrief, Of<&Request::from>()),
      kEnd("to", "TO", "The target, named likewise", Of<&Request::to>()),
      {.name = "max_hops",
       .value = Of<&Request::max_hops>(),
       .option = "--depth",
       .value_name = "N",
       .argument = "max_hops",
       .help = "Steps at most",
       .least = 1,
       .most = retrieval::kMaxBlastDepth},
      {.name = "count",
       .value = Of<&Request::count>(),
       .option = "--count,--limit",
       .value_name = "N",
       .argument = "count",
       .help = "Paths to show: the shortest first, then others by confidence",
       .brief = "Paths to show",
       .least = 1,
       .most = kMaxPaths},
  };
  return {"path", "find_path", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
