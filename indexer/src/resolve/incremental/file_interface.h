// What other files can see of a file's declarations, in a form that two states can be compared by.
//
// An item is the header of one declaration: everything about it that a look-up of its name, from
// anywhere, can depend on. An arc says that what an item means depends on what a name means. So
// the names whose meaning can differ between two states are those of the items that only one of
// them has, closed over the arcs (impact.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "resolve/program/file_model.h"
#include "resolve/program/program.h"

namespace waymark::indexer {

// Of what is known under a name. A written type depends on the types of that name alone, so that a
// new constructor does not touch every function that takes the type.
enum NameAspect : std::uint8_t {
  kAnyAspect = 1 << 0,
  kTypeAspect = 1 << 1,  // what can stand in a type's position
  kBothAspects = kAnyAspect | kTypeAspect,
};

struct InterfaceItem {
  Name name = Name::kEmpty;
  std::uint8_t aspects = kAnyAspect;  // that a change of it changes
  std::uint64_t hash = 0;

  auto operator<=>(const InterfaceItem&) const = default;
};

// When `needed` of `mention` changes, so do `aspects` of `item`.
struct InterfaceArc {
  Name mention = Name::kEmpty;
  Name item = Name::kEmpty;
  std::uint8_t needed = kAnyAspect;
  std::uint8_t aspects = kAnyAspect;

  auto operator<=>(const InterfaceArc&) const = default;
};

struct FileInterface {
  std::vector<InterfaceItem> items;  // ordered
  std::vector<InterfaceArc> arcs;    // ordered, each once
  // Of star imports and using directives, which concern every name.
  std::uint64_t whole_hash = 0;
  // Of the order of definitions and of all imports: with equal items, files of equal shape can
  // stand for each other in a linked program.
  std::uint64_t shape_hash = 0;
};

// Names by which languages reach members that no reference mentions.
class ImplicitNames {
 public:
  explicit ImplicitNames(NameTable& names);

  // Methods that run when a value of their type is called, indexed, iterated or entered.
  bool IsProtocol(Language language, Name name) const { return Has(protocol_, language, name); }

  // Methods that run when an instance is made, but those named like their type.
  bool IsConstructor(Language language, Name name) const {
    return Has(constructors_, language, name);
  }

  // What a module used as a value stands for; kEmpty where there is no such thing.
  Name DefaultExport(Language language) const {
    return defaults_[static_cast<std::size_t>(language)];
  }

 private:
  using Table = std::array<std::vector<Name>, kLanguageBound>;
  static bool Has(const Table& table, Language language, Name name);

  Table protocol_;
  Table constructors_;
  std::array<Name, kLanguageBound> defaults_{};
};

// Equal models have equal summaries within the life of one table of names. Thread-safe.
FileInterface SummarizeInterface(const FileModel& model, const ImplicitNames& implicit);

}  // namespace waymark::indexer
