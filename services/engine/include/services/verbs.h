// The verbs of Waymark in plain C++: what can be asked, and what comes back. Two classes implement
// them, Engine on a store and RemoteEngine through a daemon. Both give the same answers, so a face
// does not know which one it has.
//
// Status codes are those of graph/status.h. FailedPrecondition for a query means: the checkout is
// not indexed; or the revision is not, and differs in too many files to be indexed for one
// question; or, for feedback, the name is ambiguous, and the message lists the candidates. A
// question about an ambiguous name is answered for the likeliest symbol, with a note (name_note).
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/kinds.h"
#include "graph/store.h"
#include "indexer/history.h"
#include "indexer/indexer.h"
#include "indexer/search/text_search.h"
#include "retrieval/blast_radius.h"
#include "retrieval/context.h"
#include "retrieval/cycles.h"
#include "retrieval/explain.h"
#include "retrieval/relations.h"
#include "retrieval/relevance_judgements.h"
#include "retrieval/test_scope.h"
#include "services/file_symbols.h"
#include "services/limits.h"
#include "services/outline_answer.h"
#include "services/state_choice.h"
#include "services/store_answers.h"
#include "services/symbol_sources.h"
#include "services/workspaces.h"
#include "wire/pack_delta.h"
#include "wire/payload.h"

namespace waymark::services {

// Ends a call before it is done. The flag is checked inside long loops, the deadline between
// stages. A face whose clients have deadlines sets the flag when one passes.
struct CallControl {
  const std::atomic<bool>* cancelled = nullptr;  // may be null
  std::optional<std::chrono::steady_clock::time_point> deadline;

