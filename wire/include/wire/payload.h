// What an answer holds, whatever the format it is sent in.
//
// Symbols stand in rank order, best first; edges name their ends by index into the symbols. Every
// codec encodes from this value and decodes to it. Builders fill it, then call Canonicalize once;
// encoders refuse a payload that breaks the rules Check() states.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/ids.h"
#include "graph/kinds.h"
#include "graph/records.h"
#include "wire/tokens.h"

namespace waymark::wire {

// Limits of one payload. Decoders refuse what is beyond them, and say which limit it was.
inline constexpr std::size_t kMaxPayloadBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxSymbols = std::size_t{1} << 20;
inline constexpr std::size_t kMaxEdges = std::size_t{1} << 22;
inline constexpr std::size_t kMaxHops = 256;           // of Affected
inline constexpr std::size_t kMaxAffectedNames = 256;  // of an AffectedList
inline constexpr std::size_t kMaxRiskReasons = 64;
inline constexpr std::size_t kMaxChangeEntries = 256;  // of a list of SymbolChange
// Foreign names, see Term: they are searched one after the other.
inline constexpr std::size_t kMaxForeignNames = 256;
// GCF: fields of the header, of which this dialect knows eight, and bytes of a line that is not a
// comment.
inline constexpr std::size_t kMaxGcfHeaderFields = 64;
inline constexpr std::size_t kMaxGcfLineBytes = std::size_t{1} << 20;

// A value of a published vocabulary, or one outside it that must survive decoding and encoding.
//
//   code 0         absent, or a 0 byte that was received
//   code 1..255    the enum's number, also when this build has no name for it ("unknown_<n>")
//   code 256..     a foreign name that a text format carried: Payload::foreign_names[code - 256]
template <typename Enum>
class Term {
 public:
  constexpr Term() = default;

  // Implicit: builders assign the enum.
  constexpr Term(Enum value) : code_(static_cast<std::uint16_t>(value)) {}  // NOLINT

  static constexpr Term FromCode(std::uint16_t code) {
    Term term;
    term.code_ = code;
    return term;
  }

  constexpr std::uint16_t code() const { return code_; }

  constexpr bool is_present() const { return code_ != 0; }

  constexpr bool is_foreign() const { return code_ >= kFirstForeign; }

  constexpr bool operator==(const Term&) const = default;

  static constexpr std::uint16_t kFirstForeign = 256;

 private:
  std::uint16_t code_ = 0;
};

// Parts of a score, as ranking explains it.
struct Components {
  float blast_radius = 0;
  float confidence = 0;
  float recency = 0;
  float distance = 0;

  bool operator==(const Components&) const = default;
};

struct Place {
  std::string path;
  std::uint32_t start_line = 0;  // 1-based, inclusive
  std::uint32_t end_line = 0;
  std::uint32_t name_line = 0;

  bool operator==(const Place&) const = default;
};

// Of a difference between two states: how a symbol of it stands in both. The lists name what of it
// differs, apart by what the change is one of: a property ("body", "signature") or the type of
// edges that do ("calls").
struct SymbolChange {
  SymbolStatus status = SymbolStatus::kUnchanged;  // never unchanged
  std::vector<std::string> behaviour;
  std::vector<std::string> structure;
  std::vector<std::string> metadata;
  std::string old_name;            // qualified, in the older state, when it was another one
  std::optional<Place> old_place;  // when it stood in another file
  float certainty = 1;             // 0..1, that it is the same symbol

  bool operator==(const SymbolChange&) const = default;
};

struct Symbol {
  std::optional<SymbolIdentity> id;
  std::string qualified_name;  // never empty
  Term<SymbolKind> kind;
  float score = 0;  // finite
  Components components;
  std::string signature;  // one line; empty at the lowest fidelity
  Term<Provenance> provenance;
  std::uint8_t distance = 0;     // hops from the nearest target; 255 means 255 or more
  std::string path;              // relative to the repository; empty when unknown
  std::uint32_t start_line = 0;  // 1-based, 0 when unknown; the lines are inclusive
  std::uint32_t end_line = 0;
  std::uint32_t name_line = 0;
  // 1-based, in bytes, 0 when unknown; the columns of those lines, the end's that of the last byte.
  // For editors: they travel between daemon and client, and are written in no format.
  std::uint32_t start_column = 0;
  std::uint32_t end_column = 0;
  std::uint32_t name_column = 0;
  std::string text;  // documentation or source at the fidelity the pack chose; empty below that
  // Of what differs in a difference; the other symbols are ends of edges that do.
  std::optional<SymbolChange> change;

