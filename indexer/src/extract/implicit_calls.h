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
      : methods_(language.implicit_methods), truth_type_(language.truth_type), draft_(draft) {}

  // The methods that a statement calls on a value.
  void AddProtocol(const Frame& frame, std::span<const ProtocolMethod> methods,
                   ExpressionIndex value);
  // The methods of a loop over the value of a frame; `statement` is the text of the loop.
  void AddIteration(const Frame& frame, std::string_view statement);
  // The methods of a value that is entered and left.
  void AddContext(const Frame& frame, ExpressionIndex value, bool is_async);
  // Whether the value of a declaration is entered: `using var door = open();`, with the statement
  // around it, or `using (var door = open())`.
  bool Enters(const Frame& declaration, const Frame& around, std::string_view statement) const;
  // A value whose truth decides.
  void AddTest(const Frame& frame, ExpressionIndex value);
  // The end of the scope of a local variable.
  void AddScopeEnd(const Frame& frame, Word variable, std::uint32_t byte);
  // A value whose parts get names.
  void AddParts(const Frame& frame, ExpressionIndex whole);
  // The end of the scope of a variable that owns `value`.
  void AddOwnedEnd(const Frame& frame, ExpressionIndex value, std::uint32_t byte);
  // Returns the value that the operator computes; kNoIndex if no function can be meant.
  ExpressionIndex AddOperator(const Frame& frame, const Operation& operation);
  // A value that becomes one of the type that `target` has. A function of the name `instead` of
  // that type would take the value.
  void AddConversion(const Frame& frame, ExpressionIndex value, ExpressionIndex target,
                     std::string_view instead = {});
  // The conversion of an assigned value, where an operator may take it.
  void AddAssigned(const Frame& frame, const Operation& operation);
  // An assignment, or an operator that assigns to its operand.
  void AddAssignment(const Frame& frame, const Operation& operation);

  // The error of a value that is left with `?`, which becomes that of the function's result type.
  void AddErrorConversion(const Frame& frame, ExpressionIndex value, ExpressionIndex result);

  bool converts() const { return methods_.converts; }

  // Whether a function tests the operands of `&&` and `!`. Otherwise operators of their own may
  // run.
  bool tests_operands() const { return !methods_.converts || ConvertsByTruth(); }

  bool converts_by_call() const { return !methods_.conversion.empty(); }

  bool decide_results() const { return methods_.decide_results; }

 private:
  bool ConvertsByTruth() const;
  bool NameOneType(const Expression& made, const Expression& wanted) const;
  ExpressionIndex ObjectConverted(ExpressionIndex value) const;
  void AddConverted(const Frame& frame, ExpressionIndex value, ExpressionIndex target,
                    std::string_view function);
  void AddTestsOf(const Frame& frame, ExpressionIndex value);
  const OperatorMethod* RowOf(const Operation& operation) const;
  bool MayBeObject(ExpressionIndex value) const;
  ExpressionIndex AddRun(const Frame& frame, const Operation& operation, std::string_view method);

  const ImplicitMethods& methods_;
  std::string_view truth_type_;
  FactsDraft& draft_;
};

}  // namespace waymark::indexer
