#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/changed_symbols.h"
#include "answers/convert.h"
#include "answers/cost_model.h"
#include "answers/name_lookup.h"
#include "answers/next_call.h"
#include "answers/requests.h"
#include "answers/row_stream.h"
#include "graph/status.h"
#include "services/engine.h"
#include "services/limits.h"
#include "services/line_chunks.h"
#include "services/paging.h"
#include "services/payload_text.h"
#include "views/freshness.h"
#include "views/store_damage.h"
#include "workspaces/cross_repository_blast.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kBlastRadiusTool[] = "blast_radius";

wire::AffectedList ToWire(retrieval::ReachedList& list) {
  return {.count = list.count, .names = std::move(list.names)};
}

wire::Risk ToWire(retrieval::Risk& risk) {
  wire::Risk out{.score = static_cast<float>(risk.score)};
  switch (risk.level) {
    case retrieval::RiskLevel::kLow:
      out.level = wire::RiskLevel::kLow;
      break;
    case retrieval::RiskLevel::kMedium:
      out.level = wire::RiskLevel::kMedium;
      break;
    case retrieval::RiskLevel::kHigh:
      out.level = wire::RiskLevel::kHigh;
      break;
    case retrieval::RiskLevel::kUnknown:
      out.level = wire::RiskLevel::kUnknown;
      break;
  }
  for (retrieval::RiskReason& reason : risk.reasons) {
    wire::RiskReason& added = out.reasons.emplace_back();
    added.factor = Name(reason.factor);
    if (reason.share) added.share = static_cast<float>(*reason.share);
    added.text = std::move(reason.text);
  }
  return out;
}

wire::Affected AffectedOf(retrieval::BlastResult& result) {
  wire::Affected affected{.symbols = result.affected_symbols,
                          .files = result.affected_files,
                          .tests = result.affected_tests,
                          .hops = std::move(result.hop_counts),
                          .beyond_depth = result.beyond_depth,
                          .weak_edges = result.weak_edges};
  if (!result.impact) return affected;
  retrieval::Impact& impact = *result.impact;
  affected.packages = ToWire(impact.packages);
  affected.exported = ToWire(impact.exported);
  affected.routes = ToWire(impact.routes);
  affected.entry_points = ToWire(impact.entry_points);
  if (impact.owners) affected.owners = ToWire(*impact.owners);
  affected.risk = ToWire(impact.risk);
  return affected;
}

// The rest consists of the symbols on other pages, then of those beyond the depth.
std::optional<wire::Truncation> TruncationOf(const BlastRadiusRequest& request,
                                             const std::vector<std::string>& names,
                                             const Page& page,
                                             const retrieval::BlastResult& result) {
  if (result.omitted == 0 && !result.beyond_depth) return std::nullopt;
  wire::Truncation truncation;
  if (result.omitted != 0) {
    truncation.omitted = result.omitted;
    truncation.cursor = page.next();
    truncation.next_call = NextPage(request, names, truncation.cursor);
  } else if (request.depth < retrieval::kMaxBlastDepth) {
    const std::uint32_t depth = std::min(2 * request.depth, retrieval::kMaxBlastDepth);
    truncation.next_call = Deeper(request, names, depth);
  }
  return truncation;
}

// The extensions of the files without a grammar that have a name in question as a word.
std::set<std::string_view> ExtensionsWithWords(const graph::ReadView& view,
                                               const retrieval::Incompleteness& missing) {
  std::set<std::string_view> extensions;
  for (const retrieval::PossibleUse& use : missing.possible_uses) {
    if (use.doubt != retrieval::Doubt::kWord) continue;
    const std::string_view path = view.File(view.FileOf(use.source)).path;
    extensions.insert(path.substr(std::min(path.rfind('.'), path.size())));
  }
  return extensions;
}

// "No use is known" reads as if there were none: an empty answer tells first which other languages
// may hold the uses.
wire::Completeness LedByLanguages(const graph::ReadView& view, const retrieval::BlastResult& result,
                                  wire::Completeness completeness) {
  if (result.affected_symbols != 0) return completeness;
  const std::set<std::string_view> extensions = ExtensionsWithWords(view, result.missing);
  if (extensions.empty()) return completeness;
  completeness.reason = fmt::format("{} files, which are not parsed, may use it; {}",
                                    fmt::join(extensions, ", "), completeness.reason);
  return completeness;
}

// Adds what the answer may lack, with the list of possible uses if it is asked for.
void DescribeCompleteness(const graph::ReadView& view, const BlastRadiusRequest& request,
                          const std::vector<std::string>& names,
                          const wire::Completeness& of_removed, retrieval::BlastResult& result,
                          wire::Payload& payload) {
  retrieval::Incompleteness& missing = result.missing;
  payload.completeness =
      Joined(LedByLanguages(view, result, ToWireCompleteness(missing)), of_removed);
  if (request.possible) {
    payload.possible = ToWirePossible(view, std::move(missing.possible_uses), request.limit);
  } else {
    payload.completeness = WithCall(std::move(payload.completeness), ListPossible(request, names));
  }
}

