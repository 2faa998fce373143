// What changed since a revision, for the verbs that are asked about a change.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "changed_symbols.h"
#include "graph/status.h"
#include "indexer/changed_lines.h"
#include "services/engine.h"

namespace waymark::services {

absl::StatusOr<ChangedSymbols> Engine::SymbolsChangedSince(const std::string& base,
                                                           const graph::ReadView& view,
                                                           const StateChoice& state,
                                                           const CallControl& control) {
  if (!state.buffers.empty()) {
    return absl::InvalidArgumentError(
        "a change since a revision is one of the files on disk or of a commit, not of buffers");
  }
  const std::filesystem::path root = view.info().root_path;
  WM_ASSIGN_OR_RETURN(const std::string from, indexer::ResolveRevision(root, base));
  std::string to;
  if (!state.at.empty()) {
    WM_ASSIGN_OR_RETURN(to, indexer::ResolveRevision(root, state.at));
  }
  WM_ASSIGN_OR_RETURN(const std::vector<indexer::ChangedFile> files,
                      indexer::FindChangedLines(root, from, to));
  WM_RETURN_IF_ERROR(control.Check());
  const absl::StatusOr<OpenedView> older = OpenCommitView(root, base, control);
  if (absl::IsCancelled(older.status())) return older.status();
  ChangedSymbols changed =
      FindChangedSymbols(view, older.ok() ? older->view.get() : nullptr, files);
  changed.knows_removed = older.ok();
  if (!changed.symbols.empty()) return changed;
  return absl::NotFoundError(fmt::format(
      "no symbol differs from {}: {}", base,
      files.empty()
          ? "nothing changed"
          : fmt::format("{} files changed, outside of what is indexed as symbols", files.size())));
}

wire::Completeness WithRemoved(const ChangedSymbols& changed, wire::Completeness completeness) {
  constexpr std::size_t kMaxNamed = 5;
  std::string reason;
  if (!changed.knows_removed) {
    reason = "what was removed is not known, since the revision is not indexed";
  } else if (!changed.removed.empty()) {
    const std::size_t named = std::min(changed.removed.size(), kMaxNamed);
    reason =
        fmt::format("uses of what was removed are not followed: {}",
                    fmt::join(changed.removed.begin(),
                              changed.removed.begin() + static_cast<std::ptrdiff_t>(named), ", "));
    if (named < changed.removed.size()) {
      reason += fmt::format(" and {} more", changed.removed.size() - named);
    }
  }
  if (reason.empty()) return completeness;
  completeness.certainty = wire::Certainty::kLowerBound;
  completeness.count += changed.removed.size();
  completeness.reason += (completeness.reason.empty() ? "" : "; ") + reason;
  return completeness;
}

}  // namespace waymark::services