  // Cancelled, DeadlineExceeded, or OK.
  absl::Status Check() const;
};

struct IndexRequest {
  std::filesystem::path root;   // absolute
  std::string repository_name;  // empty: the recorded or detected name
  std::uint64_t memory_bytes = indexer::kDefaultMemoryBytes;
  bool force = false;
  std::string at;                // a revision; empty: the files on disk
  bool read_history = true;      // false: a later run or a watching daemon reads it
  bool outlives_client = false;  // daemon: the run continues when its client has gone
};

struct IndexAnswer {
  indexer::IndexReport report;      // lists at most kMaxSkippedListed skipped files
  std::uint64_t skipped_total = 0;  // all of them
  indexer::HistoryReport history;
  std::string history_trouble = {};  // why the history was not read; the view does not need it
};

// How an answer writes the call that returns its rest.
enum class CallStyle : std::uint8_t {
  kShell,  // waymark search 'q' --limit 40
  kTool,   // search_symbols {"query":"q","limit":40}
};

// How an answer with a payload will be encoded. Token count and budget are those of that text. A
// binary format is counted as the GCF text that a reader would be shown.
struct Encoding {
  std::string format = "gcf";
  wire::Tokenizer tokenizer = wire::kDefaultTokenizer;
  CallStyle call_style = CallStyle::kShell;
  // What a call for the rest repeats besides the question; it is part of the answer's text. Either
  // options, each after a blank and quoted for a shell (" --repo ../shop --format json"), or
  // members of a tool's arguments, each after a comma (",\"repo\":\"/shop\"").
  std::string call_options = {};
};

// Value of HeldAnswers::session that begins a session; the answer gives its handle.
inline constexpr std::string_view kNewSession = "new";
// Tokens of a budget for that handle: 32 digits and the words around them.
inline constexpr std::uint32_t kSessionTokens = 48;
// Value of HeldAnswers::pack_root for a client that holds nothing yet: the answer gives its root.
inline constexpr std::string_view kNewPack = "new";

// Earlier answers that the client holds, so that less is sent.
struct HeldAnswers {
  std::string pack_root = {};  // "new", or of an answer, in hexadecimal: the difference is sent
  std::string session = {};    // handle: known symbols are sent as numbers
  // Roots of answers whose symbols are excluded, even if they changed since.
  std::vector<std::string> exclude = {};
};

// Asks about a task, symbols and files, the difference from a revision, or several of these. One
// answer covers all of them, by the ranks in each. `around` and `base` exclude each other.
struct ContextRequest {
  std::filesystem::path root;
  std::string task;
  std::vector<std::string> also = {};    // further tasks; at most kMaxTasks including the first
  std::vector<std::string> around = {};  // symbols, by name or FILE:LINE, and files, by path
  std::string base = {};                 // a revision: everything that differs from it
  std::uint32_t budget_tokens = kDefaultBudgetTokens;
  std::uint32_t max_symbols = 0;  // 0: as many as fit
  // Most commits to tell that matter, at most kMaxContextCommits. 0: kUsualContextCommits if a task
  // asks about change, the budget is the usual one or larger, `without` lacks the history and
  // `held` excludes nothing; otherwise none.
  std::uint32_t commits = 0;
  Encoding encoding;
  bool explain = false;
  std::string explained = {};     // with explain: a symbol whose rank is explained
  retrieval::Parts without = {};  // parts to leave out of the ranking
  retrieval::Fidelity most_shown = retrieval::Fidelity::kBody;  // most that is shown of each symbol
  StateChoice state;
  HeldAnswers held = {};
  // If not empty, the answer is about these repositories together: their rankings are joined
  // (merged_answers.h), and `root` is ignored. Then only tasks can be asked about, without an
  // explanation, and of `held` only `exclude` applies.
  std::vector<WorkspaceMember> repositories = {};
};

// Why a symbol is in a pack or not.
struct SymbolExplanation {
  std::string name;            // qualified
  std::string name_note = {};  // wire::Payload::name_note
  retrieval::SymbolRanking ranking;
  std::uint32_t packed = 0;     // its position in the pack, from 1; 0: not in the pack
  std::uint32_t pack_size = 0;  // number of symbols
  retrieval::Fidelity shown = retrieval::Fidelity::kPlace;  // fidelity in the pack
  std::uint32_t last_rank = 0;  // rank of the last symbol in the pack; 0: the pack is empty
  float last_score = 0;
};

// How well a budget was spent on symbols: the value of the choice, and an upper bound for every
// choice at the known prices, given the names of the first symbols if these fit.
struct PackWorth {
  double value = 0;
  double best_value = 0;
  // Number of symbols by fidelity, in order of retrieval::Fidelity.
  std::array<std::uint32_t, retrieval::kFidelityCount> shown{};
};

struct Explanation {
  retrieval::Question question;
  PackWorth pack;
  std::vector<retrieval::ScoreParts> symbols;              // parallel to the payload's
  std::optional<SymbolExplanation> symbol = std::nullopt;  // for ContextRequest::explained
};

// GCF text that is sent instead of a payload to a client that holds a part of it.
struct SentText {
  wire::PackOutcome outcome = wire::PackOutcome::kFull;  // kFull: the whole answer, in a session
  std::string text;
  std::uint64_t tokens = 0;
};

// An answer, and how it is sent to a client that holds earlier answers.
struct SentAnswer {
  wire::Payload payload;
  std::optional<SentText> sent = std::nullopt;  // absent: the payload is sent
  // What to know about the answers that the request named or asked to remember: that the root is
  // unknown, so that this is the whole, or why this one is not stored. One line; empty if all is as
  // asked.
  std::string session_note = {};
  std::string session = {};  // handle of the answer's session; empty: no session
};

struct ContextAnswer : SentAnswer {
  std::optional<Explanation> explanation;
};

// Asks how to send the answer of another verb to a client that holds earlier answers. A context
// needs this question not: it is packed for its client.
struct AbridgeRequest {
  wire::Payload payload;
  Encoding encoding = {};
  HeldAnswers held = {};  // without `exclude`
};

struct BlastRadiusRequest {
  std::filesystem::path root;
  std::string symbol;  // name, or FILE:LINE
  std::string base;    // instead of a symbol: everything that differs from this revision
  std::vector<std::string> also = {};  // further symbols that change with it; at most 1,000 in all
  std::uint32_t depth = retrieval::kDefaultBlastDepth;
  std::uint32_t limit = retrieval::kDefaultBlastLimit;
  std::string cursor = {};           // page that an answer named; empty: the first
  std::vector<EdgeType> edge_types;  // empty: every type that carries dependence
  float min_confidence = 0;  // 0..1; edges with less confidence are counted but not followed
  bool possible = false;     // lists the likeliest possible uses, at most `limit`
  Encoding encoding;
  StateChoice state;
  CrossRepositoryRequest elsewhere = {};  // then the answer has no pages
};

struct BlastRadiusAnswer {
  // Distance is the hop. The roots come first, at most `limit` of them, then at most as many other
  // symbols, each with one edge: the one over which it was first reached. If the other end of that
  // edge is on an earlier page, it is repeated here without its own edge. Payload::affected counts
  // all pages.
  wire::Payload payload;
};

struct SearchRequest {
  std::filesystem::path root;
  std::string query;
  bool by_prefix = false;  // `query` begins qualified names; false: it is similar to a name
  std::uint32_t limit = kDefaultSearchLimit;
  std::string cursor = {};  // page that an answer named; empty: the first
  Encoding encoding;
  StateChoice state;
};

struct SearchAnswer {
  // By similarity: best first, without edges. By prefix: in order of place, with the edges between
  // the symbols. The truncation counts all other matches.
  wire::Payload payload;
};

struct SymbolRequest {
  std::filesystem::path root;
  std::string name;             // name, or FILE:LINE
  bool with_source = false;     // in place of the documentation
  bool with_overloads = false;  // SymbolAnswer::overloads
  Encoding encoding;
  StateChoice state;
};

struct SymbolAnswer {
  // One symbol with Payload::profile. Its text is its documentation or its source, read from the
  // file after the file's hash was found to be the indexed one. Completeness is that of the
  // incoming counts.
  wire::Payload payload;
  // The other overloads, by place, if they were asked for. Then the note of `payload` is about
  // symbols that are none of them.
  std::vector<wire::Payload> overloads = {};
};

struct GrepRequest {
  std::filesystem::path root;
  std::string pattern;      // of PCRE2, or a text that means itself; it may be empty
  bool is_literal = false;  // the pattern means itself
  bool ignores_case = false;
  bool whole_words = false;
  bool only_files = false;   // names the files alone; excludes `only_counts`
  bool only_counts = false;  // counts the lines of each file
  std::uint32_t before = 0;  // lines to show before and after each; at most kMaxContextLines
  std::uint32_t after = 0;
  // Files and directories, absolute or from the top of the repository; empty: all.
  std::vector<std::string> paths = {};
  std::vector<std::string> globs = {};      // as in indexer::SearchScope
  bool with_callers = false;                // of the symbols around the lines
  std::uint32_t limit = kDefaultGrepLimit;  // most lines with a match, or files
  StateChoice state;
};

indexer::TextPattern PatternOf(const GrepRequest& request);

struct GrepLine {
  indexer::FoundLine found;
  std::uint32_t symbol = 0;  // the symbol around it: its number in the answer, from 1; 0: none
};

struct GrepFile {
  std::string path;
  std::uint64_t matching_lines = 0;  // also those that are not shown; 1 for `only_files`
  // Its content differs from the indexed one, so that the symbols around its lines are unknown.
  bool is_changed = false;
  std::vector<GrepLine> lines = {};
};

struct GrepCaller {
  std::string name;  // qualified
  std::string path;
  std::uint32_t line = 0;
};

// A symbol around lines with a match.
struct GrepSymbol {
  std::string id;  // handle
  std::string kind;
  std::string name;                      // qualified
  std::vector<GrepCaller> callers = {};  // at most kMaxGrepCallers, as `usages` orders them
  std::uint64_t callers_omitted = 0;     // callers after those
};

struct GrepAnswer {
  std::string root_path;             // absolute, of the checkout; paths are relative to it
  std::vector<GrepFile> files;       // by path
  std::vector<GrepSymbol> symbols;   // in the order of their first lines
  std::uint64_t matching_lines = 0;  // shown or not
  std::uint64_t matching_files = 0;
  std::uint64_t files_searched = 0;
  // Files and directories that were not searched, at most kMaxSkippedListed, and all of them.
  std::vector<indexer::SkippedFileReport> skipped;
  std::uint64_t skipped_total = 0;
  // Of generation 0 if nothing is indexed, because no file is in a language that would be. Then no
  // symbols are known.
  wire::IndexInfo index;
};

struct UsagesRequest {
  std::filesystem::path root;
  std::string symbol;  // name, or FILE:LINE
  retrieval::Relation relation = retrieval::Relation::kUsages;
  std::uint32_t depth = 1;
  std::uint32_t limit = kDefaultUsagesLimit;
  std::string cursor = {};  // page that an answer named; empty: the first
  bool possible = false;    // as in BlastRadiusRequest
  Encoding encoding;
  StateChoice state;
  CrossRepositoryRequest elsewhere = {};
  bool with_lines = false;  // UsagesAnswer::lines, of which `limit` are then shown
  // UsagesAnswer::lines of the rows instead: of each edge its first place.
  bool with_first_lines = false;
};

// A place of an edge of an answer about uses.
struct UseLine {
  wire::Site site;
  std::string kind;  // what the place is: "call", "import", "override", "type", "write", ...
  // Qualified name of the symbol around the place; empty in the symbol in question, and at the top
  // of a file.
  std::string around = {};
  std::string used = {};  // qualified name of what is used; empty if that is the symbol in question
  // The line as indexed, without the white space around it; of a long one the part around the
  // column, with "…" where it is cut. Absent if the file is not as it was indexed.
  std::optional<std::string> code = std::nullopt;
  bool is_aside = false;  // of a test or an example, or vendored or generated
  // Bytes [name_begin, name_end) of `code` that name what is used; none if no name is written
  // there.
  std::uint32_t name_begin = 0;
  std::uint32_t name_end = 0;
};

struct UsagesAnswer {
  // The symbol, then the related symbols by hop, then those of other repositories, whose edges are
  // inferred; with every edge between them. Completeness is that of incoming edges; for outgoing
  // relations it covers unread files.
  wire::Payload payload;
  // The places of the edges in this repository, each once: code of the product first, then by path
  // and position. Empty unless they were asked for, and for relations without references. With
  // them, the payload has the symbol alone, and its truncation counts lines. With the first lines
  // alone, the payload is that without lines.
  std::vector<UseLine> lines = {};
  std::uint64_t all_lines = 0;       // of all pages
  std::uint64_t files_of_lines = 0;  // distinct files of all lines
};

struct PathRequest {
  std::filesystem::path root;
  std::string from;  // name, or FILE:LINE
  std::string to;
  std::uint32_t max_hops = kDefaultPathHops;
  std::uint32_t count = 1;  // most paths
  Encoding encoding;
  StateChoice state;
};

struct PathAnswer {
  // Symbols in the order of the steps: the shortest path first, then the others by confidence. A
  // symbol's score is the confidence of the first path it is on. NotFound instead of an empty
  // answer.
  wire::Payload payload;
};

// Asks for the difference between the commit `base` and `state`.
struct DiffRequest {
  std::filesystem::path root;
  std::string base;                         // a revision
  std::uint32_t limit = kDefaultDiffLimit;  // most differing symbols
  std::string cursor = {};                  // page that an answer named; empty: the first
  Encoding encoding;
  StateChoice state;
};

struct DiffAnswer {
  // Differing symbols first, with Symbol::change, then the other ends of edges, at distance 1. An
  // edge without status is in both states, found by different rules. Payload::difference counts all
  // pages.
  wire::Payload payload;
};

struct TestScopeRequest {
  std::filesystem::path root;
  std::vector<std::string> symbols;  // names, or FILE:LINE
  std::string base;  // instead of symbols: everything that differs from this revision
  std::uint32_t depth = retrieval::kDefaultTestDepth;
  std::uint32_t limit = kDefaultTestLimit;  // most tests
  std::string cursor = {};                  // page that an answer named; empty: the first
  float min_confidence = 0;
  StateChoice state;
};

struct ScopeTest {
  std::string name;  // qualified; the path of a file whose tests are calls
  wire::Place place;
  std::string language;
  std::string framework = {};  // "unittest", or the runner: "pytest", "go test"; empty: unknown
  std::uint32_t hop = 0;
  float confidence = 1;
  // A path of at least retrieval::kSureTestConfidence leads from it: the first tier of the answer.
  // The second tier are the tests that possibly reach the symbol.
  bool is_sure = false;
  std::string evidence = {};       // why it is listed: a name of retrieval::TestEvidence
  std::vector<std::string> chain;  // from the test to the covered symbol; qualified names or paths
};

// Command-line arguments with which a runner runs tests.
struct RunnerArguments {
  std::string runner;     // "pytest"; several if one list of arguments fits all
  std::string arguments;  // quoted for a shell where needed
  // Whether `runner` and `arguments` are a command. Otherwise a program with the tests takes the
  // arguments, or one of several runners.
  bool is_command = true;
};

struct TestScopeAnswer {
  // Tests with a path of references by hop, the surest first; then tests that possibly reach it.
  std::vector<ScopeTest> tests;
  std::uint64_t sure = 0;      // tests of the first tier, on all pages
  std::uint64_t possible = 0;  // the others, on all pages
  std::uint64_t omitted = 0;   // tests after those
  std::string cursor = {};     // of the next page; empty: this is the last one
  std::vector<RunnerArguments> runners;
  std::string name_note = {};  // wire::Payload::name_note, of all names that were asked about
  wire::Completeness completeness;
  wire::IndexInfo index;
};

struct OutlineRequest {
  std::filesystem::path root;
  std::uint32_t limit = kDefaultOutlineLimit;  // entries of each list
  bool as_map = false;                         // every file, OutlineAnswer::map, in place of lists
  StateChoice state;
};

enum class Analysis : std::uint8_t { kDeadCode, kHotspots, kCycles, kContracts };

struct AnalyzeRequest {
  std::filesystem::path root;
  Analysis analysis = Analysis::kDeadCode;
  bool only_orphans = false;                   // for contracts
  std::uint32_t limit = kDefaultAnalyzeLimit;  // most rows
  std::string cursor = {};                     // page that an answer named; empty: the first
  StateChoice state;
};

// A row about a symbol; fields that the analysis does not compute stay empty.
struct AnalyzedSymbol {
  std::string id;  // handle
  std::string kind;
  std::string name;  // qualified
  std::string path;
  std::uint32_t line = 0;
  std::string reason;        // for dead code
  std::uint32_t fan_in = 0;  // for hotspots, as in retrieval/hotspots.h
  std::uint32_t fan_out = 0;
  std::uint32_t cross_cut = 0;
  float score = 0;
};

struct AnalyzedCycle {
  std::string severity;  // "low", "medium", "high"
  std::vector<std::string> nodes;
  std::vector<retrieval::CycleEdge> edges = {};  // for diagrams; no other format writes them
};

// A symbol on one side of a contract.
struct ContractParty {
  std::string name;  // qualified
  std::string path;
  std::uint32_t line = 0;
};

struct AnalyzedContract {
  std::string id;    // "http GET /users/:id"
  std::string type;  // "http", "topic", "env", "flag", "process"
  std::string method;
  std::string path;     // of a route; otherwise the name
  std::string service;  // directory of the first provider, otherwise of the first consumer
  std::vector<ContractParty> providers;
  std::vector<ContractParty> consumers;
  bool is_orphan = false;  // one side is missing although the repository could have both
};

// Rows are ordered as in retrieval/{dead_code,hotspots,cycles,contracts}.h.
struct AnalyzeAnswer {
  Analysis analysis = Analysis::kDeadCode;
  bool only_orphans = false;            // as requested
  std::vector<AnalyzedSymbol> symbols;  // for dead code and hotspots
  std::vector<AnalyzedCycle> cycles;
  std::vector<AnalyzedContract> contracts;
  std::uint64_t total = 0;       // rows on all pages
  std::string cursor = {};       // of the next page; empty: this is the last one
  std::uint64_t considered = 0;  // for dead code: symbols that could have been listed
  wire::Completeness completeness;
  wire::IndexInfo index;
};

struct ExportRequest {
  std::filesystem::path root;
  StateChoice state;
};

// Receives chunks of whole lines; an error ends the export with that error.
using ExportSink = std::function<absl::Status(std::string_view jsonl)>;

// Receives whole lines of GCF; an error ends the answer with that error.
using LinesSink = std::function<absl::Status(std::string_view lines)>;

// Receives some rows of an answer as a payload, with both ends of each edge; an error ends the
// answer with that error.
using RowsSink = std::function<absl::Status(const wire::Payload& rows)>;

// The sink decides the form of a stream, whatever format the request names.
using StreamSink = std::variant<LinesSink, RowsSink>;

enum class FeedbackAction : std::uint8_t {
  kSay,     // judge symbols as needed for a task, or as noise
  kList,    // list the judgements
  kForget,  // delete some or all of them
};

// Judgements of answers about the repository of `root`. They change later rankings of similar tasks
// (retrieval/relevance_judgements.h).
struct FeedbackRequest {
  std::filesystem::path root;
  FeedbackAction action = FeedbackAction::kList;
  std::string task = {};                  // for kSay
  std::vector<std::string> symbols = {};  // names, or FILE:LINE; for kForget: none means all
  bool useful = true;                     // for kSay
  retrieval::JudgementSource source = retrieval::JudgementSource::kExplicit;  // for kSay
};

struct FeedbackJudgement {
  std::string task;    // its beginning
  std::string symbol;  // qualified name
  bool useful = true;
  retrieval::JudgementSource source = retrieval::JudgementSource::kExplicit;
  bool holds = true;  // false: it has lapsed (retrieval/relevance_judgements.h)
};

struct FeedbackAnswer {
  std::vector<FeedbackJudgement> judgements;  // added, kept or deleted ones; the newest first
  std::uint64_t kept = 0;                     // number for the repository after the call
};

struct DoctorRequest {
  std::filesystem::path root;
  StateChoice state;    // without buffers
  bool verify = false;  // also read the whole store and compare its hashes
};

// Thread-safe.
class Verbs {
 public:
  using ProgressSink = std::function<void(const indexer::Progress&)>;

