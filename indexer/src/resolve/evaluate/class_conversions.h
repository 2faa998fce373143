// Conversions of C++ to and from classes of this repository that the source does not write
// ([class.conv]): by a constructor of the target, or by a conversion function of the value.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

class ClassConversions {
 public:
  ClassConversions(Evaluator& evaluator, ScopeRef place)
      : evaluator_(evaluator), program_(evaluator.program()), place_(place) {}

  // The function that makes the value one of the type that `target` has. Empty if none runs; with
  // `more` if one of these may run. An assignment first looks for its operator.
  Resolution Of(const ModelExpression& conversion);

  // Likewise, of a list of kArguments to the parameters of a function.
  std::vector<Resolution> OfArguments(SymbolRef function, ExpressionIndex arguments);

  // Likewise, of a list of operands to numbers, where the operator is that of the language.
  std::vector<Resolution> OfOperands(ExpressionIndex operands);

 private:
  using Argument = Evaluator::Argument;
  using Viable = Evaluator::Viable;

  Argument ArgumentOf(ExpressionIndex value);
  Resolution ParameterAt(SymbolRef function, int position);
  Resolution Converted(ExpressionIndex value, const Resolution& target);
  std::vector<SymbolRef> Constructors(SymbolRef type);
  bool Copies(SymbolRef constructor, SymbolRef type);
  std::vector<SymbolRef> Functions(SymbolRef type);
  void AddFunctions(SymbolRef type, std::vector<SymbolRef>& out);
  bool IsConversion(SymbolRef symbol) const;
  bool IsExplicit(SymbolRef symbol) const;
  void AddConstructors(const Argument& argument, SymbolRef type, std::vector<Viable>& viable);
  void AddOperators(const Entity& object, const Resolution& target, std::vector<Viable>& viable);
  Resolution Chosen(std::vector<Viable> viable);
  bool IsNumber(const Resolution& value) const;
  Resolution ToNumber(const Entity& object);
  Resolution ResultOf(const Entity& object, SymbolRef function);
  Resolution AllOf(std::vector<SymbolRef> functions);

  Evaluator& evaluator_;
  const Program& program_;
  ScopeRef place_;
};

}  // namespace waymark::indexer
