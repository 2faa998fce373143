// The meaning of each edge type for retrieval: one row per type.
#pragma once

#include "graph/kinds.h"

namespace waymark::retrieval {

struct EdgeTraits {
  EdgeType type = EdgeType::kCalls;
  // Weight of a step of the random walk from source to target, and from target to source. An edge
  // to one of several candidates counts less by its confidence.
  float walk_forward = 0;
  float walk_backward = 0;
  // Nesting, inheritance and overrides: steps that belong to Part::kExpansion.
  bool expands = false;
  // The names of its ends are words about each other: the fields callers and callees.
  bool describes = false;
  // A change of the target may break the source.
  bool carries_dependence = false;
  // A call through the target may run the source: dependents of the target are dependents of the
  // source too.
  bool dispatches = false;
  // Shown between packed symbols.
  bool packed = false;
};

// O(1). Types without a row, which were added to the vocabulary later, have no influence.
const EdgeTraits& TraitsOf(EdgeType type);

// Whether the source text refers to the target, so that the edge connects directories or files: a
// type that happens to have the methods of an interface does not depend on it.
inline bool IsWrittenDependence(EdgeType type, EdgeRule rule) {
  return TraitsOf(type).carries_dependence && rule != EdgeRule::kMethodSet;
}

// 0..1: confidence of an edge that this rule found.
inline float ConfidenceOf(EdgeRule rule) {
  constexpr float kThousandths = 1000;
  return static_cast<float>(ConfidenceThousandths(rule)) / kThousandths;
}

}  // namespace waymark::retrieval
