// The result of a resolution: a small set of entities, and flags that explain an empty one.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "graph/kinds.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

enum class EntityKind : std::uint8_t {
  kSymbol = 0,     // the definition itself: a function, a class, a variable, a namespace
  kModule,         // a file as a module
  kDirectory,      // a Python package without __init__.py
  kPackage,        // a Go package
  kInstance,       // a value of the type
  kElements,       // a container whose elements are such values, such containers, or tuples
  kTuple,          // a value of the tuple type that `types` lists
  kFunction,       // a function value whose type is in `types`: a function type, or a generic type
                   // whose last argument is the result
  kMap,            // a map from the first type that `types` lists to the second
  kSuper,          // the type's members as its bases see them
  kOwnSuper,       // the same for members of the type itself, not of its instances
  kGivesElement,   // a method of a container that returns a value of the type
  kGivesElements,  // a method of a container that returns a container of such values
  kContainerLiteral,  // a container literal, `types`; its first depth - 1 elements are left out, or
                      // an unknown number with kAnyPlace
  kItems,             // the key-value pairs of a container literal
  kItem,              // one such pair
  kGivesLiteralElement,  // a method of a container literal that returns one of its values
  kGivesLiteral,         // a method of a container literal that returns a container of its values
  kGivesItems,           // a method of a container literal that returns its pairs
  kGivesOfMap,           // a method of a map; `depth` is the MemberUse that it has
};

// A set of type arguments (Evaluator::Substitution).
using SubstitutionId = std::uint32_t;
inline constexpr SubstitutionId kNoSubstitution = 0;
inline constexpr SubstitutionId kUnknownSubstitution =
    0xFFFFFFFF;  // several sets, or an unknown one

struct Entity {
  EntityKind kind = EntityKind::kSymbol;
  EdgeRule rule = EdgeRule::kLexicalScope;  // the weakest rule of the steps so far
  SymbolRef symbol = {};                    // of all kinds but the next four
  std::uint32_t index = kNoIndex;  // the FileIndex, DirectoryIndex or PackageIndex of those four
  SymbolRef receiver = {};         // of a method: the type of its receiver
  std::uint8_t depth = 1;          // kElements: number of containers around a value of the type
  // The written kArguments or kFunction in the file `index`, and the place where its names are
  // looked up. Set for kTuple, kFunction, kMap, all kinds of container literals, and what holds or
  // gives one of them. For a kFunction also the arguments of its type, the last of them its result.
  std::uint32_t types = kNoIndex;
  std::uint32_t types_scope = 0;
  std::uint8_t shape = 0;  // PointerShape of the value, or kWrapped
  // kElements: shape of a value in the container. kInstance, in C++: the character type that the
  // type is made for (c_conversions.h).
  std::uint8_t inner_shape = 0;
  // kElements, kGivesElement, kGivesElements: the kind of a value in the innermost container.
  EntityKind inner = EntityKind::kInstance;
  // Type arguments: of the type that it is an instance of, of the receiver of a member, or around
  // `types`.
  SubstitutionId substitution = kNoSubstitution;

  bool SameThing(const Entity& other) const {
    return kind == other.kind && symbol == other.symbol && index == other.index &&
           depth == other.depth && types == other.types && inner == other.inner;
  }
};

inline constexpr std::uint8_t kAnyPlace =
    255;  // Entity::depth of a kContainerLiteral whose order is unknown

// Part of the shape of a kElements: iteration over it gives no numbers before its elements.
inline constexpr std::uint8_t kStreamed = kTemporary;

// Part of a shape: the value belongs to an external type that behaves like the type, such as a
// smart pointer.
inline constexpr std::uint8_t kWrapped = kZero;

// Marks a foreign type that is one of several.
inline constexpr std::uint8_t kSeveralTypes = 0xFF;

// A shape together with the declarator written around it.
std::uint8_t AddShape(std::uint8_t shape, std::uint8_t around);

// The rule of the lower confidence.
EdgeRule Weaker(EdgeRule a, EdgeRule b);

// A set of at most kMaxEntities; a flag records that there were more. Entities keep the order in
// which they were found, which follows from the sources alone.
//
// Most lookups yield no entity or one, and each step of a question makes and passes on resolutions.
// So absent entities are neither initialised nor copied.
class Resolution {
 public:
  static constexpr std::size_t kMaxEntities = 8;

  Resolution() {}  // NOLINT(modernize-use-equals-default): the union has no default

