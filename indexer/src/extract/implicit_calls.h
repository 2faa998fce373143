// Calls that the source does not write: methods of loops and contexts, operators on objects,
// conversions of conditions, what runs when a scope ends.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "extract/extraction_frame.h"
#include "syntax/rules.h"

namespace waymark::indexer {

// An operator with its operands as written; `second` may be unknown or absent.
struct Operation {
  std::string_view text;  // from the sign on
  std::uint32_t byte = 0;
  ExpressionIndex first = kNoIndex;
  ExpressionIndex second = kNoIndex;
  bool is_binary = false;
  bool is_postfix = false;
};

class ImplicitCalls {
 public:
  ImplicitCalls(const LanguageRules& language, FactsDraft& draft)
      : methods_(language.implicit_methods), draft_(draft) {}

  // The methods that a statement calls on a value.
  void AddProtocol(const Frame& frame, std::span<const ProtocolMethod> methods,
                   ExpressionIndex value);
  // A value whose truth decides.
  void AddTest(const Frame& frame, ExpressionIndex value);
  // The end of the scope of a local variable.
  void AddScopeEnd(const Frame& frame, Word variable, std::uint32_t byte);
  // Returns the value that the operator computes; kNoIndex if no function can be meant.
  ExpressionIndex AddOperator(const Frame& frame, const Operation& operation);

 private:
  std::string_view MethodOf(const Operation& operation) const;
  bool MayBeObject(ExpressionIndex value) const;

  const ImplicitMethods& methods_;
  FactsDraft& draft_;
};

}  // namespace waymark::indexer
