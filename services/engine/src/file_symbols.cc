#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "convert.h"
#include "freshness.h"
#include "graph/status.h"
#include "requests.h"
#include "retrieval/declarations.h"
#include "retrieval/relations.h"
#include "retrieval/unseen.h"
#include "services/engine.h"
#include "workspace_pool.h"

namespace waymark::services {
namespace {

constexpr char kFileSymbolsTool[] = "file_symbols";

bool IsCalled(SymbolKind kind) {
  return kind == SymbolKind::kFunction || kind == SymbolKind::kMethod;
}

absl::StatusOr<DirectUse> UseOf(const graph::ReadView& view, SymbolId symbol,
                                retrieval::Workspace& workspace, const CallControl& control) {
  const retrieval::Relation relation =
      IsCalled(view.Kind(symbol)) ? retrieval::Relation::kCallers : retrieval::Relation::kUsages;
  const SymbolId roots[] = {symbol};
  WM_ASSIGN_OR_RETURN(const retrieval::RelatedSymbols related,
                      retrieval::FindRelated(view, roots,
                                             {.relation = relation,
                                              .limit = kMaxUsagesLimit,
                                              .cancelled = control.cancelled,
                                              .workspace = &workspace}));
  DirectUse use{.flags = view.Flags(symbol)};
  std::set<FileId> files;
  std::vector<SymbolId> users;
  for (const retrieval::RelatedSymbol& user : related.symbols) {
    if (user.hop == 0) continue;
    ((view.Flags(user.symbol) & kSymbolTest) != 0 ? use.tests : use.users) += 1;
    files.insert(view.FileOf(user.symbol));
    users.push_back(user.symbol);
  }
  use.files = static_cast<std::uint32_t>(files.size());
  const SymbolId definition = related.symbols.front().symbol;
  std::vector<SymbolId> own = retrieval::DeclarationsOf(view, definition);
  own.push_back(definition);
  use.is_exact =
      related.omitted == 0 && retrieval::CountUnseenUsers(view, own, users, workspace).none();
  return use;
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
    return absl::NotFoundError(
        fmt::format("{} is not in the index of {}", request.path, view.info().root_path));
  }
  std::vector<SymbolId> symbols;
  view.SymbolsOf(*file, symbols);
  std::erase(symbols, view.File(*file).first_symbol);
  FileSymbolsAnswer answer;
  answer.payload.tool = kFileSymbolsTool;
  if (symbols.size() > kMaxFileSymbols) {
    answer.payload.truncation.emplace().omitted = symbols.size() - kMaxFileSymbols;
    symbols.resize(kMaxFileSymbols);
  }
  const WorkspacePool::Lease workspace(*workspaces_);
  for (const SymbolId symbol : symbols) {
    WM_RETURN_IF_ERROR(control.Check());
    answer.payload.symbols.push_back(ToWireSymbol(view, symbol));
    WM_ASSIGN_OR_RETURN(const DirectUse use, UseOf(view, symbol, *workspace.get(), control));
    answer.uses.push_back(use);
  }
  answer.payload.completeness = CompletenessOfFiles(view);
  answer.payload.index = ToIndexInfo(view, freshness.Wait(), opened.shown);
  WM_RETURN_IF_ERROR(wire::Canonicalize(answer.payload));
  return answer;
}

}  // namespace waymark::services