  Resolution(const Resolution& other) { *this = other; }

  Resolution& operator=(const Resolution& other) {
    declared = other.declared;
    external = other.external;
    undeclared = other.undeclared;
    escaped = other.escaped;
    dynamic = other.dynamic;
    more = other.more;
    foreign_type = other.foreign_type;
    foreign_shape = other.foreign_shape;
    foreign_element = other.foreign_element;
    method_set = other.method_set;
    holds_ours = other.holds_ours;
    count_ = other.count_;
    std::copy_n(other.entities_.data(), count_, entities_.data());
    return *this;
  }

  ~Resolution() = default;

  bool empty() const { return count_ == 0; }

  std::size_t size() const { return count_; }

  std::span<const Entity> entities() const& { return {entities_.data(), count_}; }

  std::span<Entity> entities() & { return {entities_.data(), count_}; }

  // A span into an answer that ends with the expression would dangle.
  void entities() && = delete;
  void entities() const&& = delete;

  // An entity that is already present keeps the rule of the higher confidence. If its type
  // arguments differ, they become unknown.
  void Add(const Entity& entity);
  void AddAll(const Resolution& other);
  // Merges the flags of `other`, without its entities.
  void AddNotes(const Resolution& other);
  void WeakenTo(EdgeRule rule);
  // Replaces a foreign container by its element, which is known for arrays.
  void TakeElement();
  // Weakens a name that nothing visible declares: it need not be external.
  void WeakenUndeclared();
  // Adds a declarator to the shape of everything in it.
  void Wrap(std::uint8_t around);

  // Whether it is external, as far as can be told.
  bool IsForeign() const { return external || undeclared; }

  bool declared = false;    // something declares the name, even if its meaning is unknown
  bool external = false;    // part of it lies outside the repository
  bool undeclared = false;  // probably external: no reachable file declares it, others may
  bool escaped = false;     // came out of a foreign function or container, which may hold a value
                            // of this repository
  bool dynamic = false;     // part of it is a value without a written type
  bool more = false;        // kMaxEntities was exceeded
  // Its external type has type arguments of this repository, or it is a member of such a value.
  bool holds_ours = false;
  // The external type that it is an instance of; kUnknown for one of several.
  Name foreign_type = Name::kEmpty;
  std::uint8_t foreign_shape =
      0;  // PointerShape of that type; of an array, the number of dimensions inside it
  Name foreign_element = Name::kEmpty;  // of a foreign array: the external type of its elements
  // The interface outside or without a name that it is an instance or a container of
  // (method_sets.h); kUnknown for one of several.
  Name method_set = Name::kEmpty;

 private:
  union {
    std::array<Entity, kMaxEntities> entities_;
  };

  std::uint8_t count_ = 0;
};

inline Resolution ResolutionOf(const Entity& entity) {
  Resolution answer;
  answer.Add(entity);
  return answer;
}

// Members of a value whose type has those type arguments.
Resolution WithSubstitution(Resolution members, SubstitutionId substitution);

// The value assigned to a variable whose written type comes first, without the type arguments that
// the written type already determines.
Resolution WithoutArgumentsOf(const Resolution& written, Resolution assigned);

// Whether it is a value, and not a definition, a module or a method of a container.
bool IsValue(EntityKind kind);

// The element of a container: one container less around the type.
Entity ElementOf(Entity container);

// The pair of a key and a value that the iteration over a map gives.
Entity PairOf(Entity map);

// Containers of the values.
Resolution ContainersOf(const Resolution& values);

// Methods that return the values.
Resolution Giving(const Resolution& values);

// Turns instances into their types.
Resolution TypesOf(const Resolution& instances);

// Predicates on the shapes of values and types (PointerShape in indexer/facts.h).
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

// The only type of a value, if it is one of this repository and neither a pointer nor held by a
// library's handle.
inline const Entity* PlainObjectIn(const Resolution& value) {
  const bool one = value.size() == 1 && !value.more;
  const Entity* const instance = one ? InstanceIn(value) : nullptr;
  const bool plain =
      instance != nullptr && PointersOf(instance->shape) == 0 && (instance->shape & kWrapped) == 0;
  return plain ? instance : nullptr;
}

inline const Entity* ContainerIn(const Resolution& answer) {
  for (const Entity& entity : answer.entities()) {
    if (entity.kind == EntityKind::kElements) return &entity;
  }
  return nullptr;
}

}  // namespace waymark::indexer
