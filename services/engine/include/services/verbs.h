// The verbs of Waymark as plain C++: what can be asked, and what comes back. Two classes speak
// them, Engine on a store and RemoteEngine through a daemon, so that a face does not know which of
// the two it has, and both give the same answers.
//
// Status codes are those of graph/status.h. FailedPrecondition of a query: the checkout is not
// indexed, the revision is not and differs in too many files to be indexed for one question, or the
// name is ambiguous; the message lists the candidates.
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
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "graph/kinds.h"
#include "graph/store.h"
#include "indexer/history.h"
#include "indexer/indexer.h"
#include "retrieval/blast_radius.h"
#include "retrieval/context.h"
#include "retrieval/explain.h"
#include "retrieval/relations.h"
#include "retrieval/test_scope.h"
#include "services/feedback.h"
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

// What may end a call before it is done. The flag is watched inside long loops, the deadline
// between stages; a face whose clients have deadlines sets the flag when one passes.
struct CallControl {
  const std::atomic<bool>* cancelled = nullptr;  // may be null
  std::optional<std::chrono::steady_clock::time_point> deadline;

  // Cancelled, DeadlineExceeded, or OK.
  absl::Status Check() const;
};

struct IndexRequest {
  std::filesystem::path root;   // absolute
  std::string repository_name;  // empty: as recorded or found
  std::uint64_t memory_bytes = indexer::kDefaultMemoryBytes;
  bool force = false;
  std::string at;                // a revision; empty: the files on disk
  bool read_history = true;      // else a later run does, or the daemon when it follows the files
  bool outlives_client = false;  // of a daemon: the run goes on when nobody waits for it any more
};

struct IndexAnswer {
  indexer::IndexReport report;      // lists at most kMaxSkippedListed skipped files
  std::uint64_t skipped_total = 0;  // all of them
  indexer::HistoryReport history;
  std::string history_trouble = {};  // why the history was not read; the view is whole without it
};

// How the call that returns the rest of an answer is told.
enum class CallStyle : std::uint8_t {
  kShell,  // waymark search 'q' --limit 40
  kTool,   // search_symbols {"query":"q","limit":40}
};

// How an answer that is a payload will be encoded: its token count, and the budget where there is
// one, are of that text. A binary format is counted as the GCF text that a reader would be shown.
struct Encoding {
  std::string format = "gcf";
  wire::Tokenizer tokenizer = wire::kDefaultTokenizer;
  CallStyle call_style = CallStyle::kShell;
  // What a call for the rest of the answer repeats besides the question, a part of the answer's
  // text: options, each after a blank and quoted for a shell (" --repo ../shop --format json"), or
  // members of a tool's arguments, each after a comma (",\"repo\":\"/shop\"").
  std::string call_options = {};
};

// ContextRequest::held.session that begins one: the answer tells its handle.
inline constexpr std::string_view kNewSession = "new";

// What the client holds of earlier answers, so that it is sent less.
struct HeldAnswers {
  std::string pack_root = {};  // of an answer, in hexadecimal: only what differs is sent
  std::string session = {};    // handle: symbols that it was sent are told as numbers
  // Roots of answers whose symbols are left out, however they have changed since.
  std::vector<std::string> exclude = {};
};

// A task, symbols and files, what differs from a revision, or several of these: one answer to all
// of them, by the ranks that each gives. Not both of `around` and `base`.
struct ContextRequest {
  std::filesystem::path root;
  std::string task;
  std::vector<std::string> also = {};    // further tasks; at most kMaxTasks with the first
  std::vector<std::string> around = {};  // symbols, by name or FILE:LINE, and files, by path
  std::string base = {};                 // all that differs from this revision
  std::uint32_t budget_tokens = kDefaultBudgetTokens;
  std::uint32_t max_symbols = 0;  // 0: as many as fit
  Encoding encoding;
  bool explain = false;
  std::string explained = {};     // with explain: a symbol whose standing is explained
  retrieval::Parts without = {};  // left out of the ranking
  retrieval::Fidelity most_shown = retrieval::Fidelity::kBody;  // of each symbol
  StateChoice state;
  HeldAnswers held = {};
  // When there are any, the answer is about these together: the ranks of each are joined
  // (merged_answers.h), and the root is not looked at. Then only about tasks, without an
  // explanation, and of what is held only `exclude`.
  std::vector<WorkspaceMember> repositories = {};
};

