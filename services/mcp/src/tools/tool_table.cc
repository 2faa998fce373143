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

// The list of the default set leaves them out: each would cost tokens in every session. In a
// workspace it has `repo`.
constexpr std::string_view kSeldomNeeded[] = {
    kFormatArgument,  kRepoArgument, kRevisionArgument, kIfNoneMatch,     kPackRootArgument,
    kSessionArgument, "possible",    "edge_types",      "min_confidence", "commits"};

constexpr std::string_view kPackRootHelp =
    "pack_root of an earlier answer, or its first 12 digits: only what differs from that answer is "
    "sent; 'new' asks for a root";
constexpr std::string_view kSessionHelp =
    "'new', or the handle that an earlier answer gave: symbols that were sent before are sent as "
    "numbers";
// These tools have pages although their requests have none.
constexpr ArgumentRow kPages[] = {kCursor};
// An answer to a client that holds earlier ones.
constexpr ArgumentRow kRoot = {kPackRootArgument, FieldType::kText, kPackRootHelp};
constexpr ArgumentRow kSession = {kSessionArgument, FieldType::kText, kSessionHelp};
constexpr ArgumentRow kOfHeld[] = {kRoot, kSession};
constexpr ArgumentRow kPagesOfHeld[] = {kCursor, kRoot, kSession};

constexpr ArgumentRow kPackRows[] = {
    {"limit", FieldType::kNumber, "Symbols at most; 0: as many as fit", false, 0, kMaxBlastLimit},
};
constexpr std::string_view kATask[] = {"task_description"};
constexpr std::string_view kNoFiles[] = {"files", "base"};
constexpr ToolArguments kTask = {FieldsOf<ContextRequest>, kPackRows, kNoFiles, kATask};
constexpr std::string_view kNoTask[] = {"task_description", "also"};
constexpr std::string_view kFilesOrBase[] = {"files", "base"};
constexpr ToolArguments kFiles = {FieldsOf<ContextRequest>, kPackRows, kNoTask, {}, kFilesOrBase};
constexpr ToolArguments kQuery = {FieldsOf<SearchRequest>, kOfHeld};
constexpr ArgumentRow kSymbolRows[] = {
    {"source", FieldType::kFlag, "false: documentation instead", false, 0, 0, /*usual=*/1},
    kCursor,
    kRoot,
    kSession,
};
constexpr ToolArguments kSymbol = {FieldsOf<SymbolRequest>, kSymbolRows};
constexpr std::string_view kSymbolOrBase[] = {"symbol", "base"};
constexpr ToolArguments kBlast = {FieldsOf<BlastRadiusRequest>, kOfHeld, {}, {}, kSymbolOrBase};
constexpr ToolArguments kUsages = {FieldsOf<UsagesRequest>, kOfHeld};
constexpr ToolArguments kPath = {FieldsOf<PathRequest>, kPagesOfHeld};
constexpr std::string_view kSymbolsOrBase[] = {"symbols", "base"};
constexpr ToolArguments kTests = {FieldsOf<TestScopeRequest>, {}, {}, {}, kSymbolsOrBase};
constexpr ToolArguments kOutline = {FieldsOf<OutlineRequest>, kPages};
constexpr ArgumentRow kStatusRows[] = {
    kCursor,
    {kRepoArgument, FieldType::kText, "Only this repository: name or path"},
};
constexpr ToolArguments kStatus = {nullptr, kStatusRows};

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
constexpr std::string_view kOnlyTask[] = {"files", "base", "also", "commits"};
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
     "Use it first, before you read or search files, to understand, change or debug something: "
     "give the task in your own words. Returns the functions, types and files that matter, best "
     "first, with source, places and relations. Not for an exact text, nor for a symbol you can "
     "name (get_symbol).",
     kTask, ContextForTask, true, Toolset::kDefault, false, FirstContext},
    {"context_for_files", "Context for files", ToolScope::kRepo,
     "Use it when you know where to begin: give files or symbols, or the base revision of a "
     "change. Returns what they define, what that uses and what uses it, with source.",
     kFiles, ContextForFiles},
    {"search_symbols", "Search symbols", ToolScope::kFanOut,
     "Use it to find symbols by a name, part of one, initials or a misspelling. Returns kinds, "
     "places and signatures. Not for text inside functions: search files for that.",
     kQuery, SearchSymbols},
    {"get_symbol", "Show a symbol", ToolScope::kRepo,
     "Use it instead of reading a file for one function, type or variable. Returns its source "
     "with line numbers, signature, owners, authors, and how much uses it.",
     kSymbol, GetSymbol},
    {"find_usages", "Find usages", ToolScope::kFanOut,
     "Use it instead of a text search for who uses a symbol. Returns every call, reference, import "
     "and override with its lines; with relation, what it calls or depends on. Says if uses may "
     "be missing.",
     kUsages, FindUsages},
    {"blast_radius", "Blast radius", ToolScope::kFanOut,
     "Use it before you change or delete what others may use: give the symbol, or the base "
     "revision of a change. Returns what may break, hop by hop, with places, and the risk.",
     kBlast, BlastRadiusOf},
    {"test_scope", "Tests that cover", ToolScope::kRepo,
     "Use it to choose the tests to run: give the symbols you change, or the base revision of a "
     "change. Returns the tests that reach them, and the arguments for the test runner.",
     kTests, TestScopeOf},
    {"find_path", "Path between symbols", ToolScope::kRepo,
     "Use it to learn how one symbol leads to another. Returns the chain of calls and uses "
     "between them.",
     kPath, FindPath},
    {"get_repo_outline", "Outline of the repository", ToolScope::kRepo,
     "Use it once, when the repository is new to you. Returns languages, directories, entry "
     "points, and the symbols and files that most depends on.",
     kOutline, GetRepoOutline},
    {"index_status", "State of the index", ToolScope::kWorkspace,
     "Use it when an answer seems stale, or to learn the names of repositories. Returns what is "
     "indexed, and how many files on disk differ.",
     kStatus, IndexStatus, false},
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

