// Changes since a revision, for the verbs that can be asked about a change.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "answers/changed_symbols.h"
#include "answers/convert.h"
#include "answers/source_text.h"
#include "graph/status.h"
#include "indexer/changed_lines.h"
#include "indexer/source_reader.h"
#include "services/engine.h"
#include "services/quantities.h"
#include "views/asked_revision.h"

namespace waymark::services {
namespace {

// "a, b, c and 4 more".
std::string Listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMaxNamed = 5;
  const std::size_t named = std::min(names.size(), kMaxNamed);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(named), ", "));
  if (named < names.size()) text += fmt::format(" and {} more", names.size() - named);
  return text;
}

// Whether the bytes on disk differ from the indexed ones. Unknown for files that were not indexed.
bool IsBehind(const graph::ReadView& view, const indexer::SourceReader& sources,
              const std::string& path) {
  const std::optional<FileId> file = path.empty() ? std::nullopt : view.FindFile(path);
  return file.has_value() && !ReadVerified(sources, view.File(*file), 0, 0).ok();
}

std::uint64_t CountBehind(const graph::ReadView& view,
                          const std::vector<indexer::ChangedFile>& files) {
  const indexer::WorkTreeReader sources(view.info().root_path);
  return static_cast<std::uint64_t>(
      std::count_if(files.begin(), files.end(), [&](const indexer::ChangedFile& file) {
        return IsBehind(view, sources, file.path) ||
               (file.old_path != file.path && IsBehind(view, sources, file.old_path));
      }));
}

}  // namespace

absl::StatusOr<ChangedSymbols> Engine::ChangeSince(const std::string& base,
                                                   const graph::ReadView& view,
                                                   const StateChoice& state,
                                                   const CallControl& control) {
  if (!state.buffers.empty()) {
    return absl::InvalidArgumentError(
        "differences from a revision cover the files on disk or a commit, not buffers; leave out "
        "the buffers");
  }
  const std::filesystem::path root = view.info().root_path;
  WM_ASSIGN_OR_RETURN(const std::string from, ResolveBase(root, base));
  std::string to;
  if (!state.at.empty()) {
    WM_ASSIGN_OR_RETURN(to, ResolveAt(root, state.at));
  }
  WM_ASSIGN_OR_RETURN(const std::vector<indexer::ChangedFile> files,
                      indexer::FindChangedLines(root, from, to));
  WM_RETURN_IF_ERROR(control.Check());
  const absl::StatusOr<OpenedView> older = OpenCommitView(root, base, control);
  WM_RETURN_IF_ERROR(control.Check());
  ChangedSymbols changed = FindChangedSymbols(view, older.ok() ? older->view : nullptr, files);
  if (to.empty()) changed.files_behind = CountBehind(view, files);
  if (!older.ok()) changed.unknown_removed = std::string(older.status().message());
  return changed;
}

absl::Status CheckSomeChanged(const ChangedSymbols& changed, const std::string& base) {
  if (!changed.symbols.empty()) return absl::OkStatus();
  if (!changed.removed.empty()) {
    return absl::NotFoundError(fmt::format(
        "since {} symbols were only removed: {}; ask about them as they were, with --at {}", base,
        Listed(changed.removed), base));
  }
  if (changed.files_changed == 0) {
    return absl::NotFoundError(fmt::format("nothing changed since {}", base));
  }
  return absl::NotFoundError(fmt::format(
      "the change since {} touches no symbol: it has {}, and {} in indexed files{}", base,
      Counted(changed.files_changed, "file", "files"),
      Counted(changed.lines_outside, "line", "lines"),
      changed.files_behind == 0 ? "" : "; some differ from the index: run waymark index"));
}

absl::Status CheckSomeMayHaveChanged(const ChangedSymbols& changed, const std::string& base,
                                     std::optional<std::uint64_t> files_differing) {
  const bool lags = FilesDiffering(changed, files_differing).value_or(0) != 0;
  return lags && changed.files_changed != 0 ? absl::OkStatus() : CheckSomeChanged(changed, base);
}

std::optional<std::uint64_t> FilesDiffering(const ChangedSymbols& changed,
                                            std::optional<std::uint64_t> told) {
  if (changed.files_behind == 0) return told;
  return std::max(changed.files_behind, told.value_or(0));
}

wire::Completeness OfChange(const ChangedSymbols& changed, const wire::IndexInfo& index,
                            wire::Completeness completeness) {
  completeness = WithDiffering(std::move(completeness), index);
  if (changed.files_changed == 0) return completeness;
  std::vector<std::string> reasons;
  if (!completeness.reason.empty()) reasons.push_back(completeness.reason);
  if (!changed.unknown_removed.empty()) {
    reasons.push_back("what was removed is not known: " + changed.unknown_removed);
  }
  if (changed.lines_outside != 0) {
    reasons.push_back(fmt::format("{} outside of symbols and {} not followed",
                                  changed.lines_outside == 1
                                      ? "1 changed line lies"
                                      : fmt::format("{} changed lines lie", changed.lines_outside),
                                  changed.lines_outside == 1 ? "is" : "are"));
  }
  if (index.files_differing.value_or(0) != 0) {
    reasons.emplace_back("changed lines may lie in other symbols than the index tells");
  }
  const std::size_t known = completeness.reason.empty() ? 0 : 1;
  if (reasons.size() > known) completeness.certainty = wire::Certainty::kIncomplete;
  if (!reasons.empty()) {
    completeness.reason = fmt::format("{}", fmt::join(reasons, "; "));
  }
  if (!changed.removed.empty()) {
    completeness.reason +=
        fmt::format("{}what used these, which are gone, is a hop away: {}",
                    completeness.reason.empty() ? "" : "; ", Listed(changed.removed));
  }
  return completeness;
}

}  // namespace waymark::services
