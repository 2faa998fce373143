#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "answers/row_stream.h"
#include "answers/use_lines.h"
#include "graph/outside.h"
#include "graph/status.h"
#include "retrieval/incompleteness.h"
#include "services/engine.h"
#include "services/line_chunks.h"
#include "services/paging.h"
#include "views/freshness.h"
#include "views/store_damage.h"
#include "workspaces/cross_repository_uses.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kUsagesTool[] = "find_usages";

absl::Status CheckRequest(const UsagesRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the symbol", request.symbol, kMaxNameBytes));
  WM_RETURN_IF_ERROR(CheckRange("the depth", request.depth, 1, retrieval::kMaxBlastDepth));
  return CheckRange("the limit", request.limit, 1, kMaxUsagesLimit);
}

// The symbols whose own edges were followed, on any page, with the declarations of the root and the
// methods that they override.
std::vector<SymbolId> FollowedOf(const retrieval::RelatedSymbols& related,
                                 const std::vector<SymbolId>& declarations) {
  std::vector<SymbolId> followed = declarations;
  followed.insert(followed.end(), related.found.begin(),
                  related.found.begin() + static_cast<std::ptrdiff_t>(related.followed));
  followed.insert(followed.end(), related.overridden.begin(), related.overridden.end());
  return followed;
}

// Completeness of outgoing edges: unresolved references in the followed symbols may add to them.
wire::Completeness CompletenessOfOutgoing(const graph::ReadView& view,
                                          std::vector<SymbolId> followed,
                                          retrieval::Workspace& workspace) {
  std::sort(followed.begin(), followed.end());
  followed.erase(std::unique(followed.begin(), followed.end()), followed.end());
  return WithUnresolved(CompletenessOfFiles(view),
                        retrieval::CountUnresolvedIn(view, followed, workspace),
                        "references in them are not resolved");
}

// What incoming edges may lack: other references may lead to the followed symbols as well.
retrieval::Incompleteness MissingUsers(const graph::ReadView& view,
                                       const std::vector<SymbolId>& followed,
                                       retrieval::Relation relation,
                                       retrieval::Workspace& workspace) {
  // A caller of an overridden method may run the symbol; an implementation of that method need not.
  // Code that receives the function as a value uses it, but need not call it.
  const retrieval::FollowedUses uses{
      .overridden = retrieval::FollowsOverridden(relation) ||
                    relation == retrieval::Relation::kImplementations,
      .only_calls = relation == retrieval::Relation::kCallers};
  // All sites are listed, so a further reference in a known user counts too.
  return retrieval::IncompletenessOfUsers(view, followed, /*users=*/{}, uses, workspace);
}

// The question with its names resolved in a view.
struct Question {
  NamedSymbol named;  // with the declarations of all overloads
  std::vector<SymbolId> roots;
  Page page;
};

absl::StatusOr<Question> QuestionIn(const graph::ReadView& view, const UsagesRequest& request) {
  WM_ASSIGN_OR_RETURN(std::vector<NamedSymbol> all, ResolveOverloads(view, request.symbol));
  NamedSymbol named = std::move(all.front());
  WM_ASSIGN_OR_RETURN(
      Page page, Page::Of((request.with_lines ? "lines of " : "") + QuestionOf(request, named.name),
                          view, request.limit, request.cursor));
  std::vector<SymbolId> roots = {named.symbol};
  if (LiesOutside(view.Kind(named.symbol))) {  // what a declaration has, its definition stands for
    roots.insert(roots.end(), named.declarations.begin(), named.declarations.end());
  }
  for (const NamedSymbol& overload : std::span(all).subspan(1)) {
    roots.push_back(overload.symbol);
    named.declarations.insert(named.declarations.end(), overload.declarations.begin(),
                              overload.declarations.end());
  }
  return Question{std::move(named), std::move(roots), std::move(page)};
}

