// What an expression can stand for: a small set of entities, and what is known when it is empty.
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
  kElements,       // a container whose elements are values of the type, such containers, or tuples
  kTuple,          // a value of the tuple type that `types` lists
  kFunction,       // a value of the type of functions in `types`
  kSuper,          // the type's members as seen from its bases
  kOwnSuper,       // the same for members of the type itself, not of its instances
  kGivesElement,   // a function of a container: its result is a value of the type
  kGivesElements,  // the same: a container of such values
  kContainerLiteral,  // a container that is written out, `types`; depth - 1 elements are left out
                      // at its beginning, or any with kAnyPlace
  kItems,             // the pairs of a key and a value of such a container
  kItem,              // one of them
  kGivesLiteralElement,  // a function of such a container: gives one of its values
  kGivesLiteral,         // the same: gives a container of them
  kGivesItems,           // the same: gives its pairs
};

// What type parameters stand for (Evaluator::Substitution).
using SubstitutionId = std::uint32_t;
inline constexpr SubstitutionId kNoSubstitution = 0;
inline constexpr SubstitutionId kUnknownSubstitution = 0xFFFFFFFF;  // several, or not to be known

struct Entity {
  EntityKind kind = EntityKind::kSymbol;
  EdgeRule rule = EdgeRule::kLexicalScope;  // how it was found: the weakest step so far
  SymbolRef symbol = {};                    // of all but the next four
  std::uint32_t index = kNoIndex;  // FileIndex, DirectoryIndex or PackageIndex of the others
  SymbolRef receiver = {};         // of a method: the type of the value it was taken from
  std::uint8_t depth = 1;          // kElements: containers around a value of the type
  // kTuple, kFunction, what has to do with a kContainerLiteral, and a kElements of tuples: what is
  // written in the file `index`, a kArguments or kFunction, and from where its names are looked up.
  std::uint32_t types = kNoIndex;
  std::uint32_t types_scope = 0;
  std::uint8_t shape = 0;  // PointerShape of the value, or kWrapped
  // kElements: of a value in the container. kInstance, of C++: the kind of characters that the type
  // is made for (c_conversions.h).
  std::uint8_t inner_shape = 0;
  // What the type parameters stand for of the type that it is an instance of, of the receiver of a
  // member, around `types`.
  SubstitutionId substitution = kNoSubstitution;

  bool SameThing(const Entity& other) const {
    return kind == other.kind && symbol == other.symbol && index == other.index &&
           depth == other.depth && types == other.types;
  }
};

inline constexpr std::uint8_t kAnyPlace =
    255;  // Entity::depth of a kContainerLiteral: order is not known

// In a shape: not a value of the type, but of one outside that behaves like it, a smart pointer.
inline constexpr std::uint8_t kWrapped = kZero;

// Of a foreign type: that it is one of several.
inline constexpr std::uint8_t kSeveralTypes = 0xFF;

// A shape with what is written around it.
std::uint8_t AddShape(std::uint8_t shape, std::uint8_t around);

// The rule of lower confidence.
EdgeRule Weaker(EdgeRule a, EdgeRule b);

// Never more than kMaxEntities; the rest is only noted. Entities keep the order in which they were
// found, which follows from the sources alone.
//
// Most look-ups give none or one, and answers are made and handed on for each step of a question:
// entities that are not there are neither set nor copied.
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

  // An entity that is there already keeps the rule of higher confidence. Nothing is known of the
  // type arguments of what has other ones.
  void Add(const Entity& entity);
  void AddAll(const Resolution& other);
  // Takes over what `other` knows besides entities.
  void AddNotes(const Resolution& other);
  void WeakenTo(EdgeRule rule);
  // Of a foreign container, what it holds: of arrays that is known.
  void TakeElement();
  // Of a name that nothing in sight declares: it need not come from outside.
  void WeakenUndeclared();
  // Writes a shape around all that it knows.
  void Wrap(std::uint8_t around);

  // Whether it leads out of the repository, as far as can be told.
  bool IsForeign() const { return external || undeclared; }

  bool declared = false;  // something declares the name, even if it is not known what it stands for
  bool external = false;  // a part of it lies outside the repository
  bool undeclared = false;  // likewise most likely: no file in reach declares it, others may
  bool escaped = false;     // came out of a foreign function or container, which may hold ours
  bool dynamic = false;     // a part of it is a value of which nothing is written
  bool more = false;        // kMaxEntities was not enough
  // Name of the type outside the repository that it is an instance of; kUnknown for one of several.
  Name foreign_type = Name::kEmpty;
  std::uint8_t foreign_shape = 0;  // PointerShape of that; of an array, how many are inside of it
  Name foreign_element = Name::kEmpty;  // of a foreign array: the type outside that it holds

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

// Members of a value whose type has those arguments.
Resolution WithSubstitution(Resolution members, SubstitutionId substitution);

// What is assigned to a variable, without the type arguments of what its type, which comes first,
// says of them.
Resolution WithoutArgumentsOf(const Resolution& written, Resolution assigned);

// What a container holds: one container less around the type.
Entity ElementOf(Entity container);

// Instances as the types they are instances of.
Resolution TypesOf(const Resolution& instances);

}  // namespace waymark::indexer
