// The content of an answer, independent of the format in which it is sent.
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

// Limits of one payload. Decoders reject payloads beyond them and name the limit.
inline constexpr std::size_t kMaxPayloadBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMaxSymbols = std::size_t{1} << 20;
inline constexpr std::size_t kMaxEdges = std::size_t{1} << 22;
inline constexpr std::size_t kMaxHops = 256;           // of Affected
inline constexpr std::size_t kMaxAffectedNames = 256;  // of an AffectedList
inline constexpr std::size_t kMaxRiskReasons = 64;
inline constexpr std::size_t kMaxChangeEntries = 256;  // of a list of SymbolChange
inline constexpr std::size_t kMaxCommits = 1024;
// Foreign names (see Term); the number is small because look-up is linear.
inline constexpr std::size_t kMaxForeignNames = 256;
// GCF: fields of the header, of which this dialect defines eight, and bytes of a line that is not a
// comment.
inline constexpr std::size_t kMaxGcfHeaderFields = 64;
inline constexpr std::size_t kMaxGcfLineBytes = std::size_t{1} << 20;

// A value of a published vocabulary, or a foreign value that must survive decoding and encoding.
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

// How a symbol differs between the two states of a difference. The lists group its changes by their
// class. An entry is a property ("body", "signature") or the type of changed edges ("calls").
struct SymbolChange {
  SymbolStatus status = SymbolStatus::kUnchanged;  // never kUnchanged
  std::vector<std::string> behaviour;
  std::vector<std::string> structure;
  std::vector<std::string> metadata;
  std::string old_name;            // qualified name in the older state, if it differs
  std::optional<Place> old_place;  // if it was in another file
  float certainty = 1;             // 0..1: how sure it is that both are the same symbol

  bool operator==(const SymbolChange&) const = default;
};

// Where the lines of a text stand in their file.
struct SourceLines {
  // The line of each line of the text, 1-based, rising; 0 for a line that stands for lines that are
  // left out. Empty: the text is no source.
  std::vector<std::uint32_t> numbers;
  std::string indent;  // white space that the file has before each of the lines, blank ones aside

  bool operator==(const SourceLines&) const = default;
};

struct Symbol {
  std::optional<SymbolIdentity> id;
  // What clients pass on to name the symbol: "src/app.py#Flask.run". Empty if it has none.
  std::string handle;
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
  // 1-based, in bytes, 0 when unknown: the columns of the three lines above; end_column is that of
  // the last byte. They are for editors: they travel between daemon and client, and no format
  // writes them.
  std::uint32_t start_column = 0;
  std::uint32_t end_column = 0;
  std::uint32_t name_column = 0;
  std::string text;  // documentation or source at the fidelity the pack chose; empty below that
  // With them GCF writes the text in its part for source; other formats do not write them.
  SourceLines source;
  // For a changed symbol of a difference. Symbols without it are only ends of changed edges.
  std::optional<SymbolChange> change;

  bool operator==(const Symbol&) const = default;
};

// A position at which an edge was found.
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
  Term<EdgeStatus> status;  // absent: unchanged
  // 0..1: how sure the edge is; 0: not given. Edges of `context` answers do not give it, to leave
  // room for symbols. Not covered by the content root.
  float confidence = 0;
  std::vector<Site> sites;

  bool operator==(const Edge&) const = default;
};

// How much of the true answer is here, from most to least.
enum class Certainty : std::uint8_t {
  kUnstated,  // the sender did not say
  kComplete,
  kLikelyComplete,  // only doubts that concern every symbol of a language, told once an index
  kIncomplete,      // a reason concerns this very answer
};
std::string_view Name(Certainty certainty);  // "", "complete", "likely_complete", "incomplete"
std::optional<Certainty> CertaintyFromName(std::string_view name);

struct Completeness {
  Certainty certainty = Certainty::kUnstated;
  std::uint64_t possible_uses = 0;  // places that may add to the answer; see Payload::possible
  std::string reason;               // one line

  bool operator==(const Completeness&) const = default;
};

// A place that may use the symbol in question without an edge.
struct PossibleUse {
  Site site;
  std::string symbol;  // qualified name of the symbol around the place
  std::string why;     // why it is not certain; one line