// Why a symbol is in a pack or not.
struct SymbolExplanation {
  std::string name;  // qualified
  retrieval::SymbolStanding standing;
  std::uint32_t packed = 0;     // its place in the pack, from 1; 0: not in it
  std::uint32_t pack_size = 0;  // symbols
  retrieval::Fidelity shown = retrieval::Fidelity::kPlace;  // of it, when it is in the pack
  std::uint32_t last_rank = 0;  // of the last symbol in the pack; 0: the pack is empty
  float last_score = 0;
};

// How well a budget was spent on symbols: what the choice is worth, and what none can be worth more
// than at the prices that were known, given the names of the first symbols where these fit.
struct PackWorth {
  double value = 0;
  double best_value = 0;
  // Symbols by how much of them is shown, in order of retrieval::Fidelity.
  std::array<std::uint32_t, retrieval::kFidelityCount> shown{};
};

struct Explanation {
  retrieval::Question question;
  PackWorth pack;
  std::vector<retrieval::ScoreParts> symbols;              // parallel to the payload's
  std::optional<SymbolExplanation> symbol = std::nullopt;  // the one that was asked about
};

// Text of GCF that is sent in place of a payload, to a client that holds a part of it.
struct SentText {
  wire::PackOutcome outcome = wire::PackOutcome::kFull;  // full: the whole, in a session
  std::string text;
  std::uint64_t tokens = 0;
};

struct ContextAnswer {
  wire::Payload payload;
  std::optional<Explanation> explanation;
  std::optional<SentText> sent = std::nullopt;  // absent: the payload is sent
  // Why what the request asked to be remembered is not; empty when it is. One line.
  std::string memory_note = {};
  std::string session = {};  // handle of the session that it is part of; empty: of none
};

struct BlastRadiusRequest {
  std::filesystem::path root;
  std::string symbol;                  // name, or FILE:LINE
  std::string base;                    // instead of a symbol: all that differs from this revision
  std::vector<std::string> also = {};  // symbols that change with that one; at most 1,000 in all
  std::uint32_t depth = retrieval::kDefaultBlastDepth;
  std::uint32_t limit = retrieval::kDefaultBlastLimit;
  std::string cursor = {};           // of a page that an answer named; empty: the first
  std::vector<EdgeType> edge_types;  // empty: every type that carries dependence
  float min_confidence = 0;          // 0..1; less sure edges are counted, and not followed
  Encoding encoding;
  StateChoice state;
};

struct BlastRadiusAnswer {
  // Distance is the hop, the roots come first: at most `limit` of them, and as many other symbols.
  // One edge for each of these, the one it was first reached by. Where its other end is on an
  // earlier page, that stands here again, without its own. Payload::affected counts all pages.
  wire::Payload payload;
};

struct SearchRequest {
  std::filesystem::path root;
  std::string query;
  bool by_prefix = false;  // `query` begins qualified names; else it is like a name
  std::uint32_t limit = kDefaultSearchLimit;
  std::string cursor = {};  // of a page that an answer named; empty: the first
  Encoding encoding;
  StateChoice state;
};

struct SearchAnswer {
  // Best first, without edges; by prefix in order of place, with those among them. Truncation
  // counts every other match.
  wire::Payload payload;
};

struct SymbolRequest {
  std::filesystem::path root;
  std::string name;  // name, or FILE:LINE
  Encoding encoding;
  StateChoice state;
};

struct SymbolAnswer {
  // One symbol with Payload::profile. Its text is its documentation, read from the file after its
  // hash was found to be the indexed one. Completeness is that of the incoming counts.
  wire::Payload payload;
};

