// Functions that operators and conversions run, found in the types of the operands: static members
// in C# ([expressions], 12.4.5), blocks for a trait in Rust, methods of the operand in Python and
// Ruby.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

class OperandFunctions {
 public:
  OperandFunctions(Evaluator& evaluator, ScopeRef place)
      : evaluator_(evaluator), program_(evaluator.program()), place_(place) {}

  // The values of a list of kArguments.
  std::vector<Resolution> ValuesOf(ExpressionIndex list);

  // The functions that an operator runs on values, by their types. Empty if none is known to be of
  // this repository, or if no function takes them.
  Resolution Operator(Name name, std::span<const Resolution> operands);

  // Likewise, of an operator on `arguments`, a list of kArguments, by a trait of the first.
  Resolution OfTrait(Name name, ExpressionIndex arguments);

  // Likewise, of an operation whose method is one of the first operand or, reflected, of the
  // second.
  Resolution OfObject(const ModelExpression& operation);

  // The methods that a function of the library runs on the arguments of its call.
  std::vector<Resolution> OfFunction(Name function, ExpressionIndex arguments);

  // The function that converts the value to an instance of the type that `target` has. Empty if the
  // value has that type, or if either is unknown.
  Resolution Conversion(ExpressionIndex value, ExpressionIndex target);

  // Likewise by a trait of the target, an instance of a type. A target that is a result type stands
  // for the error in it, and the value for the error that a call returns.
  Resolution TraitConversion(const ModelExpression& conversion);

  // Likewise, of arguments to the parameters of a function; empty results for the others.
  std::vector<Resolution> OfArguments(SymbolRef function, ExpressionIndex arguments);

  // The declarations of the nearest type that has some.
  static std::vector<SymbolRef> NearestMembers(Evaluator& evaluator, SymbolRef type, Name name);

 private:
  // A written type, and where its names are looked up.
  struct WrittenType {
    ScopeRef place;
    ExpressionIndex type = kNoIndex;
  };

  WrittenType ErrorOf(ScopeRef place, ExpressionIndex result);
  WrittenType ErrorOfCall(ExpressionIndex call);
  bool AreWrittenAlike(const WrittenType& one, const WrittenType& other) const;
  Resolution ConvertedByTrait(Name name, const Resolution& value, const Resolution& target,
                              const WrittenType& written);

  // The methods of a value, and what is known if there are none.
  struct Methods {
    Resolution run;
    bool are_declared = false;  // perhaps as something else than a method
    bool may_be_outside = false;
  };

  bool MayRun(Name name) const;
  Methods MethodsOf(const Resolution& value, Name name);
  bool LeavesToSecond(const Resolution& first, const Methods& none) const;
  Resolution RunOn(const Resolution& first, Name name, ExpressionIndex second);
  std::vector<SymbolRef> StaticMembers(Name name, std::span<const Resolution> values);
  std::vector<SymbolRef> InBlocks(Name name, const Resolution& object);
  // 0 if it is unknown whether the operand fits; negative if it does not.
  int FitOfOperand(SymbolRef method, std::span<const Resolution> values);
  Resolution Best(std::span<const SymbolRef> functions, std::span<const Resolution> values,
                  bool converts);
  Resolution Converted(const Resolution& value, const Resolution& target, std::string_view type);
  // evaluator_arguments.cc: how the values fit the parameters; negative if they do not. `converts`:
  // conversions of this repository make a value fit.
  int Rank(SymbolRef function, std::span<const Resolution> values, bool converts);
  Resolution ParameterNamed(SymbolRef function, std::string_view parameter) const;

  Evaluator& evaluator_;
  const Program& program_;
  ScopeRef place_;
  bool has_literal_ = false;  // the second operand is one
};

// The functions that an operation (IsOperatorCall) runs, by the rules of its language.
Resolution RunByOperator(Evaluator& evaluator, ScopeRef place, const ModelExpression& operation);

}  // namespace waymark::indexer