  bool operator==(const PossibleUse&) const = default;
};

// The kind of state that was asked about.
enum class ShownState : std::uint8_t {
  kWorkingTree,
  kCommit,   // never changes
  kBuffers,  // the working tree with an editor's unsaved buffers
};
std::string_view Name(ShownState state);  // "", "commit", "buffers"
std::optional<ShownState> ShownStateFromName(std::string_view name);

// A file that a commit changed, with the symbols of the answer that it changed there.
struct CommitFile {
  std::string path;                  // relative to the repository
  std::vector<std::string> symbols;  // as in handles, behind the '#': "Cart.pay"

  bool operator==(const CommitFile&) const = default;
};

// A commit that tells about the question or changed what answers it.
struct Commit {
  std::string id;                 // the first kShortCommitDigits hexadecimal digits
  std::string day;                // of its author, in UTC: "2024-05-01"
  std::string subject;            // of its message; one line
  std::vector<CommitFile> files;  // some of them, those with symbols of the answer first
  std::uint64_t more_files = 0;   // the others

  bool operator==(const Commit&) const = default;
};

// The state of the index from which the answer was computed.
struct IndexInfo {
  std::string repository;
  std::uint64_t generation = 0;
  std::string commit;  // hexadecimal; empty outside git
  std::optional<RootHash> root;
  std::optional<std::uint64_t> files_differing;  // files that differ on disk; absent: not checked
  ShownState shown = ShownState::kWorkingTree;

  bool operator==(const IndexInfo&) const = default;
};

// Enough digits to be unique in any repository; all forty cost some 20 tokens.
inline constexpr std::size_t kShortCommitDigits = 12;

// The short form of a commit id for people and models; empty outside git. Valid as long as `index`
// is.
inline std::string_view ShortCommit(const IndexInfo& index) {
  return std::string_view(index.commit).substr(0, kShortCommitDigits);
}

// How much was left out, and how to get it.
struct Truncation {
  std::optional<std::uint64_t> omitted;  // number of symbols; absent: not counted
  std::string cursor;
  std::string next_call;  // the exact call that returns the rest; empty if there is none

  bool operator==(const Truncation&) const = default;
};

// One list of a blast radius: how many entries there are, and the names of some.
struct AffectedList {
  std::uint64_t count = 0;
  std::vector<std::string> names = {};  // one line each

  bool operator==(const AffectedList&) const = default;
};

// kUnknown: something that is not seen may use what changes; the score is what is known at least.
enum class RiskLevel : std::uint8_t { kUnstated, kLow, kMedium, kHigh, kUnknown };
std::string_view Name(RiskLevel level);  // "", "low", "medium", "high", "unknown"
std::optional<RiskLevel> RiskLevelFromName(std::string_view name);

// A reason for or against a risk.
struct RiskReason {
  std::string factor;          // "reach"
  std::optional<float> share;  // 0..1, of the factor's maximum; absent: unknown
  std::string text;            // one line

  bool operator==(const RiskReason&) const = default;
};

// How risky a change is, by docs/IMPACT.md.
struct Risk {
  RiskLevel level = RiskLevel::kUnstated;
  float score = 0;  // 0..1
  std::vector<RiskReason> reasons = {};

  bool operator==(const Risk&) const = default;
};

// Everything that a blast radius reached, shown or not. A list that is absent was not computed: for
// example, the owners are unknown in a repository without a CODEOWNERS file.
struct Affected {
  std::uint64_t symbols = 0;        // without the changed ones
  std::uint64_t files = 0;          // files that hold one of the symbols
  std::uint64_t tests = 0;          // how many of the symbols are tests
  std::vector<std::uint64_t> hops;  // symbols by distance; [0] are the changed ones
  bool beyond_depth = false;        // one more hop would reach further symbols
  std::uint64_t weak_edges = 0;     // not followed: below the minimum confidence of the question
  std::optional<AffectedList> packages = {};  // directories of the affected files
  // The changed and affected symbols that can be reached from outside:
  std::optional<AffectedList> exported = {};      // symbols that other code may use
  std::optional<AffectedList> routes = {};        // "GET /users/:id"
  std::optional<AffectedList> entry_points = {};  // run by a system, a broker or a caller
  std::optional<AffectedList> owners = {};        // owners of the files
  std::optional<Risk> risk = {};