  virtual ~Verbs() = default;

  // One index run at a time in a store: Unavailable for a second caller.
  virtual absl::StatusOr<IndexAnswer> Index(const IndexRequest& request,
                                            const ProgressSink& progress,
                                            const CallControl& control) = 0;
  virtual absl::StatusOr<ContextAnswer> Context(const ContextRequest& request,
                                                const CallControl& control) = 0;
  // The same, which is also sent as a stream. In GCF the best symbol is sent before the rest is
  // packed, if it is sure to be shown; what a client that holds earlier answers gets is sent as a
  // whole.
  virtual absl::StatusOr<ContextAnswer> StreamContext(const ContextRequest& request,
                                                      const StreamSink& sink,
                                                      const CallControl& control) = 0;
  // The payload has its root and is remembered if the request has a `pack_root`.
  virtual absl::StatusOr<SentAnswer> Abridge(const AbridgeRequest& request,
                                             const CallControl& control) = 0;
  // Forgets a session's symbols. NotFound if it is unknown or has ended.
  virtual absl::Status EndSession(const std::string& handle, const CallControl& control) = 0;
  virtual absl::StatusOr<BlastRadiusAnswer> BlastRadius(const BlastRadiusRequest& request,
                                                        const CallControl& control) = 0;
  // The same as a stream, row by row during the traversal: the symbols of a hop in the order in
  // which they are found, counts and metadata last. Without a cursor.
  virtual absl::Status StreamBlastRadius(const BlastRadiusRequest& request, const StreamSink& sink,
                                         const CallControl& control) = 0;
  virtual absl::StatusOr<SearchAnswer> Search(const SearchRequest& request,
                                              const CallControl& control) = 0;
  // NotFound if a path has no file; ResourceExhausted if the pattern takes too many steps or too
  // much memory in a file, which the message names.
  virtual absl::StatusOr<GrepAnswer> Grep(const GrepRequest& request,
                                          const CallControl& control) = 0;
  virtual absl::StatusOr<SymbolAnswer> Symbol(const SymbolRequest& request,
                                              const CallControl& control) = 0;
  virtual absl::StatusOr<SourcesAnswer> Sources(const SourcesRequest& request,
                                                const CallControl& control) = 0;
  virtual absl::StatusOr<UsagesAnswer> Usages(const UsagesRequest& request,
                                              const CallControl& control) = 0;
  // The same as a stream: each hop as soon as it is known, counts and metadata last. Later pages,
  // and answers of several repositories, are sent when they are whole.
  virtual absl::Status StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                                    const CallControl& control) = 0;
  virtual absl::StatusOr<PathAnswer> Path(const PathRequest& request,
                                          const CallControl& control) = 0;
  virtual absl::StatusOr<DiffAnswer> Diff(const DiffRequest& request,
                                          const CallControl& control) = 0;
  virtual absl::StatusOr<TestScopeAnswer> TestScope(const TestScopeRequest& request,
                                                    const CallControl& control) = 0;
  virtual absl::StatusOr<OutlineAnswer> Outline(const OutlineRequest& request,
                                                const CallControl& control) = 0;
  // NotFound when the state has no such file.
  virtual absl::StatusOr<FileSymbolsAnswer> FileSymbols(const FileSymbolsRequest& request,
                                                        const CallControl& control) = 0;
  virtual absl::StatusOr<AnalyzeAnswer> Analyze(const AnalyzeRequest& request,
                                                const CallControl& control) = 0;
  virtual absl::StatusOr<FeedbackAnswer> Feedback(const FeedbackRequest& request,
                                                  const CallControl& control) = 0;
  // FailedPrecondition for kList: the checkout is in several workspaces; for kAdd: it is not
  // indexed, or another member has the name. NotFound: no such workspace or member.
  virtual absl::StatusOr<WorkspacesAnswer> Workspaces(const WorkspacesRequest& request,
                                                      const CallControl& control) = 0;
  // One JSON object per line, symbols before edges; docs/ARCHITECTURE.md documents the records.
  virtual absl::Status Export(const ExportRequest& request, const ExportSink& sink,
                              const CallControl& control) = 0;
  // Keeps the view current, as a question does. FailedPrecondition if it was never indexed.
  virtual absl::StatusOr<GenerationAnswer> Generation(const GenerationRequest& request,
                                                      const CallControl& control) = 0;
  virtual absl::StatusOr<StatusAnswer> Status(const CallControl& control) = 0;
  // Removes views of checkouts, and the data that no other view has. Writes, like Index. NotFound
  // if the checkout that is named has no view.
  virtual absl::StatusOr<PruneAnswer> Prune(const PruneRequest& request,
                                            const CallControl& control) = 0;
  virtual absl::StatusOr<DoctorAnswer> Doctor(const DoctorRequest& request,
                                              const CallControl& control) = 0;
};

// Returns the implementation that answers; called for each call, because a daemon may have ended.
// Called from several threads.
using VerbsSource = std::function<absl::StatusOr<std::shared_ptr<Verbs>>()>;

}  // namespace waymark::services