  bool operator==(const Symbol&) const = default;
};

// Where an edge was found.
struct Site {
  std::string path;
  std::uint32_t line = 0;    // 1-based
  std::uint32_t column = 0;  // 1-based, in bytes

  bool operator==(const Site&) const = default;
};

struct Edge {
  std::uint32_t source = 0;  // index into Payload::symbols
  std::uint32_t target = 0;
  Term<EdgeType> type;
  Term<Provenance> provenance;
  EdgeStatus status = EdgeStatus::kUnchanged;
  // 0..1, how sure it is that the edge is there; 0: not said. Which edges of a context are is not
  // said, to leave room for symbols. No part of the content root.
  float confidence = 0;
  std::vector<Site> sites;

  bool operator==(const Edge&) const = default;
};

// How much of the true answer is here. kUnstated: the sender did not say.
enum class Certainty : std::uint8_t { kUnstated, kExact, kLowerBound, kUnknown };
std::string_view Name(Certainty certainty);  // "", "exact", "lower_bound", "unknown"
std::optional<Certainty> CertaintyFromName(std::string_view name);

struct Completeness {
  Certainty certainty = Certainty::kUnstated;
  std::uint64_t count = 0;  // unresolved references or skipped files that could add to the answer
  std::string reason;       // one line

  bool operator==(const Completeness&) const = default;
};

// What the state is a state of.
enum class ShownState : std::uint8_t {
  kWorkingTree,
  kCommit,   // never changes
  kBuffers,  // the working tree with an editor's unsaved buffers
};
std::string_view Name(ShownState state);  // "", "commit", "buffers"
std::optional<ShownState> ShownStateFromName(std::string_view name);

// The state of the index the answer was computed from.
struct IndexInfo {
  std::string repository;
  std::uint64_t generation = 0;
  std::string commit;  // hexadecimal; empty outside git
  std::optional<RootHash> root;
  std::optional<std::uint64_t> files_differing;  // on disk from the index; absent: not checked
  ShownState shown = ShownState::kWorkingTree;

  bool operator==(const IndexInfo&) const = default;
};

// What was left out, and how to get it.
struct Truncation {
  std::optional<std::uint64_t> omitted;  // symbols; absent: nobody counted them
  std::string cursor;
  std::string next_call;  // the exact call that returns the rest; empty when none does

  bool operator==(const Truncation&) const = default;
};

// One kind of what a blast radius reached: how many there are, and some of them by name.
struct AffectedList {
  std::uint64_t count = 0;
  std::vector<std::string> names = {};  // a line each

  bool operator==(const AffectedList&) const = default;
};

enum class RiskLevel : std::uint8_t { kUnstated, kLow, kMedium, kHigh };
std::string_view Name(RiskLevel level);  // "", "low", "medium", "high"
std::optional<RiskLevel> RiskLevelFromName(std::string_view name);

// What speaks for a risk, or against it.
struct RiskReason {
  std::string factor;          // "reach"
  std::optional<float> share;  // 0..1, of the most that the factor can say; absent: unknown
  std::string text;            // one line

  bool operator==(const RiskReason&) const = default;
};

// How risky a change is, by docs/RANKING.md.
struct Risk {
  RiskLevel level = RiskLevel::kUnstated;
  float score = 0;  // 0..1
  std::vector<RiskReason> reasons = {};

