// A tool: a name, a description, arguments, and a function that answers. One table of arguments
// makes the schema for clients and checks their calls, so both agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/statusor.h>

#include "services/json_rpc.h"
#include "services/mcp.h"
#include "services/paging.h"
#include "services/request_fields.h"
#include "services/verbs.h"
#include "tools/first_index.h"
#include "wire/gcx_protocol.h"

namespace waymark::services {

struct ArgumentRow {
  std::string_view name;
  FieldType type = FieldType::kText;
  std::string_view description;
  bool is_required = false;
  // For numbers.
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::uint64_t usual = 0;  // also for flags: 0 or 1
  // For words.
  std::vector<std::string_view> (*words)() = nullptr;
};

// The checked arguments of a call: the tool has each of them, and each has its type and is within
// bounds.
class Arguments {
 public:
  // InvalidArgument names the argument and the values that it takes.
  static absl::StatusOr<Arguments> Check(std::span<const ArgumentRow> rows, const Json& given);

  bool Has(std::string_view name) const { return given_.contains(name); }

  // Whether the tool has such an argument.
  bool Takes(std::string_view name) const;

  // The arguments as the client sent them.
  const Json& given() const { return given_; }

  // "" if absent.
  std::string Text(std::string_view name) const;
  std::vector<std::string> Texts(std::string_view name) const;
  // The default if absent.
  std::uint32_t Number(std::string_view name) const;
  float Confidence(std::string_view name) const;
  bool Flag(std::string_view name) const;

