// The parts of a ranking, each of which can be left out: to measure what it is worth, and to
// explain where a symbol stands by it alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace waymark::retrieval {

enum class Part : std::uint8_t {
  // Channels: what gives a symbol words. The own fields first, in order of Field.
  kName,
  kSignature,
  kDocumentation,
  kIdentifiers,
  kStrings,
  kComments,
  kScope,
  kPath,
  kMembers,
  kCallers,
  kTests,  // that use it
  kCallees,
  kProse,
  kNamedFiles,
  kSimilarNames,  // what the question nearly writes
  kQuoted,        // texts in quotes
  // Steps: what is made of them.
  kCoverage,
  kStanding,    // of kinds, tests, examples, vendored code
  kExtent,      // lines of a definition
  kExactNames,  // names and files that the question mentions
  kCohesion,
  kFileWords,  // what a file says together
  kHistory,
  kWalk,
  kHubs,  // around symbols, files and changes
  kVariety,
  kHeadOrder,  // types behind their members
  kPlaces,
  kLessons,
};

struct PartRow {
  Part part;
  std::string_view name;  // as --without takes it
  bool is_channel;
  bool in_words;   // of a ranking by the words of a task
  bool in_around;  // of a ranking around symbols, files and changes
};

// In order of their numbers.
std::span<const PartRow> AllParts();
std::string_view NameOf(Part part);
std::optional<Part> PartFromName(std::string_view name);

// A set of parts.
class Parts {
 public:
  constexpr Parts() = default;

  static constexpr Parts Of(Part part) {
    Parts parts;
    parts.Add(part);
    return parts;
  }

  constexpr bool Has(Part part) const { return (bits_ & Bit(part)) != 0; }

  constexpr void Add(Part part) { bits_ |= Bit(part); }

  constexpr void Remove(Part part) { bits_ &= ~Bit(part); }

 private:
  static constexpr std::uint32_t Bit(Part part) {
    return std::uint32_t{1} << static_cast<std::uint8_t>(part);
  }

  std::uint32_t bits_ = 0;
};

}  // namespace waymark::retrieval
