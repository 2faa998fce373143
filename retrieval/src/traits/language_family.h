// Languages whose code can refer to each other's names.
#pragma once

#include "graph/read_view.h"

namespace waymark::retrieval {

constexpr Language FamilyOf(Language language) {
  switch (language) {
    case Language::kC:
      return Language::kCpp;
    case Language::kJavaScript:
      return Language::kTypeScript;
    default:
      return language;
  }
}

inline Language FamilyOf(const graph::ReadView& view, SymbolId symbol) {
  return FamilyOf(view.File(view.FileOf(symbol)).language);
}

}  // namespace waymark::retrieval
