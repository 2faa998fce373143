#include <algorithm>

#include <fmt/format.h>

#include "services/limits.h"
#include "services/mcp.h"
#include "tools/tool.h"
#include "wire/codec.h"

namespace waymark::services {
namespace {

// An answer tells it, in the call for the rest.
constexpr ArgumentRow kCursor = {"cursor", ArgumentType::kText, ""};

// Of the whole answer; the name says it.
constexpr ArgumentRow kBudget = {"token_budget",   ArgumentType::kNumber, "", false, 0,
                                 kMaxBudgetTokens, kDefaultBudgetTokens};
constexpr ArgumentRow kPackRoot = {"pack_root", ArgumentType::kText,
                                   "Of an answer held: sends changes"};
constexpr ArgumentRow kExclude = {"exclude", ArgumentType::kTexts, "As told"};
constexpr ArgumentRow kSession = {"session", ArgumentType::kText,
                                  "'new' or the handle told: sends known symbols as numbers"};

constexpr ArgumentRow kTask[] = {
    {"task_description", ArgumentType::kText,
     "What you are about to do, in words; names of functions and files, error messages and stack "
     "traces help",
     true},
    {"also", ArgumentType::kTexts, "Further tasks"},
    kBudget,
    {"limit", ArgumentType::kNumber, "0: all", false, 0, kMaxBlastLimit, 0},
    kExclude,
    kPackRoot,
    kSession,
};
constexpr ArgumentRow kFiles[] = {
    {"files", ArgumentType::kTexts, "Paths of files; or symbols, by name or FILE:LINE"},
    {"base", ArgumentType::kText, "Or all that differs from this revision, like HEAD"},
    kBudget,
    {"limit", ArgumentType::kNumber, "0: all", false, 0, kMaxBlastLimit, 0},
    kExclude,
    kPackRoot,
};
constexpr ArgumentRow kQuery[] = {
    {"query", ArgumentType::kText, "A name, a part of one, or its initials", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols at most", false, 1, kMaxSearchLimit,
     kDefaultSearchLimit},
    kCursor,
};
constexpr ArgumentRow kSymbol[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    kBudget,
    kCursor,
};
constexpr ArgumentRow kBlast[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE"},
    {"also", ArgumentType::kTexts, "Symbols that change with it"},
    {"base", ArgumentType::kText, "Or all that differs from this revision, like HEAD"},
    {"depth", ArgumentType::kNumber, "Hops to follow", false, 1, retrieval::kMaxBlastDepth,
     retrieval::kDefaultBlastDepth},
    kBudget,
    {"limit", ArgumentType::kNumber, "The counts cover all", false, 1, kMaxBlastLimit,
     kDefaultToolLimit},
    kCursor,
    {"edge_types", ArgumentType::kTexts,
     "Edges to follow, like calls, overrides; default: any dependence"},
    {"min_confidence", ArgumentType::kConfidence, "Follow only edges at least this sure"},
};

constexpr ArgumentRow kUsages[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"relation", ArgumentType::kText,
     "usages (default), callers, callees, dependencies, implementations, owners, co_tested, "
     "similar"},
    {"depth", ArgumentType::kNumber, "Hops to follow", false, 1, retrieval::kMaxBlastDepth, 1},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols to show", false, 1, kMaxUsagesLimit,
     kDefaultToolLimit},
    kCursor,
};
constexpr ArgumentRow kPath[] = {
    {"from", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"to", ArgumentType::kText, "The same of where it leads", true},
    {"max_hops", ArgumentType::kNumber, "Steps at most", false, 1, retrieval::kMaxBlastDepth,
     kDefaultPathHops},
    {"count", ArgumentType::kNumber, "Ways to show", false, 1, kMaxPaths, 1},
    kBudget,
    kCursor,
};
constexpr ArgumentRow kTests[] = {
    {"symbols", ArgumentType::kTexts, "Symbols that change: names or FILE:LINE"},
    {"base", ArgumentType::kText, "Or all that differs from this revision, like HEAD"},
    {"depth", ArgumentType::kNumber, "Hops to follow", false, 1, retrieval::kMaxBlastDepth,
     retrieval::kDefaultTestDepth},
    kBudget,
    {"limit", ArgumentType::kNumber, "Tests to show", false, 1, kMaxTestLimit, kDefaultToolLimit},
    kCursor,
};

