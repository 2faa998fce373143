// Library functions that return elements of their arguments, or pass them to callbacks:
// `sorted(jobs)`, `map(run, jobs)`, `itertools.chain(jobs, more)`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "facts/facts_draft.h"
#include "syntax/rules.h"

namespace waymark::indexer {

class ContainerResults {
 public:
  ContainerResults(const LanguageRules& language, FactsDraft& draft)
      : language_(language), draft_(draft) {}

  // The row for a called function; null if it is another one. A function of a module is meant if
  // the module is named before it, or if it is imported from there.
  const ContainerFunction* Find(const Expression& callee) const;

  // The result of a call with the arguments, a list of kArguments; kNoIndex if it is unknown.
  ExpressionIndex Of(ContainerResult result, ExpressionIndex arguments, std::uint32_t byte);

  // The container whose elements a callback gets as a parameter. The callback is the positional
  // argument `argument`, or one that is passed by name if that is negative. kNoIndex if it gets
  // something else.
  ExpressionIndex PassedTo(ContainerResult result, ExpressionIndex arguments, int argument,
                           std::size_t parameter);

  // An element of a container.
  ExpressionIndex EachOf(ExpressionIndex container);
  ExpressionIndex AddElement(Word key, ElementShape shape, ExpressionIndex value,
                             ExpressionIndex rest, std::uint32_t byte);

 private:
  bool IsImported(std::string_view module, std::string_view member, Word name) const;
  bool NamesModule(ExpressionIndex object, std::string_view module) const;
  // The positional argument; kNoIndex if it is not known.
  ExpressionIndex Argument(ExpressionIndex arguments, int position) const;
  int CountOf(ExpressionIndex arguments) const;
  ExpressionIndex OneOf(ExpressionIndex arguments);
  ExpressionIndex Together(ExpressionIndex arguments, ElementShape shape, std::uint32_t byte);
  ExpressionIndex SideBySide(ExpressionIndex arguments, std::uint32_t byte);
  ExpressionIndex Named(ExpressionIndex arguments, std::uint32_t byte);

  const LanguageRules& language_;
  FactsDraft& draft_;
};

}  // namespace waymark::indexer
