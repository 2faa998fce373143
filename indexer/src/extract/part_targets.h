// Names that get parts of a value: `auto [key, item] = pair`, `var (key, item) = pair`,
// `item, err := find()`.
#pragma once

#include <string_view>
#include <vector>

#include "extract/extraction_frame.h"
#include "facts/facts_draft.h"

namespace waymark::indexer {

// A part of a value: `key` is a mark of indexer/facts.h and what follows it.
ExpressionIndex AddPart(FactsDraft& draft, ExpressionIndex whole, char mark, std::string_view key);

// The part that iteration gives.
ExpressionIndex AddIterated(FactsDraft& draft, ExpressionIndex container);

// The statement that gives the pattern in the innermost frame its value; null if the pattern is
// part of another one, or has no such statement.
Frame* StatementOfPattern(std::vector<Frame>& frames);

// The names of the open statements, whose values follow.
class PartTargets {
 public:
  void Add(NodeIndex statement, std::uint32_t position, Word name, ScopeIndex scope);

  // Binds the names of the statement to parts of its value, or to something unknown. Returns the
  // value that is taken apart; kNoIndex if there is none.
  ExpressionIndex Bind(FactsDraft& draft, const Frame& statement, ExpressionIndex value);

 private:
  struct Target {
    NodeIndex statement = 0;
    std::uint32_t position = 0;
    Word name = 0;
    ScopeIndex scope = 0;
  };

  std::vector<Target> targets_;
};

}  // namespace waymark::indexer