 private:
  std::vector<ArgumentRow> rows_;
  Json given_;
};

// One after the other, the parts are the text of a compound answer.
struct AnswerPart {
  std::string text;
  std::shared_ptr<const wire::Payload> payload;  // null: the part is only text
};

struct ToolAnswer {
  std::string text;
  Json structured;  // null: the text is all
  // An etag of the content. A client that holds the content holds the answer.
  std::string content_tag = {};
  std::string note = {};   // a line that follows the answer
  bool is_error = false;   // an error, written in the requested format
  std::uint64_t rows = 0;  // about the number of rows shown; 0: not counted
  // For a first page with a single row: the token budget that the following pages need.
  std::uint64_t tokens_needed = 0;
  // The changed arguments of the call for the following rows; null: there are none.
  Json rest = {};
  // Null for an answer that cannot be abridged for a client that holds earlier ones.
  std::shared_ptr<const wire::Payload> payload = {};
  // The parts of a compound answer whose payloads can be abridged; empty for other answers. More
  // text may follow them.
  std::vector<AnswerPart> parts = {};
};

// The arguments of a tool besides the common ones: the fields of its request without `left_out`.
// Its own rows replace rows of the same name, or follow them.
struct ToolArguments {
  RequestFields (*fields)() = nullptr;  // null: the tool has its own rows alone
  std::span<const ArgumentRow> own = {};
  std::span<const std::string_view> left_out = {};
  std::span<const std::string_view> required = {};  // arguments that are optional for the command
  std::span<const std::string_view> one_of = {};    // a call gives exactly one of them
};

struct ToolRow;

struct ToolCall {
  const ToolRow& tool;
  Verbs& verbs;
  const std::filesystem::path& root;
  const Arguments& arguments;
  const CallControl& control;
  // In a workspace: for fan-out tools the requested repositories, for workspace tools all.
  // Otherwise empty.
  std::span<const WorkspaceMember> members = {};
  bool in_workspace = false;
  // For tools that are not about a checkout: the index runs that this server has started.
  std::span<const FirstRun> first_runs = {};
};

struct ToolRow {
  std::string_view name;
  std::string_view title;
  // in a workspace; outside, every tool is about one repository
  wire::ToolScope scope = wire::ToolScope::kRepo;
  // Some agents show only its first sentence.
  std::string_view description;
  ToolArguments arguments;
  absl::StatusOr<ToolAnswer> (*answer)(const ToolCall& call);
  bool is_about_checkout = true;  // takes `repo` and `at`, and needs an index
  Toolset toolset = Toolset::kDefault;
  bool writes = false;  // to the store; tools never write to a checkout
  // Answers during the first index run of the checkout; null: no tool does.
  absl::StatusOr<ToolAnswer> (*first_answer)(const ToolCall& call,
                                             std::chrono::steady_clock::time_point until) = nullptr;
};

// The argument with the etag that a client holds.
inline constexpr char kIfNoneMatch[] = "if_none_match";
// The argument with the format of the answer.
inline constexpr char kFormatArgument[] = "format";
// The argument that names repositories.
inline constexpr char kRepoArgument[] = "repo";
// The argument that names a revision to ask about.
inline constexpr char kRevisionArgument[] = "at";
// The argument with the token budget of the answer.
inline constexpr char kBudgetArgument[] = "token_budget";
// The arguments of a client that holds earlier answers.
inline constexpr char kPackRootArgument[] = "pack_root";
inline constexpr char kSessionArgument[] = "session";

// In the order of the list: the default set first.
std::span<const ToolRow> AllTools();
std::span<const ToolRow> ToolsOf(Toolset toolset);
// Null if the set has no tool of that name.
const ToolRow* FindTool(std::string_view name, Toolset toolset = Toolset::kDefault);
// The arguments of a tool, the common ones last.
std::vector<ArgumentRow> ArgumentsOf(const ToolRow& tool);
// The checked arguments of a call. InvalidArgument ends with the call that works, which is also its
// fix. `repo` in that call is the one of `sent`.
absl::StatusOr<Arguments> CheckCall(const ToolRow& tool, const Json& given, const Json& sent);
// The entry in the `tools/list` of a set. That of the default set leaves out arguments that are
// seldom needed; calls may give them all the same.
Json DescribeTool(const ToolRow& tool, bool in_workspace = false,
                  Toolset toolset = Toolset::kDefault);

// How the payload of a call is encoded, and how a call for its rest is written.
Encoding EncodingOf(const ToolCall& call);
// The same for an answer of WithinBudget.
Encoding PageEncodingOf(const ToolCall& call);
// An answer with at most `limit` rows. Asks for fewer rows until the whole answer fits the call's
// `token_budget`. ResourceExhausted if not even one row fits, with room for the cursor of the next
// page; after the first page, the row is left out instead.
absl::StatusOr<ToolAnswer> WithinBudget(
    const ToolCall& call,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask);
// The tokens of everything that is sent to a client, including the note.
std::uint64_t TokensOf(const ToolAnswer& answer);
// The same for `budget` tokens.
absl::StatusOr<ToolAnswer> Within(
    std::uint64_t budget, std::uint32_t limit,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask);

// For an answer that the verb gives whole: writes some rows. `rest` has the changed arguments of
// the call for the following rows; null: there are none.
using RowsWriter = std::function<absl::StatusOr<ToolAnswer>(RowRange rows, const Json& rest)>;
// As many of `total` rows as limit and budget of the call allow, from its cursor on. `state`
// changes whenever the rows do.
absl::StatusOr<ToolAnswer> PagedWhole(const ToolCall& call, std::uint32_t total,
                                      std::string_view state, const RowsWriter& write);
// The same for a payload; the state is that of its index.
absl::StatusOr<ToolAnswer> PagedPayload(
    const ToolCall& call, const wire::Payload& whole, std::uint32_t total,
    const std::function<wire::Payload(const wire::Payload& whole, RowRange rows)>& page_of);
// The rows that a call asks for.
absl::StatusOr<Page> PageOf(const ToolCall& call, std::string_view state, std::uint32_t limit);

// tool_rest.cc The same call with changed arguments, as a client would type it; null leaves one
// out. For a call that is too long to repeat: the change.
std::string CallAgain(const ToolCall& call, const Json& changes);
// The arguments of the next page; null without a cursor.
Json RestFrom(const std::string& cursor);

// Cursors of an answer that consists of several paged parts; no value for a part that earlier pages
// showed completely.
using PartCursors = std::vector<std::optional<std::string>>;
// The cursors in the call: "" for each part on the first page. InvalidArgument unless there are
// `parts` of them.
absl::StatusOr<PartCursors> PartCursorsOf(const ToolCall& call, std::size_t parts);
// The arguments of the next page, if some part has one; otherwise null.
Json RestOfParts(const std::vector<std::string>& cursors);
// The rest of a ranking after a pack, for a tool with `exclude`; null if there is none.
Json RestOfPack(const ToolCall& call, const wire::Payload& pack);

// Adds the call for the rest to an answer that is not a payload; unchanged if `rest` is null.
ToolAnswer WithRest(const ToolCall& call, ToolAnswer answer, const Json& rest);

StateChoice StateOf(const ToolCall& call);

// Copies the arguments of a call into a request of the table's type.
void ReadArguments(const Arguments& arguments, const RequestFields& fields, void* request);

// The request to the verb that a call makes.
template <typename Request>
Request RequestOf(const ToolCall& call, const RequestFields& fields = FieldsOf<Request>()) {
  Request request;
  request.root = call.root;
  if constexpr (requires { request.state; }) request.state = StateOf(call);
  if constexpr (requires { request.encoding; }) {
    constexpr bool kHasPages = requires { request.cursor; };
    request.encoding = kHasPages ? PageEncodingOf(call) : EncodingOf(call);
  }
  ReadArguments(call.arguments, fields, &request);
  return request;
}

// For a tool whose answer is a payload only on request: whether the client holds earlier answers.
// InvalidArgument if the requested format cannot refer to these.
absl::StatusOr<bool> HoldsAnswers(const ToolCall& call);
// Adds a part to a compound answer in such a format.
void AddPart(const ToolAnswer& part, ToolAnswer& whole);

// The answer to a client that holds earlier ones, if its call says so.
absl::StatusOr<ToolAnswer> Abridged(const ToolCall& call, ToolAnswer answer);

// InvalidArgument for a binary format.
absl::StatusOr<ToolAnswer> Encoded(const wire::Payload& payload, const Encoding& encoding);
// The same for a payload that has changed since its tokens were counted.
absl::StatusOr<ToolAnswer> Recounted(wire::Payload payload, const Encoding& encoding);
// The payload of a verb as the answer of another tool: some formats have a layout for each tool.
absl::StatusOr<ToolAnswer> EncodedAs(std::string_view tool, wire::Payload payload,
                                     const Encoding& encoding);

// The same for a page of at most `limit` symbols; other symbols beside them have distances. If a
// single symbol after the first page exceeds the call's budget, less of it is shown, and a note
// says so.
absl::StatusOr<ToolAnswer> FittingPage(const ToolCall& call, std::uint32_t limit,
                                       std::string_view tool, wire::Payload page,
                                       const Encoding& encoding);

// Fits a page with a single row into the budget of the call, for WithinBudget.
absl::StatusOr<ToolAnswer> SingleRow(const ToolCall& call, ToolAnswer page);
// The same page without its row, with a note instead.
absl::StatusOr<ToolAnswer> PageWithoutRow(const ToolCall& call, const ToolAnswer& page,
                                          std::string note);

// An answer that is not a payload: JSON if requested, otherwise `text`.
ToolAnswer Written(const ToolCall& call, std::string_view text, std::string json);
// A value in GCX1: in the layout for the tool if there is one, otherwise in the general layout.
absl::StatusOr<std::string> EncodedRows(std::string_view tool, const Json& value);
// The same for an analysis, which has layouts in GCX1.
absl::StatusOr<ToolAnswer> AnalysisWritten(const ToolCall& call, const AnalyzeAnswer& answer);

// first_look.cc: answers from a separate index of the files that the words of the task lead to.
absl::StatusOr<ToolAnswer> FirstContext(const ToolCall& call,
                                        std::chrono::steady_clock::time_point until);

// tools_*.cc
absl::StatusOr<ToolAnswer> ContextForTask(const ToolCall& call);
absl::StatusOr<ToolAnswer> ContextForFiles(const ToolCall& call);
absl::StatusOr<ToolAnswer> SearchSymbols(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetSymbol(const ToolCall& call);
absl::StatusOr<ToolAnswer> BlastRadiusOf(const ToolCall& call);
absl::StatusOr<ToolAnswer> FindUsages(const ToolCall& call);

// The relations of find_usages as separate tools.
absl::StatusOr<ToolAnswer> GetCallers(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetCallChain(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetDependencies(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetDependents(const ToolCall& call);
absl::StatusOr<ToolAnswer> FindImplementations(const ToolCall& call);

absl::StatusOr<ToolAnswer> FindPath(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetFileSummary(const ToolCall& call);
absl::StatusOr<ToolAnswer> SemanticDiff(const ToolCall& call);
absl::StatusOr<ToolAnswer> AnalyzeRepository(const ToolCall& call);
absl::StatusOr<ToolAnswer> SayFeedback(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetSymbolSource(const ToolCall& call);
absl::StatusOr<ToolAnswer> BatchSymbols(const ToolCall& call);
absl::StatusOr<ToolAnswer> ListContracts(const ToolCall& call);
absl::StatusOr<ToolAnswer> ExplainRanking(const ToolCall& call);
absl::StatusOr<ToolAnswer> GraphQuery(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetEditingContext(const ToolCall& call);
absl::StatusOr<ToolAnswer> SmartContext(const ToolCall& call);
absl::StatusOr<ToolAnswer> ContextForPr(const ToolCall& call);
absl::StatusOr<ToolAnswer> TestScopeOf(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetRepoOutline(const ToolCall& call);
absl::StatusOr<ToolAnswer> IndexStatus(const ToolCall& call);

// tools_across.cc: merged answers about the repositories of ToolCall::members. Turns a question
// about one repository into one about all of them.
absl::Status AskAcross(const ToolCall& call, ContextRequest& request);
absl::StatusOr<ToolAnswer> SearchAcross(const ToolCall& call);
absl::StatusOr<ToolAnswer> UsagesAcross(const ToolCall& call);
absl::StatusOr<ToolAnswer> BlastRadiusAcross(const ToolCall& call);
absl::StatusOr<ToolAnswer> ContractsAcross(const ToolCall& call);

}  // namespace waymark::services
