#include <algorithm>

#include <fmt/format.h>

#include "services/limits.h"
#include "services/mcp.h"
#include "tools/tool.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

// An answer names it in the call for the rest.
constexpr ArgumentRow kCursor = {"cursor", FieldType::kText, ""};

// The budget covers the whole answer. Every tool has it, in front of the arguments of the page.
constexpr ArgumentRow kBudget = {"token_budget",   FieldType::kNumber,  "", false, 0,
                                 kMaxBudgetTokens, kDefaultBudgetTokens};
// These tools have pages although their requests have none.
constexpr ArgumentRow kPages[] = {kCursor};
// An answer to a client that holds earlier ones.
constexpr ArgumentRow kRoot = {kPackRootArgument, FieldType::kText, ""};
constexpr ArgumentRow kSession = {kSessionArgument, FieldType::kText, ""};
constexpr ArgumentRow kOfHeld[] = {kRoot, kSession};
constexpr ArgumentRow kPagesOfHeld[] = {kCursor, kRoot, kSession};

constexpr ArgumentRow kPackRows[] = {
    {"limit", FieldType::kNumber, "0: all", false, 0, kMaxBlastLimit},
};
constexpr std::string_view kATask[] = {"task_description"};
constexpr std::string_view kNoFiles[] = {"files", "base"};
constexpr ToolArguments kTask = {FieldsOf<ContextRequest>, kPackRows, kNoFiles, kATask};
constexpr std::string_view kNoTask[] = {"task_description", "also"};
constexpr ToolArguments kFiles = {FieldsOf<ContextRequest>, kPackRows, kNoTask};
constexpr ToolArguments kQuery = {FieldsOf<SearchRequest>, kOfHeld};
constexpr ToolArguments kSymbol = {FieldsOf<SymbolRequest>, kPagesOfHeld};
constexpr ToolArguments kBlast = {FieldsOf<BlastRadiusRequest>, kOfHeld};
constexpr ToolArguments kUsages = {FieldsOf<UsagesRequest>, kOfHeld};
constexpr ToolArguments kPath = {FieldsOf<PathRequest>, kPagesOfHeld};
constexpr ToolArguments kTests = {FieldsOf<TestScopeRequest>};
constexpr ToolArguments kOutline = {FieldsOf<OutlineRequest>, kPages};
constexpr ToolArguments kStatus = {nullptr, kPages};

// Tools of the full set.
constexpr std::string_view kNoRelation[] = {"relation"};
constexpr ToolArguments kRelated = {FieldsOf<UsagesRequest>, kOfHeld, kNoRelation};
constexpr ArgumentRow kChainRows[] = {
    {"depth", FieldType::kNumber, "Calls to follow", false, 1, retrieval::kMaxBlastDepth, 3},
    kRoot,
    kSession,
};
constexpr std::string_view kOnlyCalls[] = {"relation", "possible"};
constexpr ToolArguments kChain = {FieldsOf<UsagesRequest>, kChainRows, kOnlyCalls};
constexpr ToolArguments kFile = {FieldsOf<FileSymbolsRequest>, kPagesOfHeld};
constexpr ToolArguments kDifference = {FieldsOf<DiffRequest>, kOfHeld};
constexpr ToolArguments kAnalysis = {FieldsOf<AnalyzeRequest>};
constexpr ToolArguments kPrefix = {PrefixSearchFields, kOfHeld};
constexpr std::string_view kOnlyTask[] = {"files", "base", "also"};
constexpr ToolArguments kReasons = {FieldsOf<ContextRequest>, kPackRows, kOnlyTask, kATask};
constexpr ToolArguments kStanding = {ExplainFields, kPages};
constexpr ToolArguments kSource = {SourceFields, kPagesOfHeld};
constexpr ToolArguments kBatch = {FieldsOf<SourcesRequest>, kPagesOfHeld};
constexpr ArgumentRow kContractRows[] = {
    {.name = "action",
     .type = FieldType::kWord,
     .description = "list (default): all; check: those that lack a side",
     .words =
         [] {
           return std::vector<std::string_view>{"list", "check"};
         }},
    {"limit", FieldType::kNumber, "Contracts to show", false, 1, kMaxAnalyzeLimit,
     kDefaultAnalyzeLimit},
    kCursor,
};
constexpr ToolArguments kContracts = {nullptr, kContractRows};
constexpr ArgumentRow kEditingRows[] = {
    {"limit", FieldType::kNumber, "Rows of each part", false, 1, kMaxUsagesLimit,
     kDefaultEditingLimit},
    kSession,
};
constexpr std::string_view kOnlySymbol[] = {"relation", "depth", "possible"};
constexpr ToolArguments kEditing = {FieldsOf<UsagesRequest>, kEditingRows, kOnlySymbol};
constexpr ArgumentRow kReviewRows[] = {
    {"base", FieldType::kText, "The revision that the work began at, like HEAD or main", true},
    {"limit", FieldType::kNumber, "Rows of each part before the context", false, 1, kMaxBlastLimit,
     kDefaultReviewLimit},
    kCursor,
    kSession,
};
constexpr ToolArguments kReview = {nullptr, kReviewRows};
constexpr ArgumentRow kFeedbackRows[] = {
    {.name = "verdict",
     .type = FieldType::kWord,
     .description = "useful: the task needed them; noise: they were in the way",
     .is_required = true,
     .words =
         [] {
           return std::vector<std::string_view>{"useful", "noise"};
         }},
    kCursor,
};
constexpr std::string_view kTaskAndSymbols[] = {"task_description", "symbols"};
constexpr ToolArguments kFeedback = {FieldsOf<FeedbackRequest>, kFeedbackRows, {}, kTaskAndSymbols};

