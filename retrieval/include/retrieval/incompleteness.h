// The possible gaps of an answer: places that may use a symbol without an edge, and doubts about
// all symbols of a language.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/languages.h"
#include "graph/read_view.h"
#include "retrieval/workspace.h"

namespace waymark::retrieval {

enum class Completeness : std::uint8_t {
  kComplete,
  kLikelyComplete,  // only doubts of the language (LanguageDoubts) or code outside concern them
  kIncomplete,      // a reason concerns one of the symbols in question
};

// Why a place may use a symbol, the likeliest reason first.
enum class Doubt : std::uint8_t {
  kAmbiguous,     // several symbols fit, this one among them
  kValue,         // takes it as a value, which the holder may call; only if calls are asked for
  kOverridden,    // uses a declaration that it overrides
  kAlternative,   // is bound to another definition of its name, as in another branch of #if
  kUnresolved,    // uses its name, and nothing tells what is meant
  kConstruction,  // may make an instance of its type
  kOutside,       // uses a declaration outside the repository that it may override
  kWord,          // a word of a file that is not parsed
  kPasted,        // a name of which only a part is known, as a macro or a program makes it
  kComputedName,  // a member of its type by a name that is computed
};
inline constexpr std::size_t kDoubtCount = 10;

// One clause for people: "calls its name on a receiver of unknown type".
std::string_view WhyOf(Doubt doubt);

struct PossibleUse {
  SymbolId source = SymbolId::kNone;
  Position site;  // in the file of `source`; line 0: the declaration of `source`
  Doubt doubt = Doubt::kUnresolved;
  std::uint8_t candidate_count = 0;  // of an ambiguous reference; 0: unknown
};

struct Incompleteness {
  std::vector<PossibleUse> possible_uses;  // each place once, by file and place
  bool of_language = false;                // doubts of the language concern a symbol
  bool run_by_syntax = false;              // operators and the like may run a symbol
  bool run_from_outside = false;           // a symbol may override a declaration outside

  Completeness completeness() const;

  // One clause for people: the reasons that concern the symbols, with counts.
  std::string ToString() const;
};

// Orders by likelihood: reasons as in Doubt, then few candidates before many, product code before
// tests, then by place. Cost: O(n log n).
void RankByLikelihood(const graph::ReadView& view, std::vector<PossibleUse>& uses);

// Doubts that concern every symbol of a group of languages, told once an index.
struct LanguageDoubts {
  NameGroup group = NameGroup::kNone;
  // Files that may hold unknown symbols and references: files of the group without facts, except
  // binary ones, and files that were indexed in part.
  std::vector<std::string_view> unread_files;
  std::vector<PossibleUse> computed_names;  // places that may use any member of any type
};

// The groups that have symbols and doubts, in the order of NameGroup. A file belongs to the group
// of the indexed files with its extension, and to every group if there is none. Cost: O(files +
// places).
std::vector<LanguageDoubts> FindLanguageDoubts(const graph::ReadView& view);

// Files that may hold unknown symbols and references: files that were not indexed, except binary
// ones, and files that were indexed in part. A submodule counts as one, because none of its files
// is indexed with the repository. Cost: O(files).
std::uint64_t CountUnreadFiles(const graph::ReadView& view);
// Submodules among the skipped files. Cost: O(skipped files).
std::uint64_t CountSubmodules(const graph::ReadView& view);

// Unresolved references that may mean a symbol of the repository, that is all except external ones.
// Cost: O(unresolved references).
std::uint64_t CountUnresolved(const graph::ReadView& view);
// The same for references in `sources`, which has no duplicates. Cost: O(log references) per
// source, and once per workspace as above.
std::uint64_t CountUnresolvedIn(const graph::ReadView& view, std::span<const SymbolId> sources,
                                Workspace& workspace);

// Which edges the answer follows.
struct FollowedUses {
  bool overridden = true;   // false: uses of overridden declarations count as possible uses
  bool only_calls = false;  // uses as a value count as possible uses
};

// What may use one of `symbols` besides the known `users`: unresolved references that look for its
// name in a language that could mean it, from where the symbol can be named. External references
// lead out of the repository and count only if a symbol may override what they mean. An ambiguous
// one counts if one of `symbols` is among its candidates, or if its list of candidates is full.
Incompleteness IncompletenessOfUsers(const graph::ReadView& view, std::span<const SymbolId> symbols,
                                     std::span<const SymbolId> users, FollowedUses followed,
                                     Workspace& workspace);

}  // namespace waymark::retrieval
