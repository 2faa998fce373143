#include "resolve/evaluate/resolution.h"

namespace waymark::indexer {

EdgeRule Weaker(EdgeRule a, EdgeRule b) {
  return ConfidenceThousandths(a) <= ConfidenceThousandths(b) ? a : b;
}

void Resolution::Add(const Entity& entity) {
  for (std::size_t i = 0; i < count_; ++i) {
    if (!entities_[i].SameThing(entity)) continue;
    if (Weaker(entities_[i].rule, entity.rule) == entities_[i].rule) {
      entities_[i].rule = entity.rule;
    }
    SubstitutionId& known = entities_[i].substitution;
    if (known == kNoSubstitution) known = entity.substitution;
    const bool same = entity.substitution == known || entity.substitution == kNoSubstitution;
    if (!same) known = kUnknownSubstitution;
    return;
  }
  if (count_ == kMaxEntities) {
    more = true;
    return;
  }
  entities_[count_++] = entity;
}

void Resolution::AddAll(const Resolution& other) {
  for (const Entity& entity : other.entities()) Add(entity);
  AddNotes(other);
}

void Resolution::AddNotes(const Resolution& other) {
  declared = declared || other.declared;
  external = external || other.external;
  undeclared = undeclared || other.undeclared;
  escaped = escaped || other.escaped;
  dynamic = dynamic || other.dynamic;
  holds_ours = holds_ours || other.holds_ours;
  more = more || other.more;
  if (method_set == Name::kEmpty) {
    method_set = other.method_set;
  } else if (other.method_set != Name::kEmpty && other.method_set != method_set) {
    method_set = Name::kUnknown;
  }
  if (foreign_type == Name::kEmpty) {
    foreign_type = other.foreign_type;
    foreign_shape = other.foreign_shape;
    foreign_element = other.foreign_element;
  } else if (other.foreign_type != Name::kEmpty && other.foreign_type != foreign_type) {
    foreign_type = Name::kUnknown;
    foreign_shape = kSeveralTypes;
    foreign_element = Name::kEmpty;
  } else if (other.foreign_type == foreign_type && other.foreign_element != foreign_element) {
    foreign_element = Name::kUnknown;
  }
}

void Resolution::TakeElement() {
  if (foreign_element != Name::kEmpty && foreign_shape > 0) {
    --foreign_shape;
    return;
  }
  foreign_type = foreign_element;
  foreign_element = Name::kEmpty;
}

void Resolution::WeakenUndeclared() {
  if (!empty() || !undeclared || declared || external) return;
  undeclared = false;
  dynamic = true;
}

void Resolution::WeakenTo(EdgeRule rule) {
  for (Entity& entity : entities()) entity.rule = Weaker(entity.rule, rule);
}

std::uint8_t AddShape(std::uint8_t shape, std::uint8_t around) {
  const int pointers = (shape & kPointers) + (around & kPointers);
  // Constness of a pointer says nothing about its target.
  if ((shape & kPointers) != 0) around &= static_cast<std::uint8_t>(~kConstant);
  shape = static_cast<std::uint8_t>((shape | around) & ~kPointers);
  return static_cast<std::uint8_t>(shape | std::min<int>(pointers, kPointers));
}

void Resolution::Wrap(std::uint8_t around) {
  for (Entity& entity : entities()) entity.shape = AddShape(entity.shape, around);
  if (foreign_shape != kSeveralTypes) foreign_shape = AddShape(foreign_shape, around);
}

bool IsValue(EntityKind kind) {
  switch (kind) {
    case EntityKind::kInstance:
    case EntityKind::kElements:
    case EntityKind::kTuple:
    case EntityKind::kFunction:
    case EntityKind::kMap:
      return true;
    default:
      return false;
  }
}

Entity ElementOf(Entity container) {
  if (container.depth <= 1) container.shape = container.inner_shape;
  container.kind = container.depth > 1 ? EntityKind::kElements : container.inner;
  container.depth = container.depth > 1 ? static_cast<std::uint8_t>(container.depth - 1) : 1;
  return container;
}

Entity PairOf(Entity map) {
  map.kind = EntityKind::kTuple;
  map.shape = 0;
  return map;
}

Resolution ContainersOf(const Resolution& values) {
  Resolution out;
  for (Entity entity : values.entities()) {
    if (!IsValue(entity.kind)) continue;
    if (entity.kind == EntityKind::kElements) {
      ++entity.depth;
    } else {
      entity.inner = entity.kind;
      entity.inner_shape = entity.shape;
    }
    entity.kind = EntityKind::kElements;
    entity.shape = 0;
    out.Add(entity);
  }
  return out;
}

Resolution Giving(const Resolution& values) {
  Resolution out;
  out.AddNotes(values);
  for (Entity entity : values.entities()) {
    if (!IsValue(entity.kind)) continue;
    if (entity.kind == EntityKind::kElements) {
      entity.kind = EntityKind::kGivesElements;
    } else {
      entity.inner = entity.kind;
      entity.inner_shape = entity.shape;
      entity.kind = EntityKind::kGivesElement;
    }
    out.Add(entity);
  }
  return out;
}

Resolution WithSubstitution(Resolution members, SubstitutionId substitution) {
  for (Entity& entity : members.entities()) {
    if (entity.kind == EntityKind::kSymbol) entity.substitution = substitution;
  }
  return members;
}

Resolution WithoutArgumentsOf(const Resolution& written, Resolution assigned) {
  for (Entity& entity : assigned.entities()) {
    for (const Entity& known : written.entities()) {
      const bool says = known.substitution != kNoSubstitution && known.SameThing(entity);
      if (says) entity.substitution = kNoSubstitution;
    }
  }
  return assigned;
}

Resolution TypesOf(const Resolution& instances) {
  Resolution out;
  for (Entity entity : instances.entities()) {
    if (entity.kind == EntityKind::kInstance) entity.kind = EntityKind::kSymbol;
    out.Add(entity);
  }
  out.AddNotes(instances);
  return out;
}

}  // namespace waymark::indexer
