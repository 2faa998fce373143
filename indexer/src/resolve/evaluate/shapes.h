// Predicates on the shapes of values and types (PointerShape in indexer/facts.h).
#pragma once

#include <cstdint>

#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {

inline int PointersOf(std::uint8_t shape) { return shape & kPointers; }

inline bool IsConstant(std::uint8_t shape) { return (shape & kConstant) != 0; }

// `T&` without const binds neither temporaries nor constants.
inline bool WantsPlace(std::uint8_t shape) {
  return (shape & kReference) != 0 && (!IsConstant(shape) || PointersOf(shape) > 0);
}

// A type name that this repository never mentions may have no number. It is still a type, and
// equals no other.
inline bool IsKnown(const Resolution& value) {
  return !value.empty() ||
         (value.foreign_type != Name::kEmpty && value.foreign_shape != kSeveralTypes);
}

inline const Entity* InstanceIn(const Resolution& answer) {
  for (const Entity& entity : answer.entities()) {
    if (entity.kind == EntityKind::kInstance) return &entity;
  }
  return nullptr;
}

inline const Entity* ContainerIn(const Resolution& answer) {
  for (const Entity& entity : answer.entities()) {
    if (entity.kind == EntityKind::kElements) return &entity;
  }
  return nullptr;
}

}  // namespace waymark::indexer
