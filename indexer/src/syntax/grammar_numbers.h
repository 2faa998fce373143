// The numbers that a grammar gives to its node kinds and fields.
#pragma once

#include <cstdint>
#include <string_view>

#include <tree_sitter/api.h>

#include "syntax/syntax.h"

namespace waymark::indexer {

// The number of a node kind; 0 if the grammar has none. A kind without a name is a token: "class".
// Cost: O(kinds), so callers keep the number.
inline SymbolNumber SymbolOf(const TSLanguage* grammar, std::string_view kind,
                             bool is_named = true) {
  return ts_language_symbol_for_name(grammar, kind.data(), static_cast<std::uint32_t>(kind.size()),
                                     is_named);
}

// The number of a field; 0 if the grammar has none. Cost: O(fields).
inline FieldNumber FieldOf(const TSLanguage* grammar, std::string_view field) {
  return static_cast<FieldNumber>(ts_language_field_id_for_name(
      grammar, field.data(), static_cast<std::uint32_t>(field.size())));
}

}  // namespace waymark::indexer