constexpr ArgumentRow kRepository = {kRepoArgument, FieldType::kText,
                                     "Another indexed repository: name or path"};
// The same argument in a workspace, by the scope of the tool.
constexpr ArgumentRow kMember = {kRepoArgument, FieldType::kText, "", true};
constexpr ArgumentRow kMembers = {kRepoArgument, FieldType::kTexts, "Names, or [\"*\"]", true};
constexpr ArgumentRow kRevision = {kRevisionArgument, FieldType::kText,
                                   "A branch, tag or commit, instead of the files on disk"};

// The formats that encode to text, each by one name.
std::vector<std::string_view> FormatNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> text;
    const wire::CodecRegistry codecs = wire::CodecRegistry::BuiltIn();
    for (const wire::Codec* codec : codecs.All()) {
      if (codec->medium == wire::Medium::kText && codec->encode != nullptr) {
        text.push_back(codec->name);
      }
    }
    return text;
  }();
  return {names.begin(), names.end()};
}

constexpr ArgumentRow kFormat = {
    .name = kFormatArgument, .type = FieldType::kWord, .description = "", .words = FormatNames};

constexpr ArgumentRow kHeld = {
    kIfNoneMatch, FieldType::kText,
    "etag of an earlier answer: not_modified comes back if nothing has changed; 'new' asks for an "
    "etag"};

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

// False if absent, unless it says otherwise.
Json FlagSchema(const ArgumentRow& row) {
  Json schema = {{"type", "boolean"}};
  if (row.usual != 0) schema["default"] = true;
  return schema;
}

Json TypeSchema(const ArgumentRow& row) {
  switch (row.type) {
    case FieldType::kText:
      return {{"type", "string"}};
    case FieldType::kWord:
      return {{"type", "string"}, {"enum", row.words()}};
    case FieldType::kTexts:
    case FieldType::kWords:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case FieldType::kNumber:
      return NumberSchema(row);
    case FieldType::kShare:
      return {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    case FieldType::kFlag:
      return FlagSchema(row);
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

// Titles, which people see, are only in the list that may be long.
Json DescribeTool(const ToolRow& tool, bool in_workspace, Toolset toolset) {
  Json properties = Json::object();
  Json required = Json::array();
  for (ArgumentRow row : ArgumentsOf(tool)) {
    const bool is_member = in_workspace && row.name == kRepository.name;
    if (is_member && tool.scope == ToolScope::kWorkspace) continue;  // is about all of them
    const bool is_seldom = !is_member && Lists(kSeldomNeeded, row.name);
    if (is_seldom && toolset == Toolset::kDefault) continue;
    if (is_member) {
      row = tool.scope == ToolScope::kFanOut ? kMembers : kMember;
    }
    Json schema = TypeSchema(row);
    if (row.name == kFormat.name) schema["default"] = "gcf";
    if (!row.description.empty()) schema["description"] = row.description;
    properties[std::string(row.name)] = std::move(schema);
    if (row.is_required) required.push_back(row.name);
  }
  Json schema = {{"type", "object"}};
  if (!properties.empty()) schema["properties"] = std::move(properties);
  if (!required.empty()) schema["required"] = std::move(required);
  Json described = {{"name", tool.name}};
  if (!in_workspace && toolset == Toolset::kFull) described["title"] = tool.title;
  described["description"] = tool.description;
  described["inputSchema"] = std::move(schema);
  described["annotations"] = Annotations(tool);
  if (in_workspace) described["_meta"] = {{kMetaScope, wire::Name(tool.scope)}};
  return described;
}

}  // namespace waymark::services