// Adds what the answer may lack, with the list of possible uses if it is asked for.
void DescribeCompleteness(const graph::ReadView& view, const retrieval::RelatedSymbols& related,
                          const Question& question, const UsagesRequest& request,
                          const retrieval::RelationOptions& options, wire::Payload& payload) {
  if (request.relation == retrieval::Relation::kCoChanged && options.history == nullptr) {
    payload.completeness = {.certainty = wire::Certainty::kIncomplete,
                            .reason = "the history of the repository is not known"};
    return;
  }
  if (!retrieval::FollowsReferences(request.relation)) {
    payload.completeness = CompletenessOfFiles(view);
    return;
  }
  const std::vector<SymbolId> followed = FollowedOf(related, question.named.declarations);
  if (!retrieval::IsIncoming(request.relation)) {
    payload.completeness = CompletenessOfOutgoing(view, followed, *options.workspace);
    return;
  }
  retrieval::Incompleteness missing =
      MissingUsers(view, followed, request.relation, *options.workspace);
  payload.completeness = ToWireCompleteness(missing);
  if (request.possible) {
    payload.possible = ToWirePossible(view, std::move(missing.possible_uses), request.limit);
  } else {
    payload.completeness =
        WithCall(std::move(payload.completeness), ListPossible(request, question.named.name));
  }
}

// Adds the data about the answer itself when everything is found.
void DescribeAnswer(const graph::ReadView& view, const retrieval::RelatedSymbols& related,
                    const Question& question, const UsagesRequest& request,
                    const retrieval::RelationOptions& options, wire::Payload& payload) {
  payload.tool = kUsagesTool;
  payload.name_note = question.named.note;
  DescribeCompleteness(view, related, question, request, options, payload);
}

// Tells how many rows follow those of the page, and the call that shows them.
void DescribeRest(std::uint64_t omitted, const Question& question, const UsagesRequest& request,
                  wire::Payload& payload) {
  if (omitted == 0) return;
  wire::Truncation& truncation = payload.truncation.emplace();
  truncation.omitted = omitted;
  truncation.cursor = question.page.next();
  truncation.next_call = NextPage(request, question.named.name, truncation.cursor);
}

// Tells the rest of an answer whose rows are symbols.
void DescribeSymbolsLeft(const retrieval::RelatedSymbols& related, const Question& question,
                         const UsagesRequest& request, wire::Payload& payload) {
  SetTotal(question.page.begin() + related.symbols.size() + related.omitted, payload);
  DescribeRest(related.omitted, question, request, payload);
}

// Whether the rows of the answer are lines.
bool HasLines(const UsagesRequest& request) {
  return request.with_lines && retrieval::FollowsReferences(request.relation);
}

// Whether the rows of the answer, which are symbols, have lines.
bool HasFirstLines(const UsagesRequest& request) {
  return request.with_first_lines && !request.with_lines &&
         retrieval::FollowsReferences(request.relation);
}

void SetLines(UseLines found, UsagesAnswer& answer) {
  answer.lines = std::move(found.lines);
  answer.all_lines = found.all;
  answer.files_of_lines = found.files;
}

// Adds the lines of the page. They stand for all symbols but the one that is asked about.
void AddLines(UseLines found, const Question& question, const UsagesRequest& request,
              UsagesAnswer& answer) {
  const std::uint64_t all = found.all;
  SetLines(std::move(found), answer);
  wire::Payload& payload = answer.payload;
  payload.edges.clear();
  std::erase_if(payload.symbols, [](const wire::Symbol& symbol) { return symbol.distance != 0; });
  const std::uint64_t shown = std::min<std::uint64_t>(question.page.end(), all);
  DescribeRest(all - shown, question, request, payload);
}

// Null where the relation does not need it.
absl::StatusOr<std::shared_ptr<const graph::History>> HistoryFor(const UsagesRequest& request,
                                                                 graph::Store& store,
                                                                 const graph::ViewKey& key) {
  if (request.relation != retrieval::Relation::kCoChanged) {
    return std::shared_ptr<const graph::History>();
  }
  return OpenHistory(store, key, request.root);
}

// `is_whole`: of all pages, as the order of lines needs it.
retrieval::RelationOptions RelationOptionsOf(const UsagesRequest& request, const Page& page,
                                             const graph::History* history, bool is_whole,
                                             const CallControl& control,
                                             retrieval::Workspace& workspace) {
  return {.relation = request.relation,
          .depth = request.depth,
          .limit = is_whole ? kMaxUsagesLimit : page.limit(),
          .skip = is_whole ? 0 : page.begin(),
          .history = history,
          .cancelled = control.cancelled,
          .workspace = &workspace};
}

