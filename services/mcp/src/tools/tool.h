// What a tool is: a name, a description, arguments, and a function that answers. The table of
// arguments makes the schema that clients see and checks what they send, so that the two agree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
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
  // Of numbers.
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::uint64_t usual = 0;
  // Of words.
  std::vector<std::string_view> (*words)() = nullptr;
};

// The arguments of a call, checked: those that the tool has, each of its type and within bounds.
class Arguments {
 public:
  // InvalidArgument names the argument, what is wrong with it and what would be right.
  static absl::StatusOr<Arguments> Check(std::span<const ArgumentRow> rows, const Json& given);

  bool Has(std::string_view name) const { return given_.contains(name); }

  // Whether the tool has such an argument.
  bool Takes(std::string_view name) const;

  // As they were given.
  const Json& given() const { return given_; }

  // "" when absent.
  std::string Text(std::string_view name) const;
  std::vector<std::string> Texts(std::string_view name) const;
  // The usual value when absent.
  std::uint32_t Number(std::string_view name) const;
  float Confidence(std::string_view name) const;
  bool Flag(std::string_view name) const;

 private:
  std::span<const ArgumentRow> rows_;
  Json given_;
};

struct ToolAnswer {
  std::string text;
  Json structured;  // null: the text is all
  // A tag that the answer tells of what it is about; who holds that holds the answer as well.
  std::string content_tag = {};
  std::string note = {};   // a line about the answer, told behind it
  bool is_error = false;   // a refusal that is written in the format that was asked for
  std::uint64_t rows = 0;  // about as many as it shows; 0: not counted
  // Of a first page of a single row: the tokens that a budget has to have for the pages behind it.
  std::uint64_t tokens_needed = 0;
  // What the call for the rows behind it changes in the call that was made; null: there are none.
  Json rest = {};
  bool is_payload = false;
};

// The arguments of a tool besides the common ones: the fields of its request without `left_out`.
// Its own rows replace rows of the same name, or follow them.
struct ToolArguments {
  RequestFields (*fields)() = nullptr;  // null: the tool has its own rows alone
  std::span<const ArgumentRow> own = {};
  std::span<const std::string_view> left_out = {};
  std::span<const std::string_view> required = {};  // that a command can do without
};

struct ToolRow;

struct ToolCall {
  const ToolRow& tool;
  Verbs& verbs;
  const std::filesystem::path& root;
  const Arguments& arguments;
  const CallControl& control;
  // Within a workspace: of fan-out tools the repositories that were asked about, of workspace tools
  // all. Empty for the others, and outside.
  std::span<const WorkspaceMember> members = {};
  // Of tools that are about no checkout: what this server has begun to index.
  std::span<const FirstRun> first_runs = {};
};

struct ToolRow {
  std::string_view name;
  std::string_view title;
  wire::ToolScope scope = wire::ToolScope::kRepo;  // within a workspace; outside of one, all are
                                                   // about one repository
  // Its first sentence alone is what an agent may get to see.
  std::string_view description;
  ToolArguments arguments;
  absl::StatusOr<ToolAnswer> (*answer)(const ToolCall& call);
  bool is_about_checkout = true;  // takes `repo` and `at`, and needs an index
  Toolset toolset = Toolset::kDefault;
  bool writes = false;  // to the store; a checkout is never written to
  // Answers while the first index run of the checkout goes on; null: nothing does.
  absl::StatusOr<ToolAnswer> (*first_answer)(const ToolCall& call,
                                             std::chrono::steady_clock::time_point until) = nullptr;
};

// The argument with which a client says what it holds.
inline constexpr char kIfNoneMatch[] = "if_none_match";
// That with which it names repositories.
inline constexpr char kRepoArgument[] = "repo";
// What an answer may take, in tokens.
inline constexpr char kBudgetArgument[] = "token_budget";

// In the order in which they are listed, those of the default set first.
std::span<const ToolRow> AllTools();
std::span<const ToolRow> ToolsOf(Toolset toolset);
// Null when the set has none of that name.
const ToolRow* FindTool(std::string_view name, Toolset toolset = Toolset::kDefault);
// The arguments of a tool, common ones last.
std::vector<ArgumentRow> ArgumentsOf(const ToolRow& tool);
// As in `tools/list`.
Json DescribeTool(const ToolRow& tool, bool in_workspace = false);

// How the payload of a call is encoded, and a call for the rest of it told.
Encoding EncodingOf(const ToolCall& call);
// The same of an answer of WithinBudget.
Encoding PageEncodingOf(const ToolCall& call);
// An answer of at most `limit` rows, asked for fewer until the whole of it fits the call's
// `token_budget`. ResourceExhausted when not even one row does, with room for what the pages behind
// it need to go on; behind the first page, the row is then left out instead.
absl::StatusOr<ToolAnswer> WithinBudget(
    const ToolCall& call,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask);
// What a client is sent of it, its note too.
std::uint64_t TokensOf(const ToolAnswer& answer);
// The same of `budget` tokens.
absl::StatusOr<ToolAnswer> Within(
    std::uint64_t budget, std::uint32_t limit,
    const std::function<absl::StatusOr<ToolAnswer>(std::uint32_t limit)>& ask);