struct UsagesRequest {
  std::filesystem::path root;
  std::string symbol;  // name, or FILE:LINE
  retrieval::Relation relation = retrieval::Relation::kUsages;
  std::uint32_t depth = 1;
  std::uint32_t limit = kDefaultUsagesLimit;
  std::string cursor = {};  // of a page that an answer named; empty: the first
  Encoding encoding;
  StateChoice state;
  ElsewhereRequest elsewhere = {};
};

struct UsagesAnswer {
  // The symbol, then the related ones by hop, then those of other repositories, whose edges are
  // inferred; every edge among them. Completeness is that of incoming edges; for relations the
  // other way it tells of files that were not read.
  wire::Payload payload;
};

struct PathRequest {
  std::filesystem::path root;
  std::string from;  // name, or FILE:LINE
  std::string to;
  std::uint32_t max_hops = kDefaultPathHops;
  std::uint32_t count = 1;  // ways
  Encoding encoding;
  StateChoice state;
};

struct PathAnswer {
  // In the order of the steps, the shortest way first, then the surest others. A symbol's score is
  // the confidence of the first way it is on. NotFound instead of an empty answer.
  wire::Payload payload;
};

// What differs between the commit `base` and `state`.
struct DiffRequest {
  std::filesystem::path root;
  std::string base;                         // a revision
  std::uint32_t limit = kDefaultDiffLimit;  // symbols that differ
  std::string cursor = {};                  // of a page that an answer named; empty: the first
  Encoding encoding;
  StateChoice state;
};

struct DiffAnswer {
  // What differs first, with Symbol::change, then the other ends of edges, at distance 1. An edge
  // without status is in both states, found by other means. Payload::difference counts all.
  wire::Payload payload;
};

struct TestScopeRequest {
  std::filesystem::path root;
  std::vector<std::string> symbols;  // names, or FILE:LINE
  std::string base;                  // instead of symbols: all that differs from this revision
  std::uint32_t depth = retrieval::kDefaultTestDepth;
  std::uint32_t limit = kDefaultTestLimit;  // tests
  std::string cursor = {};                  // of a page that an answer named; empty: the first
  float min_confidence = 0;
  StateChoice state;
};

struct ScopeTest {
  std::string name;  // qualified; the path of a file whose tests are calls
  wire::Place place;
  std::string language;
  std::string framework = {};  // "unittest", or the runner: "pytest", "go test"; empty: not known
  std::uint32_t hop = 0;
  float confidence = 1;
  std::string evidence = {};     // why it is here: a name of retrieval::TestEvidence
  std::vector<std::string> way;  // from the test to what it covers, qualified names or paths
};

// How a runner is told to run tests.
struct RunnerArguments {
  std::string runner;     // "pytest"; several where one list of arguments does for all
  std::string arguments;  // of its command line, quoted for a shell where they need it
};

struct TestScopeAnswer {
  std::vector<ScopeTest> tests;  // by hop, the surest first; then those without references
  std::uint64_t omitted = 0;     // after those
  std::string cursor = {};       // of the page after this one; empty: it is the last
  std::vector<RunnerArguments> runners;
  wire::Completeness completeness;
  wire::IndexInfo index;
};

struct OutlineRequest {
  std::filesystem::path root;
  std::uint32_t limit = kDefaultOutlineLimit;  // entries of each list
  StateChoice state;
};

enum class Analysis : std::uint8_t { kDeadCode, kHotspots, kCycles, kContracts };

struct AnalyzeRequest {
  std::filesystem::path root;
  Analysis analysis = Analysis::kDeadCode;
  bool only_orphans = false;                   // of contracts
  std::uint32_t limit = kDefaultAnalyzeLimit;  // rows
  std::string cursor = {};                     // of a page that an answer named; empty: the first
  StateChoice state;
};

// A row about a symbol; what an analysis does not tell stays empty.
struct AnalyzedSymbol {
  std::string id;  // hexadecimal
  std::string kind;
  std::string name;  // qualified
  std::string path;
  std::uint32_t line = 0;
  std::string reason;        // of dead code
  std::uint32_t fan_in = 0;  // of hotspots, as retrieval/hotspots.h counts
  std::uint32_t fan_out = 0;
  std::uint32_t cross_cut = 0;
  float score = 0;
};