class UsageRows final : public retrieval::RelationVisitor {
 public:
  UsageRows(const graph::ReadView& view, RowStream& rows) : view_(view), rows_(rows) {}

  absl::Status OnSymbol(const retrieval::RelatedSymbol& found) override {
    return rows_.AddSymbol(ToWireSymbol(view_, found));
  }

  absl::Status AfterHop() override { return rows_.Flush(); }

  absl::Status OnEdge(const retrieval::RelatedEdge& found) override {
    return rows_.AddEdge(ToWireEdge(view_, found));
  }

 private:
  const graph::ReadView& view_;
  RowStream& rows_;
};

// The symbols that other repositories may use; none for a relation without users.
std::span<const SymbolId> UsedElsewhere(const UsagesRequest& request,
                                        const retrieval::RelatedSymbols& related) {
  return std::span(related.found).first(IsAboutUses(request.relation) ? related.followed : 0);
}

}  // namespace

absl::StatusOr<UsagesAnswer> Engine::Usages(const UsagesRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const Question question, QuestionIn(view, request));
  const WorkspacePool::Lease workspace(*workspaces_);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      HistoryFor(request, *store_, opened.key));
  const retrieval::RelationOptions options = RelationOptionsOf(
      request, question.page, history.get(), HasLines(request), control, *workspace.get());
  WM_ASSIGN_OR_RETURN(const retrieval::RelatedSymbols related,
                      retrieval::FindRelated(view, question.roots, options));
  UsagesAnswer answer;
  answer.payload = ToPayload(view, related);
  DescribeAnswer(view, related, question, request, options, answer.payload);
  if (HasLines(request)) {
    WM_ASSIGN_OR_RETURN(UseLines lines,
                        UseLinesOf(view, *opened.sources, related, question.page, control));
    AddLines(std::move(lines), question, request, answer);
  } else {
    DescribeSymbolsLeft(related, question, request, answer.payload);
  }
  if (HasFirstLines(request)) {
    WM_ASSIGN_OR_RETURN(UseLines lines, FirstLinesOf(view, *opened.sources, related, control));
    SetLines(std::move(lines), answer);
  }
  answer.payload.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  if (!request.elsewhere.home.empty()) {
    WM_RETURN_IF_ERROR(
        AddElsewhere(request, opened, question.named.symbol, answer.payload, control));
  } else {
    WM_RETURN_IF_ERROR(AddCrossRepositoryUncertainty(
        opened, UsedElsewhere(request, related), request.relation == retrieval::Relation::kCallers,
        answer.payload.completeness, control));
  }
  answer.payload.completeness = WithDiffering(answer.payload.completeness, *answer.payload.index);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

absl::Status Engine::StreamUsages(const UsagesRequest& request, const StreamSink& sink,
                                  const CallControl& control) {
  // The rows of a later page are known only at its end, and so are those of other repositories.
  if (!request.cursor.empty() || !request.elsewhere.home.empty()) {
    WM_ASSIGN_OR_RETURN(const UsagesAnswer whole, Usages(request, control));
    return StreamRows(whole.payload, sink);
  }
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const Question question, QuestionIn(view, request));
  const WorkspacePool::Lease workspace(*workspaces_);
  const std::unique_ptr<RowStream> rows = RowStream::To(sink, kUsagesTool);
  UsageRows visitor(view, *rows);
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      HistoryFor(request, *store_, opened.key));
  const retrieval::RelationOptions options = RelationOptionsOf(
      request, question.page, history.get(), /*is_whole=*/false, control, *workspace.get());
  WM_ASSIGN_OR_RETURN(const retrieval::RelatedSymbols related,
                      retrieval::VisitRelated(view, question.roots, options, visitor));
  wire::Payload answer;
  DescribeAnswer(view, related, question, request, options, answer);
  DescribeSymbolsLeft(related, question, request, answer);
  WM_RETURN_IF_ERROR(AddCrossRepositoryUncertainty(
      opened, UsedElsewhere(request, related), request.relation == retrieval::Relation::kCallers,
      answer.completeness, control));
  answer.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  answer.completeness = WithDiffering(answer.completeness, *answer.index);
  return rows->Finish(std::move(answer));
}

}  // namespace waymark::services