  bool operator==(const Affected&) const = default;
};

// Number of distinct symbols that are connected by edges of one type.
struct EdgeCount {
  Term<EdgeType> type;
  std::uint64_t count = 0;

  bool operator==(const EdgeCount&) const = default;
};

// Further facts for answers about one symbol, which is the first one.
struct Profile {
  std::string language;
  std::vector<std::string> flags;
  std::vector<Place> declarations;  // C, C++: other places where it is declared
  std::vector<EdgeCount> outgoing;  // to symbols it uses
  std::vector<EdgeCount> incoming;  // from symbols that use it
  std::string text_note;            // why its text is cut or missing; one line

  bool operator==(const Profile&) const = default;
};

// How many entries were added, removed and so on.
struct ChangeCounts {
  std::uint64_t added = 0;
  std::uint64_t removed = 0;
  std::uint64_t changed = 0;  // edges: the same edge, found by another rule
  std::uint64_t moved = 0;    // symbols only

  bool operator==(const ChangeCounts&) const = default;
};

// For a difference: the older of the two states (Payload::index is the newer one), and the counts
// of all changes, shown or not.
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
  std::optional<Tokenizer> tokenizer;  // the tokenizer that counted tokens_used
  std::optional<RootHash> pack_root;   // ContentRoot() of this payload
  // Which symbol a name was taken for that fits several, and how to ask for the others; one line.
  std::string name_note;
  Completeness completeness;
  std::vector<PossibleUse> possible;  // the likeliest first, if the question asked for them
  std::vector<Commit> commits;        // those that matter most first, if it asked for them
  std::optional<IndexInfo> index;
  std::optional<Truncation> truncation;
  // Of all pages of the answer together, if they are more than those of this page.
  std::optional<std::uint64_t> total_symbols;
  std::optional<std::uint64_t> total_edges;
  std::optional<Affected> affected;
  std::optional<Profile> profile;
  std::optional<Difference> difference;
  std::vector<Symbol> symbols;
  std::vector<Edge> edges;
  std::vector<std::string> foreign_names;  // see Term

  bool operator==(const Payload&) const = default;
};

// Marks the text of the symbol as source whose first line is the line `first` of the file.
void NumberLines(std::uint32_t first, Symbol& symbol);

// The name with which a term is written: the published name, "unknown_<n>" for a number without a
// published name, or the foreign name. Valid as long as the payload is unchanged.
std::string_view TermName(const Payload& payload, Term<SymbolKind> term);
std::string_view TermName(const Payload& payload, Term<Provenance> term);
std::string_view TermName(const Payload& payload, Term<EdgeType> term);
std::string_view TermName(const Payload& payload, Term<EdgeStatus> term);  // "unchanged" if absent

// Inverse of TermName: adds a foreign name to the payload if needed. "" is the absent term.
// Errors: ResourceExhausted beyond kMaxForeignNames.
absl::StatusOr<Term<SymbolKind>> KindTerm(Payload& payload, std::string_view name);
absl::StatusOr<Term<Provenance>> ProvenanceTerm(Payload& payload, std::string_view name);
absl::StatusOr<Term<EdgeType>> EdgeTypeTerm(Payload& payload, std::string_view name);
absl::StatusOr<Term<EdgeStatus>> EdgeStatusTerm(Payload& payload, std::string_view name);

// Brings a built payload into the form that is encoded and hashed: drops edges whose ends are not
// among the symbols, replaces bytes that are not UTF-8 by U+FFFD, folds line breaks in one-line
// fields other than names and paths into spaces, turns -0 into 0, and sorts the edges by (source,
// target, type, provenance, status) without repetitions. Errors: those of Check() afterwards.
absl::Status Canonicalize(Payload& payload);

// The rules every encoder relies on: limits, edge ends among the symbols, finite numbers, UTF-8, no
// empty names, terms with a name. InvalidArgument names the field.
absl::Status Check(const Payload& payload);

}  // namespace waymark::wire