constexpr ArgumentRow kOutline[] = {
    kBudget,
    {"limit", ArgumentType::kNumber, "Entries of each list", false, 1, kMaxOutlineLimit,
     kDefaultOutlineLimit},
    kCursor,
};
constexpr ArgumentRow kStatus[] = {kBudget, kCursor};

// Of the full set.
constexpr ArgumentRow kRelated[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"depth", ArgumentType::kNumber, "Hops to follow", false, 1, retrieval::kMaxBlastDepth, 1},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols to show", false, 1, kMaxUsagesLimit,
     kDefaultToolLimit},
    kCursor,
};
constexpr ArgumentRow kChain[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"depth", ArgumentType::kNumber, "Calls to follow", false, 1, retrieval::kMaxBlastDepth, 3},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols to show", false, 1, kMaxUsagesLimit,
     kDefaultToolLimit},
    kCursor,
};
constexpr ArgumentRow kFile[] = {
    {"file", ArgumentType::kText, "Path of a file, from the top of the repository", true},
    kBudget,
    kCursor,
};
constexpr ArgumentRow kDifference[] = {
    {"base", ArgumentType::kText, "The revision to compare with, like HEAD~3", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols to show", false, 1, kMaxDiffLimit, kDefaultToolLimit},
    kCursor,
};
constexpr ArgumentRow kAnalysis[] = {
    {"kind", ArgumentType::kText, "dead_code, hotspots, cycles or contracts", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Rows to show", false, 1, kMaxAnalyzeLimit,
     kDefaultAnalyzeLimit},
    kCursor,
};
constexpr ArgumentRow kFeedback[] = {
    {"task_description", ArgumentType::kText, "The task, as it was asked about", true},
    {"symbols", ArgumentType::kTexts, "Symbols of the answer: names or FILE:LINE", true},
    {"verdict", ArgumentType::kText, "useful: the task needed them; noise: they were in the way",
     true},
    kBudget,
    kCursor,
};

constexpr ArgumentRow kSource[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"context_lines", ArgumentType::kNumber, "Lines to show before and after it", false, 0,
     kMaxContextLines, 0},
    kBudget,
    kCursor,
};
constexpr ArgumentRow kBatch[] = {
    {"symbols", ArgumentType::kTexts, "Names or FILE:LINE, at most 100", true},
    {"include_source", ArgumentType::kFlag, "With their text"},
    kBudget,
    kCursor,
};
constexpr ArgumentRow kContracts[] = {
    {"action", ArgumentType::kText,
     "list (default): all; check: those of which one side is missing"},
    kBudget,
    {"limit", ArgumentType::kNumber, "Contracts to show", false, 1, kMaxAnalyzeLimit,
     kDefaultAnalyzeLimit},
    kCursor,
};
constexpr ArgumentRow kEditing[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Rows of each part", false, 1, kMaxUsagesLimit,
     kDefaultEditingLimit},
    kCursor,
};
constexpr ArgumentRow kReasons[] = {
    {"task_description", ArgumentType::kText, "What you are about to do, in words", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "0: all", false, 0, kMaxBlastLimit, 0},
    kExclude,
};
constexpr ArgumentRow kStanding[] = {
    {"symbol", ArgumentType::kText, "Qualified name, its end, or FILE:LINE", true},
    {"task_description", ArgumentType::kText, "The task, as it was asked about"},
    {"also", ArgumentType::kTexts, "Further tasks"},
    {"files", ArgumentType::kTexts, "Or the files and symbols that were asked about"},
    {"base", ArgumentType::kText, "Or the revision that was"},
    {"token_budget", ArgumentType::kNumber, "Tokens of the answer that it is in or not", false, 0,
     kMaxBudgetTokens, kDefaultBudgetTokens},
    kCursor,
};
constexpr ArgumentRow kPrefix[] = {
    {"prefix", ArgumentType::kText, "What qualified names begin with, like shop.cart.", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Symbols to show", false, 1, kMaxSearchLimit,
     kDefaultToolLimit},
    kCursor,
};
constexpr ArgumentRow kReview[] = {
    {"base", ArgumentType::kText, "The revision that the work began at, like HEAD or main", true},
    kBudget,
    {"limit", ArgumentType::kNumber, "Rows of each part before the context", false, 1,
     kMaxBlastLimit, kDefaultReviewLimit},
    kCursor,
};

