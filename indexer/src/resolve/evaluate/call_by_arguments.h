// Functions of C++ that are found by the types of their arguments: those that an operator on
// objects runs ([over.match.oper]), and those of the namespaces of the arguments
// ([basic.lookup.argdep]).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

// Whether a kPointer runs the function of an operator or a conversion.
inline bool IsOperatorCall(const ModelExpression& expression) {
  return (expression.count == kComputed && expression.name != Name::kEmpty) ||
         expression.count == kConverts;
}

class CallByArguments {
 public:
  // Evaluates the arguments, a list of kArguments at `place`, once.
  CallByArguments(Evaluator& evaluator, ScopeRef place, ExpressionIndex arguments);

  // Members of the first argument, and functions of the namespaces around the types of all; also
  // the functions that the operator is rewritten to. Empty if no argument is of this repository, or
  // if no known function takes the arguments.
  Resolution Operator(Name name);

  // Functions of those namespaces alone.
  Resolution Function(Name name);

  // What the language's own operator computes: the value of the argument that is no literal.
  Resolution PlainValue(ExpressionIndex first) const;

 private:
  using Argument = Evaluator::Argument;
  using Viable = Evaluator::Viable;

  bool HasOurs(Name name) const;
  bool HasObject() const;
  bool IsSpecialised(std::string_view size) const;
  Resolution Named(Name name, std::span<const Argument> arguments, bool with_members);
  std::vector<SymbolRef> Associated(Name name, std::span<const Argument> arguments);
  void AddSpaces(const Resolution& argument, std::vector<Space>& spaces) const;
  void AddViable(std::vector<SymbolRef> functions, std::span<const Argument> arguments,
                 bool are_members, std::vector<Viable>& viable);
  bool Converts(const Viable& one, std::span<const Argument> arguments) const;

  Evaluator& evaluator_;
  const Program& program_;
  ScopeRef place_;
  std::vector<Argument> arguments_;
  EdgeRule rule_ = EdgeRule::kIncludedName;  // of the candidates so far
};

}  // namespace waymark::indexer
