// What the passes over words that nothing was made of have in common (unconsumed_names.h,
// unconsumed_words.h).
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

// Which words of a file its references, bases, owners and aliases have read, and which its
// definitions are named by. Of a draft whose references, bindings and definitions are complete.
class ReadMarks {
 public:
  // Cost: linear in what is marked, and a bit for each byte of the file.
  explicit ReadMarks(FactsDraft& draft);

  // Marks an expression and what it is taken of.
  void MarkPath(ExpressionIndex at);

  // Whether a word that was read begins there.
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

// Adds a reference to what is called so, whatever it is (kByName, kUnconsumedIdentifier).
void AddUnconsumedReference(FactsDraft& draft, Word word, std::uint32_t byte,
                            DefinitionIndex owner);

}  // namespace waymark::indexer
