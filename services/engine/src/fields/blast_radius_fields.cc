#include "fields/common_fields.h"

namespace waymark::services {

template <>
RequestFields FieldsOf<BlastRadiusRequest>() {
  using Request = BlastRadiusRequest;
  static constexpr RequestField kRows[] = {
      {.value = FirstAndOthers<&Request::symbol, &Request::also>(),
       .option = "symbols",
       .value_name = kSymbolValue,
       .help = kSymbolsHelp,
       .advice = kSymbolAdvice,
       .is_place = true},
      {.name = "symbol",
       .value = Of<&Request::symbol>(),
       .argument = "symbol",
       .help = kSymbolHelp,
       .brief = kSymbolBrief},
      {.name = "also",
       .value = Of<&Request::also>(),
       .argument = "also",
       .help = "Symbols that change with it"},
      RevisionField<&Request::base>(
          "--diff",
          "Instead of a symbol: everything that differs from this revision, as in git diff REV"),
      DepthField<&Request::depth>(),
      LimitField<&Request::limit>("Symbols to show; the counts cover all", kMaxBlastLimit,
                                  kDefaultToolLimit, "The counts cover all"),
      CursorField<&Request::cursor>(),
      PossibleField<&Request::possible>(),
      {.name = "edge_types",
       .value = Of<&Request::edge_types>(),
       .option = "--edges",
       .value_name = "TYPES",
       .argument = "edge_types",
       .help = "Edge types to follow, such as calls,overrides (default: all that carry "
               "dependence)",
       .brief = "Edges to follow, like calls; default: any dependence"},
      {.name = "min_confidence",
       .value = Of<&Request::min_confidence>(),
       .option = "--min-confidence",
       .value_name = "0..1",
       .argument = "min_confidence",
       .help = "Follow only edges of at least this confidence, and count the others",
       .brief = "Edges of at least this confidence",
       .is_seldom = true},
      {.name = "home_name", .value = Of<&Request::elsewhere, &CrossRepositoryRequest::home>()},
      {.name = "elsewhere",
       .value = Of<&Request::elsewhere, &CrossRepositoryRequest::repositories>()},
  };
  return {"blast-radius", "blast_radius", kRows, UsualOf<Request>()};
}

}  // namespace waymark::services