using wire::ToolScope;

// The default set comes first.
constexpr ToolRow kTools[] = {
    {"context_for_task", "Context for a task", ToolScope::kFanOut,
     "Find the code that matters for a task: ranked functions, types and files with signatures, "
     "places and relations, within a token budget. Use it first, before reading or searching "
     "files, whenever you have to understand, change or debug something. Not for exact text "
     "search.",
     kTask, ContextForTask, true, Toolset::kDefault, false, FirstContext},
    {"context_for_files", "Context for files", ToolScope::kRepo,
     "Show what files or symbols define, touch and are used by, or what a change since a "
     "revision touches. Use it when you know where to begin.",
     kFiles, ContextForFiles},
    {"search_symbols", "Search symbols", ToolScope::kFanOut,
     "Find functions, classes and other symbols by name, exact, partial or misspelled. Gives kind, "
     "place and signature. Not for text inside functions.",
     kQuery, SearchSymbols},
    {"get_symbol", "Show a symbol", ToolScope::kRepo,
     "Show where a symbol is defined, its signature, documentation, owners and authors, and how "
     "much uses it.",
     kSymbol, GetSymbol},
    {"find_usages", "Find usages", ToolScope::kFanOut,
     "Find every use of a symbol with its places: callers, references, overrides, implementations; "
     "or what it calls and depends on. More complete than text search, and says when it is not.",
     kUsages, FindUsages},
    {"blast_radius", "Blast radius", ToolScope::kFanOut,
     "Show what may break when a function, method or type changes: callers, overrides, users and "
     "tests, hop by hop, with the places of use and how sure each is. Use it before you change or "
     "delete what others may use.",
     kBlast, BlastRadiusOf},
    {"test_scope", "Tests that cover", ToolScope::kRepo,
     "Find the tests that cover symbols you change, each with the path that leads to it, and the "
     "arguments that make the test runner run just these.",
     kTests, TestScopeOf},
    {"find_path", "Path between symbols", ToolScope::kRepo,
     "Show how one symbol leads to another: the chain of calls and uses between them.", kPath,
     FindPath},
    {"get_repo_outline", "Outline of the repository", ToolScope::kRepo,
     "Show the repository at a glance: languages, directories, entry points, the symbols most "
     "depended on, the files most imported. Use it when the repository is new to you.",
     kOutline, GetRepoOutline},
    {"index_status", "State of the index", ToolScope::kWorkspace,
     "Show which repositories are indexed and whether files on disk differ.", kStatus, IndexStatus,
     false},
    {"get_callers", "Callers", ToolScope::kRepo,
     "Show what calls a function or method, with the places of the calls.", kRelated, GetCallers,
     true, Toolset::kFull},
    {"get_call_chain", "Call chain", ToolScope::kRepo,
     "Show what a function or method calls, and what that calls in turn.", kChain, GetCallChain,
     true, Toolset::kFull},
    {"get_dependencies", "Dependencies", ToolScope::kRepo,
     "Show what a symbol depends on: calls, types, imports.", kRelated, GetDependencies, true,
     Toolset::kFull},
    {"get_dependents", "Dependents", ToolScope::kRepo,
     "Show what depends on a symbol directly, in any way.", kRelated, GetDependents, true,
     Toolset::kFull},
    {"find_implementations", "Implementations", ToolScope::kRepo,
     "Show what implements, extends or overrides an interface, class or method.", kRelated,
     FindImplementations, true, Toolset::kFull},
    {"get_file_summary", "Summary of a file", ToolScope::kRepo,
     "Show what a file defines, in order, with signatures.", kFile, GetFileSummary, true,
     Toolset::kFull},
    {"get_symbol_source", "Source of a symbol", ToolScope::kRepo,
     "Show the source text of a function, class or other symbol, as its file has it now.", kSource,
     GetSymbolSource, true, Toolset::kFull},
    {"batch_symbols", "Several symbols", ToolScope::kRepo,
     "Show places and signatures of several symbols at once, and their source if wanted.", kBatch,
     BatchSymbols, true, Toolset::kFull},
    {"get_editing_context", "Context of an edit", ToolScope::kRepo,
     "Show what to know before editing a symbol: its callers, what it depends on, and the files "
     "of its tests.",
     kEditing, GetEditingContext, true, Toolset::kFull},
    {"smart_context", "Context with reasons", ToolScope::kRepo,
     "Find the symbols that matter for a task, each with its score and the parts of the score.",
     kReasons, SmartContext, true, Toolset::kFull},
    {"explain_ranking", "Standing of a symbol", ToolScope::kRepo,
     "Show the rank of a symbol in a context for a task, files or a change, and the reasons.",
     kStanding, ExplainRanking, true, Toolset::kFull},
    {"graph_query", "Symbols by prefix", ToolScope::kRepo,
     "Show all symbols whose qualified name begins with some text, a package or a class, and the "
     "relations among them.",
     kPrefix, GraphQuery, true, Toolset::kFull},
    {"context_for_pr", "Context for a review", ToolScope::kRepo,
     "Show all that a reviewer of a change needs: what differs from a revision, what it may break, "
     "the tests that cover it, and the code around it, within a token budget.",
     kReview, ContextForPr, true, Toolset::kFull},
    {"contracts", "Contracts", ToolScope::kFanOut,
     "Show routes, topics, services, environment variables and programs with their providers and "
     "consumers, or only those that lack a side.",
     kContracts, ListContracts, true, Toolset::kFull},
    {"semantic_diff", "Difference in meaning", ToolScope::kRepo,
     "Show which symbols and relations differ from a revision, behaviour apart from structure.",
     kDifference, SemanticDiff, true, Toolset::kFull},
    {"analyze", "Analysis of the repository", ToolScope::kRepo,
     "Show symbols without evidence of use, symbols that are costly to change, import cycles, or "
     "routes, topics and environment variables with their providers and consumers.",
     kAnalysis, AnalyzeRepository, true, Toolset::kFull},
    {"feedback", "Feedback on an answer", ToolScope::kRepo,
     "Record which symbols a task needed and which were noise; rankings of similar tasks improve.",
     kFeedback, SayFeedback, true, Toolset::kFull, true},
};