using wire::ToolScope;

// The full set after the default one.
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
    {"blast_radius", "Blast radius", ToolScope::kRepo,
     "Show what may break when a function, method or type changes: callers, overrides, users and "
     "tests, hop by hop, with the places of use and how sure each is. Use it before you change or "
     "delete what others may use. Says whether the answer is complete.",
     kBlast, BlastRadiusOf},
    {"test_scope", "Tests that cover", ToolScope::kRepo,
     "Find the tests that cover symbols you change, each with the way that leads to it, and the "
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
     "Find the symbols that matter for a task, each with its score and what the score is made of.",
     kReasons, SmartContext, true, Toolset::kFull},
    {"explain_ranking", "Standing of a symbol", ToolScope::kRepo,
     "Show where a symbol stands in a context, of a task, files or a change, and what put it "
     "there.",
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
     "Show routes, topics, services, environment variables and programs with those that provide "
     "and those that use them, or only those of which one side is missing.",
     kContracts, ListContracts, true, Toolset::kFull},
    {"semantic_diff", "Difference in meaning", ToolScope::kRepo,
     "Show which symbols and relations differ from a revision, behaviour apart from structure.",
     kDifference, SemanticDiff, true, Toolset::kFull},
    {"analyze", "Analysis of the repository", ToolScope::kRepo,
     "Show what nothing gives evidence of using, what is costly to change, cycles of imports, or "
     "routes, topics and environment variables with both their sides.",
     kAnalysis, AnalyzeRepository, true, Toolset::kFull},
    {"feedback", "Feedback on an answer", ToolScope::kRepo,
     "Say which symbols a task needed and which were noise; later rankings of tasks that read "
     "alike heed it.",
     kFeedback, SayFeedback, true, Toolset::kFull, true},
};

constexpr ArgumentRow kRepository = {kRepoArgument, ArgumentType::kText,
                                     "Another indexed checkout"};
// The same within a workspace, by the scope of the tool.
constexpr ArgumentRow kMember = {kRepoArgument, ArgumentType::kText, "", true};
constexpr ArgumentRow kMembers = {kRepoArgument, ArgumentType::kTexts, "Names, or [\"*\"]", true};
constexpr ArgumentRow kRevision = {"at", ArgumentType::kText, "A revision"};
constexpr ArgumentRow kFormat = {"format", ArgumentType::kText, ""};

constexpr ArgumentRow kHeld = {kIfNoneMatch, ArgumentType::kText, "etag held, or new"};

// Bounds that hardly a client meets would cost tokens in every list; what is beyond them is refused
// in words.
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
    case ArgumentType::kText:
      return {{"type", "string"}};
    case ArgumentType::kTexts:
      return {{"type", "array"}, {"items", {{"type", "string"}}}};
    case ArgumentType::kNumber:
      return NumberSchema(row);
    case ArgumentType::kConfidence:
      return {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    case ArgumentType::kFlag:
      return {{"type", "boolean"}, {"default", false}};
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

// What encodes to text, by its one name.
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
  std::vector<ArgumentRow> rows(tool.arguments.begin(), tool.arguments.end());
  rows.push_back(kFormat);
  if (tool.is_about_checkout) rows.insert(rows.end(), {kRepository, kRevision});
  rows.push_back(kHeld);
  return rows;
}

// Within a workspace some words are left out, so that the list costs no more with the scopes.
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
