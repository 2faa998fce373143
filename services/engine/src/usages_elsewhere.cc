// Usages of a symbol over the repositories of a workspace.
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "convert.h"
#include "graph/status.h"
#include "joined_state.h"
#include "requests.h"
#include "services/engine.h"
#include "services/joined_answers.h"
#include "uses_elsewhere.h"

namespace waymark::services {
namespace {

// Uses in one repository, as rows behind those that the payload has; the first is what is used.
// Gives how many were left out.
std::uint64_t AddUses(const graph::ReadView& view, const std::string& name,
                      const UsesElsewhere& found, std::uint64_t room, wire::Payload& payload) {
  std::uint64_t omitted = 0;
  SymbolId last = SymbolId::kNone;
  bool is_shown = false;
  for (const UseElsewhere& use : found.uses) {
    if (use.source != last) {
      last = use.source;
      is_shown = room != 0;
      if (!is_shown) {
        ++omitted;
        continue;
      }
      --room;
      wire::Symbol symbol = ToWireSymbol(view, use.source);
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

bool IsAboutUses(retrieval::Relation relation) {
  return relation == retrieval::Relation::kUsages || relation == retrieval::Relation::kCallers;
}

}  // namespace

absl::Status Engine::AddElsewhere(const UsagesRequest& request, const graph::ReadView& home,
                                  SymbolId symbol, wire::Payload& payload,
                                  const CallControl& control) {
  NameRepository(request.elsewhere.home, payload);
  wire::IndexInfo index{.files_differing = 0};
  AddIndex(request.elsewhere.home, *payload.index, index);
  std::vector<SilentRepository> silent;
  std::uint64_t omitted = payload.truncation ? payload.truncation->omitted.value_or(0) : 0;
  const SoughtSymbol sought = Seek(home, symbol);
  const bool looks = IsAboutUses(request.relation);
  for (const WorkspaceMember& member : request.elsewhere.repositories) {
    if (!looks) break;
    WM_RETURN_IF_ERROR(CheckRoot(member.root));
    WM_RETURN_IF_ERROR(control.Check());
    const absl::StatusOr<OpenedView> opened = OpenView(member.root, request.state, control);
    if (!opened.ok()) {
      silent.push_back({.name = member.name, .reason = std::string(opened.status().message())});
      continue;
    }
    const UsesElsewhere found =
        FindUsesElsewhere(*opened->view, sought, request.relation == retrieval::Relation::kCallers);
    const std::uint64_t shown = payload.symbols.size() - 1;
    omitted += AddUses(*opened->view, member.name, found,
                       request.limit > shown ? request.limit - shown : 0, payload);
    AddIndex(member.name, ToIndexInfo(*opened->view, opened->files_differing, opened->shown),
             index);
  }
  if (looks && !request.elsewhere.repositories.empty()) {
    AddCompleteness("elsewhere",
                    {.certainty = wire::Certainty::kLowerBound,
                     .reason = "found by the names of modules that files import"},
                    payload.completeness);
  }
  AddSilent(silent, payload.completeness);
  payload.index = std::move(index);
  if (omitted != 0 && !payload.truncation) payload.truncation.emplace();
  if (omitted != 0) payload.truncation->omitted = omitted;
  return absl::OkStatus();
}

}  // namespace waymark::services
