// Usages of a symbol in all repositories of a workspace, and the uncertainty from repositories that
// were not asked.
#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/reach.h"
#include "services/engine.h"
#include "services/merged_answers.h"
#include "workspaces/cross_repository_uses.h"
#include "workspaces/merged_state.h"
#include "workspaces/workspace_book.h"
#include "workspaces/workspaces_around.h"

namespace waymark::services {
namespace {

// Uses elsewhere are counted for this many symbols of an answer, the first ones.
constexpr std::size_t kMaxDoubtedSymbols = 256;

// Appends uses in one repository to the payload, whose first symbol is the used one. Returns the
// number of uses left out.
std::uint64_t AddUses(const graph::ReadView& view, const std::string& name,
                      const CrossRepositoryUses& found, std::uint64_t room,
                      wire::Payload& payload) {
  std::uint64_t omitted = 0;
  SymbolId last = SymbolId::kNone;
  bool is_shown = false;
  for (const CrossRepositoryUse& use : found.uses) {
    if (use.source != last) {
      last = use.source;
      is_shown = room != 0;
      if (!is_shown) {
        ++omitted;
        continue;
      }
      --room;
      wire::Symbol symbol = ToWireSymbol(view, use.source);
      symbol.handle = fmt::format("{}:{}", name, symbol.handle);
      symbol.path = fmt::format("{}:{}", name, symbol.path);
      symbol.distance = 1;
      symbol.score = use.confidence;
      symbol.components.confidence = use.confidence;
      symbol.provenance = Provenance::kAstInferred;
      payload.symbols.push_back(std::move(symbol));
    }
    if (!is_shown) continue;
    wire::Edge edge;
    edge.source = static_cast<std::uint32_t>(payload.symbols.size() - 1);
    edge.target = 0;
    edge.type = use.type;
    edge.provenance = Provenance::kAstInferred;
    edge.confidence = use.confidence;
    for (const Position& site : use.sites) {
      edge.sites.push_back(
          {.path = payload.symbols.back().path, .line = site.line, .column = site.column});
    }
    payload.edges.push_back(std::move(edge));
  }
  return omitted;
}

// The members of all workspaces that are not a checkout around `root`, without duplicates.
std::vector<WorkspaceMember> OtherMembers(const std::vector<WorkspaceRecord>& workspaces,
                                          const std::string& root) {
  std::vector<WorkspaceMember> others;
  for (const WorkspaceRecord& workspace : workspaces) {
    for (const WorkspaceMember& member : workspace.members) {
      const bool is_known = std::any_of(others.begin(), others.end(), [&](const auto& other) {
        return other.root == member.root;
      });
      if (!is_known && member.root != root) others.push_back(member);
    }
  }
  return others;
}

wire::Completeness DoubtOf(std::uint64_t uses, std::uint64_t importers) {
  const std::uint64_t count = uses != 0 ? uses : importers;
  const std::string_view what = uses != 0 ? "likely use" : "file that imports what has it";
  const std::string_view several = uses != 0 ? "likely uses" : "files that import what has it";
  return {.certainty = wire::Certainty::kIncomplete,
          .possible_uses = uses,
          .reason = fmt::format("{} {} there", count, count == 1 ? what : several)};
}

}  // namespace

absl::Status Engine::AddElsewhere(const UsagesRequest& request, const OpenedView& at_home,
                                  SymbolId symbol, wire::Payload& payload,
                                  const CallControl& control) {
  const graph::ReadView& home = *at_home.view;
  AnswerElsewhere answer(request.elsewhere.home, payload);
  const SoughtSymbol sought = Seek(home, *at_home.sources, symbol);
  const bool looks = IsAboutUses(request.relation) && retrieval::LeavesRepository(home, symbol);
  for (const WorkspaceMember& member : request.elsewhere.repositories) {
    if (!looks) break;
    WM_RETURN_IF_ERROR(CheckRoot(member.root));
    WM_RETURN_IF_ERROR(control.Check());
    const absl::StatusOr<OpenedView> opened = OpenView(member.root, request.state, control);
    if (!opened.ok()) {
      answer.AddSilent(member.name, opened.status());
      continue;
    }
    const CrossRepositoryUses found = FindCrossRepositoryUses(
        *opened->view, sought, request.relation == retrieval::Relation::kCallers);
    const std::uint64_t shown = payload.symbols.size() - 1;
    const std::uint64_t omitted =
        AddUses(*opened->view, member.name, found,
                request.limit > shown ? request.limit - shown : 0, payload);
    answer.Add(member.name, ToIndexInfo(*opened->view, opened->files_differing, opened->shown),
               omitted);
  }
  answer.Finish(looks && !request.elsewhere.repositories.empty());
  return absl::OkStatus();
}

absl::Status Engine::AddCrossRepositoryUncertainty(const OpenedView& home,
                                                   std::span<const SymbolId> symbols,
                                                   bool only_calls,
                                                   wire::Completeness& completeness,
                                                   const CallControl& control) {
  if (symbols.empty()) return absl::OkStatus();
  const std::string& root = home.view->info().root_path;
  WM_ASSIGN_OR_RETURN(const std::vector<WorkspaceRecord> stored, StoredWorkspaces(*store_));
  const absl::StatusOr<std::vector<WorkspaceRecord>> around = WorkspacesAround(stored, root);
  if (!around.ok()) {
    AddCompleteness("workspace",
                    {.certainty = wire::Certainty::kIncomplete,
                     .reason = std::string(around.status().message())},
                    completeness);
    return absl::OkStatus();
  }
  const std::vector<WorkspaceMember> others = OtherMembers(*around, root);
  if (others.empty()) return absl::OkStatus();
  std::vector<SoughtSymbol> sought;
  std::set<SymbolId> known;
  for (const SymbolId symbol : symbols) {
    if (!known.insert(symbol).second) continue;
    if (!retrieval::LeavesRepository(*home.view, symbol)) continue;
    if (sought.size() == kMaxDoubtedSymbols) break;
    sought.push_back(Seek(*home.view, *home.sources, symbol));
  }
  if (sought.empty()) return absl::OkStatus();
  std::vector<SilentRepository> silent;
  for (const WorkspaceMember& member : others) {
    WM_RETURN_IF_ERROR(control.Check());
    const absl::StatusOr<OpenedView> opened = OpenWorkingTree(member.root);
    if (!opened.ok()) {
      silent.push_back({.name = member.name, .reason = std::string(opened.status().message())});
      continue;
    }
    std::uint64_t uses = 0;
    std::uint64_t importers = 0;
    for (const SoughtSymbol& symbol : sought) {
      const CrossRepositoryUses found = FindCrossRepositoryUses(*opened->view, symbol, only_calls);
      uses += found.uses.size();
      importers = std::max(importers, found.importers);
    }
    if (uses == 0 && importers == 0) continue;
    AddCompleteness(member.name, DoubtOf(uses, importers), completeness);
  }
  AddSilent(silent, completeness);
  return absl::OkStatus();
}

}  // namespace waymark::services
