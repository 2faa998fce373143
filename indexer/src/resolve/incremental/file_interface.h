// The interface of a file: what other files can see of its declarations, in a form that allows two
// states to be compared.
//
// An item is the interface of one declaration: everything about it that a lookup of its name can
// depend on, wherever the lookup stands. An arc says that the meaning of an item depends on the
// meaning of a name. So the names whose meaning can differ between two states are the names of the
// items that only one of them has, closed over the arcs (impact.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "resolve/program/file_model.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// Aspects of the meaning of a name. A written type depends only on the types of that name, so that
// a new constructor does not affect every function that takes the type.
enum NameAspect : std::uint8_t {
  kAnyAspect = 1 << 0,
  kTypeAspect = 1 << 1,  // things that can stand in a type's position
  kBothAspects = kAnyAspect | kTypeAspect,
};

struct InterfaceItem {
  Name name = Name::kEmpty;
  std::uint8_t aspects = kAnyAspect;  // the aspects that a change of the item changes
  std::uint64_t hash = 0;

  auto operator<=>(const InterfaceItem&) const = default;
};

// When the aspects `needed` of `mention` change, the aspects `aspects` of `item` change.
struct InterfaceArc {
  Name mention = Name::kEmpty;
  Name item = Name::kEmpty;
  std::uint8_t needed = kAnyAspect;
  std::uint8_t aspects = kAnyAspect;

  auto operator<=>(const InterfaceArc&) const = default;
};

struct FileInterface {
  std::vector<InterfaceItem> items;  // ordered
  std::vector<InterfaceArc> arcs;    // ordered and unique
  // Hash of star imports and using directives, which concern every name.
  std::uint64_t whole_hash = 0;
  // Hash of the order of definitions and of all imports. With equal items, files of equal shape are
  // interchangeable in a linked program.
  std::uint64_t shape_hash = 0;
};

// Names of members that languages call without a mention.
class ImplicitNames {
 public:
  explicit ImplicitNames(NameTable& names);

  // Methods that run when a value of their type is called, indexed, iterated or entered.
  bool IsProtocol(Language language, Name name) const { return Has(protocol_, language, name); }

  // Operators and conversions of C++ and C#, and destructors. Those of a type run without a
  // mention.
  bool IsOperator(Name name) const;

  // The functions that an operator may run in the place of the named one.
  std::vector<Name> RunInstead(Language language, Name name) const;

  // Methods that run when an instance is made, except those named like their type.
  bool IsConstructor(Language language, Name name) const {
    return Has(constructors_, language, name);
  }

  // The member that stands for a module used as a value; kEmpty if the language has none.
  Name DefaultExport(Language language) const {
    return defaults_[static_cast<std::size_t>(language)];
  }

 private:
  using Table = std::array<std::vector<Name>, kLanguageBound>;
  static bool Has(const Table& table, Language language, Name name);

  const NameTable& names_;
  Table protocol_;
  Table constructors_;
  std::array<Name, kLanguageBound> defaults_{};
};

// Equal models have equal interfaces within the life of one name table. Thread-safe.
FileInterface SummarizeInterface(const FileModel& model, const ImplicitNames& implicit);

}  // namespace waymark::indexer
