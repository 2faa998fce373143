// The parts of a ranking. Each can be left out, to measure its worth and to explain the rank that
// it alone gives a symbol.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace waymark::retrieval {

enum class Part : std::uint8_t {
  // Channels: sources of words for a symbol. Its own fields come first, in the order of Field.
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
  kTests,  // tests that use the symbol
  kCallees,
  kProse,
  kNamedFiles,
  kSimilarNames,  // names similar to those in the question
  kQuoted,        // quoted texts
  // Steps of reading the question.
  kRarity,       // rare words weigh more
  kEmphasis,     // weak words, words of later lines and of the repository's name weigh less
  kCompounds,    // words that names write as two or as one
  kSynonyms,     // words that mean the same
  kTraceWords,   // words that only mark lines as a trace are dropped
  kAddresses,    // addresses of files become places, other addresses no words
  kPlaces,       // lines that the question names
  kTestIds,      // tests that the question names
  kAskedTests,   // test code counts more if the question is about tests
  kCommitScope,  // the directory or file with which a commit subject begins
  // Steps of scores.
  kDeclarations,  // declarations are merged with their definitions
  kCoverage,
  kStaticPrior,  // factor of kinds, tests, examples, vendored code
  kLengthPrior,  // factor of the number of lines of a definition
  kExactNames,   // names and files in the question
  kCohesion,
  kFileWords,  // words that a file has as a whole
  kHistory,
  kWalk,
  kExpansion,  // the walk's steps over nesting, inheritance and overrides
  kHubs,       // HITS around symbols, files and changes
  // Steps of order.
  kDuplicates,  // overloads, and types of one name, appear once
  kDiversity,
  kTopOrder,  // types come after their members
  kFeedback,
  kFusion,   // joins the rankings by words and by places, and those of several tasks
  kPacking,  // chooses symbols and their detail by value per token
};

enum class PartRole : std::uint8_t {
  kChannel,  // a source of words for symbols
  kBasis,    // how question and answer are read; a ranking by one channel alone keeps it
  kStep,     // a step after the words are known
};

struct PartRow {
  Part part;
  std::string_view name;  // as in --without
  PartRole role;
  bool in_words;   // used when ranking by the words of a task
  bool in_around;  // used when ranking around symbols, files and changes
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
