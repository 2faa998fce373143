// The lists of a symbol's changes by their names, which are the same in every format.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wire/payload.h"

namespace waymark::wire {

struct ChangeList {
  std::string_view name;
  std::vector<std::string> SymbolChange::*entries;  // of a symbol
  ChangeCounts Difference::*edges;                  // of all edges
};

inline constexpr ChangeList kChangeLists[] = {
    {"behaviour", &SymbolChange::behaviour, &Difference::behaviour},
    {"structure", &SymbolChange::structure, &Difference::structure},
    {"metadata", &SymbolChange::metadata, &Difference::metadata},
};

struct ChangeCount {
  std::string_view name;
  std::uint64_t ChangeCounts::*count;
};

inline constexpr ChangeCount kChangeCounts[] = {
    {"added", &ChangeCounts::added},
    {"removed", &ChangeCounts::removed},
    {"changed", &ChangeCounts::changed},
    {"moved", &ChangeCounts::moved},
};

// The change of a symbol that is being decoded.
inline SymbolChange& ChangeOf(Symbol& symbol) {
  return symbol.change ? *symbol.change : symbol.change.emplace();
}

// Whether a decoded symbol has changes but no status such as added or changed.
inline bool LacksStatus(const Symbol& symbol) {
  return symbol.change && symbol.change->status == SymbolStatus::kUnchanged;
}

inline constexpr std::string_view kLacksStatus =
    "says what differs of a symbol, and not its status";

inline Place& OldPlaceOf(Symbol& symbol) {
  SymbolChange& change = ChangeOf(symbol);
  return change.old_place ? *change.old_place : change.old_place.emplace();
}

}  // namespace waymark::wire