  bool operator==(const Risk&) const = default;
};

// Of a blast radius: what was reached in all, shown or not. Lists that are absent were not told:
// nobody knows the owners of a repository without a file that says them.
struct Affected {
  std::uint64_t symbols = 0;                  // without the changed ones
  std::uint64_t files = 0;                    // that hold one of them
  std::uint64_t tests = 0;                    // of the symbols
  std::vector<std::uint64_t> hops;            // symbols by distance; [0] are the changed ones
  bool beyond_depth = false;                  // one hop more would reach others
  std::uint64_t weak_edges = 0;               // not followed, being less sure than was asked for
  std::optional<AffectedList> packages = {};  // directories of the affected files
  // Of what changed and of what is affected: where it can be seen from outside.
  std::optional<AffectedList> exported = {};      // symbols that other code may use
  std::optional<AffectedList> routes = {};        // "GET /users/:id"
  std::optional<AffectedList> entry_points = {};  // what a system, a broker or a caller runs
  std::optional<AffectedList> owners = {};        // of the files
  std::optional<Risk> risk = {};

  bool operator==(const Affected&) const = default;
};

// Distinct symbols that one is tied to by edges of a type.
struct EdgeCount {
  Term<EdgeType> type;
  std::uint64_t count = 0;

  bool operator==(const EdgeCount&) const = default;
};

// Of an answer about one symbol, the first: what is told of no other.
struct Profile {
  std::string language;
  std::vector<std::string> flags;
  std::vector<Place> declarations;  // C, C++: where else it is declared
  std::vector<EdgeCount> outgoing;  // to symbols it uses
  std::vector<EdgeCount> incoming;  // from symbols that use it
  std::string text_note;            // why its text is cut, or not there; one line

  bool operator==(const Profile&) const = default;
};

// Numbers of what was added, removed and so on.
struct ChangeCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;  // of edges: found by other means
  std::uint64_t moved = 0;    // of symbols

  bool operator==(const ChangeCounts&) const = default;
};

// Of a difference: the older of its two states, Payload::index being the newer one, and all that
// differs, shown or not.
struct Difference {
  IndexInfo base;
  ChangeCounts symbols;
  ChangeCounts behaviour;  // edges
  ChangeCounts structure;
  ChangeCounts metadata;

  bool operator==(const Difference&) const = default;
};

struct Payload {
  std::string tool;
  std::uint64_t tokens_used = 0;
  std::uint64_t token_budget = 0;
  std::optional<Tokenizer> tokenizer;  // what tokens_used was counted with
  std::optional<RootHash> pack_root;   // ContentRoot() of this payload
  Completeness completeness;
  std::optional<IndexInfo> index;
  std::optional<Truncation> truncation;
  std::optional<Affected> affected;
  std::optional<Profile> profile;
  std::optional<Difference> difference;
  std::vector<Symbol> symbols;
  std::vector<Edge> edges;
  std::vector<std::string> foreign_names;  // see Term

  bool operator==(const Payload&) const = default;
};

// The name a term is written with: as published, "unknown_<n>" for a number without a published
// name, or the foreign name. Valid as long as the payload is unchanged.
std::string_view TermName(const Payload& payload, Term<SymbolKind> term);
std::string_view TermName(const Payload& payload, Term<Provenance> term);
std::string_view TermName(const Payload& payload, Term<EdgeType> term);

// Inverse of TermName: adds a foreign name to the payload if needed. "" is the absent term.
// Errors: ResourceExhausted beyond kMaxForeignNames.
absl::StatusOr<Term<SymbolKind>> KindTerm(Payload& payload, std::string_view name);
absl::StatusOr<Term<Provenance>> ProvenanceTerm(Payload& payload, std::string_view name);
absl::StatusOr<Term<EdgeType>> EdgeTypeTerm(Payload& payload, std::string_view name);

// Brings a built payload to the form that is encoded and hashed: drops edges whose ends are not
// among the symbols, replaces bytes that are not UTF-8 by U+FFFD, folds line breaks in one-line
// fields other than names and paths into spaces, turns -0 into 0, and sorts the edges by (source,
// target, type, provenance, status), dropping repetitions. Errors: what Check() finds afterwards.
absl::Status Canonicalize(Payload& payload);

// The rules every encoder relies on: limits, edge ends among the symbols, finite numbers, UTF-8, no
// empty names, terms with a name. InvalidArgument names the field.
absl::Status Check(const Payload& payload);

}  // namespace waymark::wire
