// Shared by the passes over unconsumed identifiers (unconsumed_names.h, unconsumed_words.h).
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

// The words of a file that its references, bases, owners and aliases have consumed, and those that
// name its definitions. Requires a draft with complete references, bindings and definitions.
class ReadMarks {
 public:
  // Cost: linear in the marked words, plus one bit per byte of the file.
  explicit ReadMarks(FactsDraft& draft);

  // Marks an expression and its operands.
  void MarkPath(ExpressionIndex at);

  // Whether a consumed word begins there.
  bool IsRead(std::uint32_t byte) const { return is_read_[byte]; }

  // Whether the name of a definition begins there.
  bool IsNamed(const Position& at) const;

 private:
  const FactsDraft& draft_;
  std::vector<bool> is_read_;    // by byte
  std::vector<Position> named_;  // in order
};

// The definition that the scope is in.
DefinitionIndex OwnerOf(FactsDraft& draft, ScopeIndex scope);

// Adds a reference by name alone (kByName, kUnconsumedIdentifier).
void AddUnconsumedReference(FactsDraft& draft, Word word, std::uint32_t byte,
                            DefinitionIndex owner);

}  // namespace waymark::indexer
