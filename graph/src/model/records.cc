#include "graph/records.h"

namespace waymark {

std::string_view Name(UnresolvedReason reason) {
  switch (reason) {
    case UnresolvedReason::kExternal:
      return "external";
    case UnresolvedReason::kDynamic:
      return "dynamic";
    case UnresolvedReason::kAmbiguous:
      return "ambiguous";
    case UnresolvedReason::kUnknown:
      return "unknown";
  }
  return {};
}

std::string_view Name(SkipReason reason) {
  switch (reason) {
    case SkipReason::kTooLarge:
      return "too_large";
    case SkipReason::kBinary:
      return "binary";
    case SkipReason::kLineTooLong:
      return "line_too_long";
    case SkipReason::kParseLimit:
      return "parse_limit";
    case SkipReason::kUnreadable:
      return "unreadable";
    case SkipReason::kInvalidPath:
      return "invalid_path";
    case SkipReason::kMinified:
      return "minified";
    case SkipReason::kTooDeep:
      return "too_deep";
    case SkipReason::kSubmodule:
      return "submodule";
  }
  return {};
}

}  // namespace waymark
