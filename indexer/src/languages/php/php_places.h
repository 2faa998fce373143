// The definition of a file that contains a byte.
#pragma once

#include <cstdint>
#include <vector>

#include "facts/facts_draft.h"

namespace waymark::indexer {

class PhpPlaces {
 public:
  // Considers the definitions of the draft that `opens` accepts.
  PhpPlaces(FactsDraft& draft, bool (*opens)(const FileFacts& facts, const Definition& definition));

  // The innermost definition around a byte, or kNoIndex. O(log definitions + depth).
  DefinitionIndex At(std::uint32_t byte) const;

 private:
  struct Place {
    Position begin;
    Position end;
    DefinitionIndex definition = kNoIndex;
    std::size_t around = 0;  // its number plus 1; 0: none
  };

  FactsDraft& draft_;
  std::vector<Place> places_;  // by position
};

}  // namespace waymark::indexer
