// Operators of C++ that the language derives from others since C++20 ([over.match.oper]).
#pragma once

#include <string_view>

namespace waymark::indexer {

struct OperatorRewriting {
  std::string_view written;
  std::string_view run;
};

inline constexpr OperatorRewriting kRewrittenOperators[] = {
    {"operator!=", "operator=="}, {"operator<", "operator<=>"},  {"operator<=", "operator<=>"},
    {"operator>", "operator<=>"}, {"operator>=", "operator<=>"}, {"operator==", "operator=="},
};

// The operator that a written one may run instead, perhaps with its operands exchanged; empty if
// there is none.
constexpr std::string_view RewrittenTo(std::string_view written) {
  for (const OperatorRewriting& row : kRewrittenOperators) {
    if (row.written == written) return row.run;
  }
  return {};
}

}  // namespace waymark::indexer