constexpr ArgumentRow kRepository = {kRepoArgument, FieldType::kText, "Another indexed checkout"};
// The same argument in a workspace, by the scope of the tool.
constexpr ArgumentRow kMember = {kRepoArgument, FieldType::kText, "", true};
constexpr ArgumentRow kMembers = {kRepoArgument, FieldType::kTexts, "Names, or [\"*\"]", true};
constexpr ArgumentRow kRevision = {"at", FieldType::kText, "A revision"};
constexpr ArgumentRow kFormat = {kFormatArgument, FieldType::kText, ""};

constexpr ArgumentRow kHeld = {kIfNoneMatch, FieldType::kText, "etag held, or new"};

// Bounds that clients rarely reach would cost tokens in every list. A value beyond them gets an
// error.
Json NumberSchema(const ArgumentRow& row) {
  constexpr std::uint64_t kLeastOfAll = 1;
  constexpr std::uint64_t kMany = 50;
  Json schema = {{"type", "integer"}};
  if (row.least > kLeastOfAll) schema["minimum"] = row.least;
  if (row.most < kMany) schema["maximum"] = row.most;
  schema["default"] = row.usual;
  return schema;
}

Json TypeSchema(const ArgumentRow& row) {
  switch (row.type) {
    case FieldType::kText:
    case FieldType::kWord:
      return {{"type", "string"}};
    case FieldType::kTexts:
    case FieldType::kWords:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case FieldType::kNumber:
      return NumberSchema(row);
    case FieldType::kShare:
      return {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    case FieldType::kFlag:
      return {{"type", "boolean"}};  // false if absent
    case FieldType::kRepositories:
      break;  // no argument is
  }
  return {};
}

Json Annotations(const ToolRow& tool) {
  if (!tool.writes) return {{"readOnlyHint", true}, {"openWorldHint", false}};
  return {{"readOnlyHint", false},
          {"destructiveHint", false},
          {"idempotentHint", true},
          {"openWorldHint", false}};
}

constexpr char kMetaScope[] = "waymark/scope";

// The formats that encode to text, each by one name.
Json FormatNames() {
  Json names = Json::array();
  const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
  for (const wire::Codec* codec : codecs.All()) {
    if (codec->medium == wire::Medium::kText && codec->encode != nullptr) {
      names.push_back(codec->name);
    }
  }
  return names;
}

// A field of a request as an argument of a tool.
ArgumentRow ArgumentOf(const RequestField& field, const void* usual) {
  ArgumentRow row = {.name = field.argument,
                     .type = field.value.type,
                     .description = field.brief == nullptr ? field.help : field.brief,
                     .is_required = field.is_required,
                     .least = field.least,
                     .most = field.most,
                     .words = field.value.words};
  const FieldValue value = field.value.get(usual);
  if (field.value.type == FieldType::kNumber) {
    row.usual = field.tool_usual != 0 ? field.tool_usual : std::get<std::uint32_t>(value);
  }
  return row;
}

bool Lists(std::span<const std::string_view> list, std::string_view argument) {
  return std::find(list.begin(), list.end(), argument) != list.end();
}

std::vector<ArgumentRow> FieldArguments(const ToolArguments& arguments) {
  std::vector<ArgumentRow> rows;
  if (arguments.fields == nullptr) return rows;
  const RequestFields fields = arguments.fields();
  for (const RequestField& field : fields.rows) {
    if (field.argument.empty() || Lists(arguments.left_out, field.argument)) continue;
    rows.push_back(ArgumentOf(field, fields.usual));
    if (Lists(arguments.required, field.argument)) rows.back().is_required = true;
  }
  return rows;
}

std::vector<ArgumentRow>::iterator RowNamed(std::vector<ArgumentRow>& rows, std::string_view name) {
  return std::find_if(rows.begin(), rows.end(),
                      [&](const ArgumentRow& row) { return row.name == name; });
}

}  // namespace