absl::Status CheckRequest(const BlastRadiusRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckBase(request.base, !request.symbol.empty()));
  if (request.base.empty()) {
    WM_RETURN_IF_ERROR(CheckText("the symbol", request.symbol, kMaxNameBytes));
  } else if (!request.also.empty()) {
    return absl::InvalidArgumentError("name symbols or a base, not both");
  }
  WM_RETURN_IF_ERROR(
      CheckRange("the number of symbols", request.also.size() + 1, 1, kMaxScopeSymbols));
  for (const std::string& symbol : request.also) {
    WM_RETURN_IF_ERROR(CheckText("a symbol", symbol, kMaxNameBytes));
  }
  if (!request.elsewhere.home.empty() && !request.cursor.empty()) {
    return absl::InvalidArgumentError("an answer about several repositories has no cursor");
  }
  WM_RETURN_IF_ERROR(CheckRange("the depth", request.depth, 1, retrieval::kMaxBlastDepth));
  if (!(request.min_confidence >= 0 && request.min_confidence <= 1)) {
    return absl::InvalidArgumentError(fmt::format(
        "the minimum confidence is {}; it must be from 0 to 1", request.min_confidence));
  }
  return CheckRange("the limit", request.limit, 1, kMaxBlastLimit);
}

// Without the options for reporting: `limit` and the like.
retrieval::BlastOptions BlastOptionsOf(const BlastRadiusRequest& request,
                                       const CallControl& control,
                                       retrieval::Workspace& workspace) {
  return {.depth = request.depth,
          .edge_types = request.edge_types,
          .min_confidence = request.min_confidence,
          .cancelled = control.cancelled,
          .workspace = &workspace};
}

// Encodes rows as they are found.
class BlastRows final : public retrieval::BlastVisitor {
 public:
  BlastRows(const graph::ReadView& view, RowStream& rows) : view_(view), rows_(rows) {}

  absl::Status OnSymbol(const retrieval::BlastEntry& entry) override {
    told_.push_back(entry.symbol);
    return rows_.AddSymbol(ToWireSymbol(view_, entry));
  }

  absl::Status AfterHop() override { return rows_.Flush(); }

  absl::Status OnEdge(std::uint32_t number, const retrieval::BlastEntry& entry) override {
    return rows_.AddEdge(ToWireEdge(view_, number, entry));
  }

  const std::vector<SymbolId>& told() const { return told_; }

 private:
  const graph::ReadView& view_;
  RowStream& rows_;
  std::vector<SymbolId> told_;
};

}  // namespace

struct BlastRoots {
  std::vector<std::string> names;  // of the symbols that were asked about
  std::string note;                // Payload::name_note
  ChangedSymbols changed;
  std::vector<SymbolId> symbols;
  RemovedUsers removed_users;

  bool empty() const { return symbols.empty() && removed_users.symbols.empty(); }
};

namespace {

// For a change whose symbols are unknown to an index that lags.
retrieval::BlastResult NothingKnown() {
  retrieval::BlastResult result;
  result.hop_counts = {0};
  return result;
}

}  // namespace

absl::StatusOr<BlastRoots> Engine::RootsOf(const BlastRadiusRequest& request,
                                           const graph::ReadView& view,
                                           const retrieval::BlastOptions& options,
                                           const CallControl& control) {
  BlastRoots from;
  if (request.base.empty()) {
    std::vector<std::string> asked = request.also;
    asked.insert(asked.begin(), request.symbol);
    std::vector<std::string> notes;
    for (const std::string& name : asked) {
      WM_ASSIGN_OR_RETURN(const std::vector<NamedSymbol> all, ResolveOverloads(view, name));
      for (const NamedSymbol& named : all) AddWithDeclarations(named, from.symbols);
      from.names.push_back(all.front().name);
      notes.push_back(all.front().note);
    }
    from.note = JoinedNotes(notes);
    return from;
  }
  WM_ASSIGN_OR_RETURN(from.changed, ChangeSince(request.base, view, request.state, control));
  from.symbols = from.changed.symbols;
  WM_ASSIGN_OR_RETURN(from.removed_users, UsersOfRemoved(from.changed, view, options));
  return from;
}