struct AnalyzedCycle {
  std::string severity;  // "low", "medium", "high"
  std::vector<std::string> nodes;
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
  std::string path;     // of a route; else the name
  std::string service;  // directory of the first provider, else of the first consumer
  std::vector<ContractParty> providers;
  std::vector<ContractParty> consumers;
  bool is_orphan = false;  // one side is missing where the repository could have both
};

// Rows as retrieval/{dead_code,hotspots,cycles,contracts}.h order them.
struct AnalyzeAnswer {
  Analysis analysis = Analysis::kDeadCode;
  bool only_orphans = false;            // as asked for
  std::vector<AnalyzedSymbol> symbols;  // of dead code and hotspots
  std::vector<AnalyzedCycle> cycles;
  std::vector<AnalyzedContract> contracts;
  std::uint64_t total = 0;       // rows, those of other pages as well
  std::string cursor = {};       // of the page after this one; empty: it is the last
  std::uint64_t considered = 0;  // of dead code: symbols that could have been listed
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
  // Forgets what was sent in a session. NotFound when it is not known, or has ended.
  virtual absl::Status EndSession(const std::string& handle, const CallControl& control) = 0;
  virtual absl::StatusOr<BlastRadiusAnswer> BlastRadius(const BlastRadiusRequest& request,
                                                        const CallControl& control) = 0;
  // The same as GCF in the form of streams, row by row while it is traversed: symbols of a hop in
  // the order in which they are found, counts and metadata last. Without a cursor.
  virtual absl::Status StreamBlastRadius(const BlastRadiusRequest& request, const LinesSink& sink,
                                         const CallControl& control) = 0;
  virtual absl::StatusOr<SearchAnswer> Search(const SearchRequest& request,
                                              const CallControl& control) = 0;
  virtual absl::StatusOr<SymbolAnswer> Symbol(const SymbolRequest& request,
                                              const CallControl& control) = 0;
  virtual absl::StatusOr<SourcesAnswer> Sources(const SourcesRequest& request,
                                                const CallControl& control) = 0;
  virtual absl::StatusOr<UsagesAnswer> Usages(const UsagesRequest& request,
                                              const CallControl& control) = 0;
  // The same as GCF in the form of streams, a hop as soon as it is known, counts and metadata last;
  // a page behind the first, and an answer of several repositories, once it is whole.
  virtual absl::Status StreamUsages(const UsagesRequest& request, const LinesSink& sink,
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
  // FailedPrecondition of kList: the checkout is in several, of kAdd: it is not indexed, or another
  // one has the name. NotFound: there is no such workspace, or member.
  virtual absl::StatusOr<WorkspacesAnswer> Workspaces(const WorkspacesRequest& request,
                                                      const CallControl& control) = 0;
  // One JSON object a line, symbols before edges; records as documented in docs/ARCHITECTURE.md.
  virtual absl::Status Export(const ExportRequest& request, const ExportSink& sink,
                              const CallControl& control) = 0;
  // Keeps the view current, as a question does. FailedPrecondition when it was never indexed.
  virtual absl::StatusOr<GenerationAnswer> Generation(const GenerationRequest& request,
                                                      const CallControl& control) = 0;
  virtual absl::StatusOr<StatusAnswer> Status(const CallControl& control) = 0;
  // Removes the views of checkouts that are gone. A writer, like Index.
  virtual absl::StatusOr<PruneAnswer> Prune(const CallControl& control) = 0;
  virtual absl::StatusOr<DoctorAnswer> Doctor(const DoctorRequest& request,
                                              const CallControl& control) = 0;
};

// Gives whoever answers; asked for each call, since a daemon may have ended. Called from several
// threads.
using VerbsSource = std::function<absl::StatusOr<std::shared_ptr<Verbs>>()>;

}  // namespace waymark::services
