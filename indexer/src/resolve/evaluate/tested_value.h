// Values of whose type a test tells (TestShape in indexer/facts.h).
#pragma once

#include "resolve/evaluate/evaluator.h"

namespace waymark::indexer {

class TestedValue {
 public:
  TestedValue(Evaluator& evaluator, ScopeRef place) : evaluator_(evaluator), place_(place) {}

  // The value where the test has the result that the expression says. A test that contradicts all
  // that is known of the value leaves it unknown.
  Resolution Of(const ModelExpression& tested);

 private:
  Resolution OfTypes(const Resolution& known, const Resolution& types, bool holds) const;
  Resolution WithoutPlain(const Resolution& known, Name type) const;
  Resolution ByGuard(const Resolution& known, const ModelExpression& tested, bool holds);
  Resolution WithMember(const Resolution& known, const ModelExpression& tested, bool holds);
  Resolution WithConstant(const Resolution& known, const ModelExpression& tested, bool holds);
  bool Derives(const Entity& value, const Entity& type) const;
  bool HoldsConstant(const Resolution& member, const ModelExpression& constants, bool& is_known);

  Evaluator& evaluator_;
  const ScopeRef place_;
};

}  // namespace waymark::indexer