absl::StatusOr<BlastRadiusAnswer> Engine::BlastRadius(const BlastRadiusRequest& request,
                                                      const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(codecs_.Find(request.encoding.format).status());
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);

  const WorkspacePool::Lease workspace(*workspaces_);
  retrieval::BlastOptions options = BlastOptionsOf(request, control, *workspace.get());
  WM_ASSIGN_OR_RETURN(const BlastRoots from, RootsOf(request, view, options, control));
  if (from.empty()) {
    WM_RETURN_IF_ERROR(CheckSomeMayHaveChanged(from.changed, request.base, freshness.Wait()));
  }
  WM_ASSIGN_OR_RETURN(const Page page, Page::Of(QuestionOf(request, from.names), view,
                                                request.limit, request.cursor));
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      OpenHistory(*store_, opened.key, request.root));
  options.first_affected = from.removed_users.symbols;
  options.limit = page.limit();
  options.skip = page.begin();
  options.tells_impact = true;
  options.history = history.get();
  WM_ASSIGN_OR_RETURN(
      retrieval::BlastResult result,
      from.empty() ? NothingKnown() : retrieval::ComputeBlastRadius(view, from.symbols, options));
  WM_RETURN_IF_ERROR(control.Check());

  BlastRadiusAnswer answer;
  answer.payload = ToPayload(view, result);
  answer.payload.tool = kBlastRadiusTool;
  answer.payload.name_note = from.note;
  DescribeCompleteness(view, request, from.names, from.removed_users.completeness, result,
                       answer.payload);
  answer.payload.truncation = TruncationOf(request, from.names, page, result);
  SetTotal(page.begin() + result.entries.size() + result.omitted, answer.payload);
  answer.payload.affected = AffectedOf(result);
  answer.payload.index =
      ToIndexInfo(view, FilesDiffering(from.changed, freshness.Wait()), opened.shown);
  if (!request.elsewhere.home.empty()) {
    const OpenRepository open =
        [&](const std::filesystem::path& root) -> absl::StatusOr<RepositoryState> {
      WM_RETURN_IF_ERROR(control.Check());
      WM_ASSIGN_OR_RETURN(const OpenedView other, OpenView(root, request.state, control));
      return RepositoryState{other.view,
                             ToIndexInfo(*other.view, other.files_differing, other.shown)};
    };
    WM_RETURN_IF_ERROR(AddBlastElsewhere(request, view, *opened.sources, result.entries, options,
                                         open, answer.payload));
  } else {
    std::vector<SymbolId> told = from.symbols;
    for (const retrieval::BlastEntry& entry : result.entries) told.push_back(entry.symbol);
    WM_RETURN_IF_ERROR(
        AddCrossRepositoryUncertainty(opened, told, false, answer.payload.completeness, control));
  }
  answer.payload.completeness =
      OfChange(from.changed, *answer.payload.index, answer.payload.completeness);
  WM_RETURN_IF_ERROR(FinishPayload(codecs_, request.encoding, answer.payload));
  return answer;
}

absl::Status Engine::StreamBlastRadius(const BlastRadiusRequest& request, const StreamSink& sink,
                                       const CallControl& control) {
  // The rows of other repositories are known only at the end.
  if (!request.elsewhere.home.empty()) {
    WM_ASSIGN_OR_RETURN(const BlastRadiusAnswer whole, BlastRadius(request, control));
    return StreamRows(whole.payload, sink);
  }
  WM_RETURN_IF_ERROR(CheckRequest(request));
  if (!request.cursor.empty()) {
    return absl::InvalidArgumentError("a stream has no pages; ask for it without a cursor");
  }
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  const WorkspacePool::Lease workspace(*workspaces_);
  retrieval::BlastOptions options = BlastOptionsOf(request, control, *workspace.get());
  WM_ASSIGN_OR_RETURN(const BlastRoots from, RootsOf(request, view, options, control));
  if (from.empty()) {
    WM_RETURN_IF_ERROR(CheckSomeMayHaveChanged(from.changed, request.base, freshness.Wait()));
  }
  WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                      OpenHistory(*store_, opened.key, request.root));
  options.first_affected = from.removed_users.symbols;
  options.limit = request.limit;
  options.tells_impact = true;
  options.history = history.get();
  const std::unique_ptr<RowStream> rows = RowStream::To(sink, kBlastRadiusTool);
  BlastRows visitor(view, *rows);
  WM_ASSIGN_OR_RETURN(retrieval::BlastResult result,
                      from.empty()
                          ? NothingKnown()
                          : retrieval::VisitBlastRadius(view, from.symbols, options, visitor));
  wire::Payload answer;
  answer.name_note = from.note;
  answer.index = ToIndexInfo(view, FilesDiffering(from.changed, freshness.Wait()), opened.shown);
  DescribeCompleteness(view, request, from.names, from.removed_users.completeness, result, answer);
  WM_RETURN_IF_ERROR(
      AddCrossRepositoryUncertainty(opened, visitor.told(), false, answer.completeness, control));
  answer.completeness = OfChange(from.changed, *answer.index, answer.completeness);
  if (result.omitted != 0) answer.truncation.emplace().omitted = result.omitted;
  answer.affected = AffectedOf(result);
  return rows->Finish(std::move(answer));
}

}  // namespace waymark::services
