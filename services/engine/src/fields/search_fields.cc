#include "fields/common_fields.h"

namespace waymark::services {
namespace {

constexpr RequestField kQueryField = {.name = "query",
                                      .value = Of<&SearchRequest::query>(),
                                      .option = "query",
                                      .value_name = "QUERY",
                                      .argument = "query",
                                      .help = "A name, a part of one, or its initials",
                                      .advice = "give a name or a part of one",
                                      .is_required = true,
                                      .joins_words = true};
constexpr RequestField kByPrefixField = {
    .name = "by_prefix",
    .value = Of<&SearchRequest::by_prefix>(),
    .option = "--prefix",
    .help = "Find the symbols whose qualified name begins with QUERY, and the edges among them"};

}  // namespace

template <>
RequestFields FieldsOf<SearchRequest>() {
  static constexpr RequestField kRows[] = {
      kQueryField,
      kByPrefixField,
      LimitField<&SearchRequest::limit>("Symbols to show", kMaxSearchLimit),
      CursorField<&SearchRequest::cursor>(),
  };
  return {"search", "search_symbols", kRows, UsualOf<SearchRequest>()};
}

RequestFields PrefixSearchFields() {
  static constexpr RequestField kRows[] = {
      [] {
        RequestField query = kQueryField;
        query.argument = "prefix";
        query.help = "What qualified names begin with, like shop.cart.";
        return query;
      }(),
      kByPrefixField,
      LimitField<&SearchRequest::limit>("Symbols to show", kMaxSearchLimit, kDefaultToolLimit),
      CursorField<&SearchRequest::cursor>(),
  };
  return {"search", "graph_query", kRows, UsualOf<SearchRequest>()};
}

}  // namespace waymark::services
