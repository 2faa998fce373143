#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/place_in_view.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/direct_users.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "views/freshness.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kFileSymbolsTool[] = "file_symbols";

DirectUse UseOf(const graph::ReadView& view, SymbolId symbol,
                retrieval::DirectUserCounter& counter) {
  const retrieval::DirectUsers users = counter.Of(symbol);
  return {.flags = view.Flags(symbol),
          .users = users.users,
          .tests = users.tests,
          .files = users.files,
          .is_exact = users.is_exact};
}

// The edges with an end in the file.
std::uint64_t CountEdges(const graph::ReadView& view, FileId file) {
  std::uint64_t count = 0;
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> neighbors;
  view.SymbolsOf(file, symbols);
  const auto is_told = [](const Neighbor& edge) {
    return IsPublished(PublishedAs(edge.type).type);
  };
  for (const SymbolId symbol : symbols) {
    view.Out(symbol, neighbors);
    count += static_cast<std::uint64_t>(std::count_if(neighbors.begin(), neighbors.end(), is_told));
    view.In(symbol, neighbors);
    count += static_cast<std::uint64_t>(std::count_if(
        neighbors.begin(), neighbors.end(),
        [&](const Neighbor& edge) { return is_told(edge) && view.FileOf(edge.symbol) != file; }));
  }
  return count;
}

}  // namespace

absl::StatusOr<FileSymbolsAnswer> Engine::FileSymbols(const FileSymbolsRequest& request,
                                                      const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the path", request.path, kMaxPathBytes));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  const std::optional<FileId> file = view.FindFile(request.path);
  if (!file.has_value()) {
    return WithNearestFile(view, request.path,
                           absl::NotFoundError(fmt::format("{} is not in the index of {}",
                                                           request.path, view.info().root_path)));
  }
  std::vector<SymbolId> symbols;
  view.SymbolsOf(*file, symbols);
  std::erase(symbols, view.File(*file).first_symbol);
  // All symbols have handles, since those that are left out count among the namesakes of the
  // others.
  std::vector<std::string> handles = retrieval::ShownHandlesOf(view, symbols);
  FileSymbolsAnswer answer;
  answer.payload.tool = kFileSymbolsTool;
  answer.payload.total_edges = CountEdges(view, *file);
  if (symbols.size() > kMaxFileSymbols) {
    answer.payload.truncation.emplace().omitted = symbols.size() - kMaxFileSymbols;
    symbols.resize(kMaxFileSymbols);
  }
  const WorkspacePool::Lease workspace(*workspaces_);
  retrieval::DirectUserCounter counter(view, *workspace.get());
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    WM_RETURN_IF_ERROR(control.Check());
    answer.payload.symbols.push_back(ToWireSymbol(view, symbols[i], std::move(handles[i])));
    answer.uses.push_back(UseOf(view, symbols[i], counter));
  }
  answer.payload.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  answer.payload.completeness = WithDiffering(CompletenessOfFiles(view), *answer.payload.index);
  WM_RETURN_IF_ERROR(wire::Canonicalize(answer.payload));
  return answer;
}

}  // namespace waymark::services
