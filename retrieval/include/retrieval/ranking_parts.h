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
  // Steps of reading the question.
  kRarity,       // rare words weigh more
  kEmphasis,     // weak words, those of later lines and of the repository's name weigh less
  kCompounds,    // words that names write as two or as one
  kTraceWords,   // what says only that lines are a trace is no word
  kAddresses,    // those that show a file are places, others no words
  kPlaces,       // lines that the question names
  kTestIds,      // tests that it names
  kAskedTests,   // test code counts more when the question is about tests
  kSubjectPart,  // the directory or file that a subject begins with
  // Steps of scores.
  kDeclarations,  // are one with their definitions
  kCoverage,
  kStanding,    // of kinds, tests, examples, vendored code
  kExtent,      // lines of a definition
  kExactNames,  // names and files that the question mentions
  kCohesion,
  kFileWords,  // what a file says together
  kHistory,
  kWalk,
  kExpansion,  // the walk's steps over nesting, inheritance and overrides
  kHubs,       // around symbols, files and changes
  // Steps of order.
  kDuplicates,  // overloads, and types of one name, stand once
  kVariety,
  kHeadOrder,  // types behind their members
  kLessons,
  kFusion,   // of rankings by the words, by the places, of several tasks ...
  kPacking,  // what is shown, and how much of it, by worth for the tokens
};

enum class PartRole : std::uint8_t {
  kChannel,  // gives symbols words
  kBasis,    // how question and answer are read: a ranking by one channel alone keeps it
  kStep,     // what is made of the words
};

struct PartRow {
  Part part;
  std::string_view name;  // as --without takes it
  PartRole role;
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
  static constexpr std::uint64_t Bit(Part part) {
    return std::uint64_t{1} << static_cast<std::uint8_t>(part);
  }

  std::uint64_t bits_ = 0;
};

}  // namespace waymark::retrieval