// Of an answer that its verb gives whole: rows, and what the call for those behind them changes in
// the call that was made; null: there are none.
using RowsWriter = std::function<absl::StatusOr<ToolAnswer>(RowRange rows, const Json& rest)>;
// As many of `total` rows as limit and budget of the call allow, from its cursor on. `state` is the
// same for as long as the rows are.
absl::StatusOr<ToolAnswer> PagedWhole(const ToolCall& call, std::uint32_t total,
                                      std::string_view state, const RowsWriter& write);
// The same of a payload, whose state is that of its index.
absl::StatusOr<ToolAnswer> PagedPayload(
    const ToolCall& call, const wire::Payload& whole, std::uint32_t total,
    const std::function<wire::Payload(const wire::Payload& whole, RowRange rows)>& page_of);
// Which rows a call asks for.
absl::StatusOr<Page> PageOf(const ToolCall& call, std::string_view state, std::uint32_t limit);

// tool_rest.cc
// The same call with other arguments, as a client would type it; of one that is too long to be
// repeated, what to change in it.
std::string CallAgain(const ToolCall& call, const Json& changes);
// The page behind an answer; null without a cursor.
Json RestFrom(const std::string& cursor);

// Cursors of an answer that is put together from pages; nothing of what an earlier page has all of.
using PartCursors = std::vector<std::optional<std::string>>;
// Those of the call: "" of each part when it is the first page. InvalidArgument when there are not
// `parts`.
absl::StatusOr<PartCursors> PartCursorsOf(const ToolCall& call, std::size_t parts);
// The page behind, of parts of which some have one; null when none has.
Json RestOfParts(const std::vector<std::string>& cursors);
// The rest of a ranking behind a pack, for a tool that has `exclude`; null when there is none.
Json RestOfPack(const ToolCall& call, const wire::Payload& pack);

// Ends an answer that is no payload with the call for the rest of it; as it is when `rest` is null.
ToolAnswer WithRest(const ToolCall& call, ToolAnswer answer, const Json& rest);

StateChoice StateOf(const ToolCall& call);

// Gives a request of the table's type what the arguments of a call are.
void ReadArguments(const Arguments& arguments, const RequestFields& fields, void* request);

// What a call asks, in the way of the verb.
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

// InvalidArgument for a binary format.
absl::StatusOr<ToolAnswer> Encoded(const wire::Payload& payload, const Encoding& encoding);
// The same of a payload that is no longer what its tokens were counted of.
absl::StatusOr<ToolAnswer> Recounted(wire::Payload payload, const Encoding& encoding);
// The answer of a verb, as that of a tool that has another name: formats have layouts by tool.
absl::StatusOr<ToolAnswer> EncodedAs(std::string_view tool, wire::Payload payload,
                                     const Encoding& encoding);

// The same of a page of at most `limit` symbols, with distances if others stand by them. A single
// one behind the first page that is larger than the call's budget tells less of it, which the note
// says.
absl::StatusOr<ToolAnswer> FittingPage(const ToolCall& call, std::uint32_t limit,
                                       std::string_view tool, wire::Payload page,
                                       const Encoding& encoding);

// A page of a single row as the budget of the call allows: that of WithinBudget.
absl::StatusOr<ToolAnswer> SingleRow(const ToolCall& call, ToolAnswer page);
// The same without its row, and with what a note says instead.
absl::StatusOr<ToolAnswer> PageWithoutRow(const ToolCall& call, const ToolAnswer& page,
                                          std::string note);

// An answer that is no payload: JSON, else `text`.
ToolAnswer Written(const ToolCall& call, std::string text, std::string json);
// A value in the layout that GCX1 has for the tool, else in its general one.
absl::StatusOr<std::string> EncodedRows(std::string_view tool, const Json& value);
// The same of an analysis, which has layouts in GCX1.
absl::StatusOr<ToolAnswer> AnalysisWritten(const ToolCall& call, const AnalyzeAnswer& answer);

// first_look.cc: from the files that the words of the task lead to, indexed apart.
absl::StatusOr<ToolAnswer> FirstContext(const ToolCall& call,
                                        std::chrono::steady_clock::time_point until);

// tools_*.cc
absl::StatusOr<ToolAnswer> ContextForTask(const ToolCall& call);
absl::StatusOr<ToolAnswer> ContextForFiles(const ToolCall& call);
absl::StatusOr<ToolAnswer> SearchSymbols(const ToolCall& call);
absl::StatusOr<ToolAnswer> GetSymbol(const ToolCall& call);
absl::StatusOr<ToolAnswer> BlastRadiusOf(const ToolCall& call);
absl::StatusOr<ToolAnswer> FindUsages(const ToolCall& call);

// Relations of find_usages, by tools of their own.
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

// tools_across.cc: over the several repositories of ToolCall::members, joined.
// Makes a question about one repository that about all of them.
absl::Status AskAcross(const ToolCall& call, ContextRequest& request);
absl::StatusOr<ToolAnswer> SearchAcross(const ToolCall& call);
absl::StatusOr<ToolAnswer> UsagesAcross(const ToolCall& call);
absl::StatusOr<ToolAnswer> ContractsAcross(const ToolCall& call);

}  // namespace waymark::services