std::span<const ToolRow> AllTools() { return kTools; }

std::span<const ToolRow> ToolsOf(Toolset toolset) {
  const auto* const end = std::find_if(std::begin(kTools), std::end(kTools), [&](const auto& tool) {
    return toolset == Toolset::kDefault && tool.toolset == Toolset::kFull;
  });
  return {std::begin(kTools), end};
}

const ToolRow* FindTool(std::string_view name, Toolset toolset) {
  const std::span<const ToolRow> tools = ToolsOf(toolset);
  const auto found = std::find_if(tools.begin(), tools.end(),
                                  [&](const ToolRow& tool) { return tool.name == name; });
  return found == tools.end() ? nullptr : &*found;
}

std::vector<ArgumentRow> ArgumentsOf(const ToolRow& tool) {
  std::vector<ArgumentRow> rows = FieldArguments(tool.arguments);
  for (const ArgumentRow& own : tool.arguments.own) {
    const auto known = RowNamed(rows, own.name);
    if (known == rows.end()) {
      rows.push_back(own);
    } else {
      *known = own;
    }
  }
  if (RowNamed(rows, kBudget.name) == rows.end()) {
    rows.insert(std::min(RowNamed(rows, "limit"), RowNamed(rows, kCursor.name)), kBudget);
  }
  rows.push_back(kFormat);
  if (tool.is_about_checkout) rows.insert(rows.end(), {kRepository, kRevision});
  rows.push_back(kHeld);
  return rows;
}

// In a workspace some texts are left out, so that the scopes do not make the list longer.
Json DescribeTool(const ToolRow& tool, bool in_workspace) {
  Json properties = Json::object();
  Json required = Json::array();
  for (ArgumentRow row : ArgumentsOf(tool)) {
    if (in_workspace && row.name == kRepository.name) {
      row = tool.scope == ToolScope::kFanOut ? kMembers : kMember;
    }
    Json schema = TypeSchema(row);
    if (row.name == kFormat.name) schema.update({{"enum", FormatNames()}, {"default", "gcf"}});
    if (!row.description.empty()) schema["description"] = row.description;
    properties[std::string(row.name)] = std::move(schema);
    if (row.is_required) required.push_back(row.name);
  }
  Json schema = {{"type", "object"}};
  if (!properties.empty()) schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  Json described = {{"name", tool.name}};
  if (!in_workspace) described["title"] = tool.title;
  described["description"] = tool.description;
  described["inputSchema"] = std::move(schema);
  described["annotations"] = Annotations(tool);
  if (in_workspace) described["_meta"] = {{kMetaScope, wire::Name(tool.scope)}};
  return described;
}

}  // namespace waymark::services
