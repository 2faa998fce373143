// Languages by whose names and rules they share.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/kinds.h"

namespace waymark::indexer {

// Languages whose names can mean each other's definitions.
enum class Family : std::uint8_t {
  kNone = 0,
  kPython,
  kC,
  kGo,
  kScript,
  kJava,
  kRuby,
  kRust,
  kCSharp,
  kProse
};
inline constexpr std::size_t kFamilyCount = 10;

constexpr Family FamilyOf(Language language) {
  switch (language) {
    case Language::kPython:
      return Family::kPython;
    case Language::kC:
    case Language::kCpp:
      return Family::kC;
    case Language::kGo:
      return Family::kGo;
    case Language::kTypeScript:
    case Language::kJavaScript:
      return Family::kScript;
    case Language::kJava:
      return Family::kJava;
    case Language::kRuby:
      return Family::kRuby;
    case Language::kRust:
      return Family::kRust;
    case Language::kCSharp:
      return Family::kCSharp;
    case Language::kProse:
      return Family::kProse;
    case Language::kNone:
      break;
  }
  return Family::kNone;
}

}  // namespace waymark::indexer
