#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/convert.h"
#include "answers/place_in_view.h"
#include "answers/requests.h"
#include "answers/source_text.h"
#include "graph/ascii.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "retrieval/relations.h"
#include "services/engine.h"
#include "workspaces/workspace_pool.h"

namespace waymark::services {
namespace {

absl::Status CheckRequest(const GrepRequest& request) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxGrepLimit));
  WM_RETURN_IF_ERROR(CheckRange("the number of lines before", request.before, 0, kMaxContextLines));
  WM_RETURN_IF_ERROR(CheckRange("the number of lines after", request.after, 0, kMaxContextLines));
  WM_RETURN_IF_ERROR(CheckRange("the number of paths", request.paths.size(), 0, kMaxGrepPaths));
  WM_RETURN_IF_ERROR(CheckRange("the number of globs", request.globs.size(), 0, kMaxGrepPaths));
  WM_RETURN_IF_ERROR(CheckTexts("path", request.paths, kMaxPathBytes));
  WM_RETURN_IF_ERROR(CheckTexts("glob", request.globs, kMaxPathBytes));
  if (request.only_files && request.only_counts) {
    return absl::InvalidArgumentError("ask for the files or for counts, not for both");
  }
  return absl::OkStatus();
}

// Takes over the globs and, relative to `root_path`, the paths of the request.
absl::Status Narrow(const GrepRequest& request, const std::string& root_path,
                    indexer::SearchScope& scope) {
  scope.globs = request.globs;
  for (const std::string& path : request.paths) {
    std::string normal =
        std::filesystem::path(WithoutRoot(root_path, path)).lexically_normal().generic_string();
    if (normal.starts_with('/') || normal == ".." || normal.starts_with("../")) {
      return absl::InvalidArgumentError(
          fmt::format("'{}' is outside of the checkout {}", path, root_path));
    }
    scope.paths.push_back(std::move(normal));
  }
  return absl::OkStatus();
}

absl::StatusOr<indexer::SearchScope> ScopeOf(const GrepRequest& request,
                                             const graph::ReadView& view) {
  indexer::SearchScope scope{.root = view.info().root_path};
  if (!request.state.at.empty()) {
    scope.root = request.root;
    scope.commit = view.info().commit;
  }
  WM_RETURN_IF_ERROR(Narrow(request, view.info().root_path, scope));
  return scope;
}

indexer::TextSearchOptions OptionsOf(const GrepRequest& request, const CallControl& control) {
  const auto kept = request.only_files    ? indexer::KeptMatches::kFiles
                    : request.only_counts ? indexer::KeptMatches::kCounts
                                          : indexer::KeptMatches::kLines;
  return {.pattern = PatternOf(request),
          .kept = kept,
          .lines_before = request.before,
          .lines_after = request.after,
          .limit = request.limit,
          .max_bytes = kMaxGrepBytes,
          .cancelled = control.cancelled};
}

// Where a match begins to be seen: blanks before a definition belong to no symbol.
Position PlaceOf(const indexer::FoundLine& line) {
  std::size_t at = line.column - line.from_column;
  while (at + 1 < line.text.size() && IsBlank(line.text[at])) ++at;
  return {line.line, line.from_column + static_cast<std::uint32_t>(at)};
}

// Finds the symbols around lines, and numbers them.
class SymbolNumbers {
 public:
  SymbolNumbers(const graph::ReadView& view, const indexer::SourceReader& sources)
      : view_(view), sources_(sources) {}

  const std::vector<SymbolId>& symbols() const { return symbols_; }

  void AddTo(GrepFile& file) {
    const std::optional<FileId> id = view_.FindFile(file.path);
    if (!id.has_value()) return;
    // Places in the index are those of the indexed text.
    if (!ReadVerified(sources_, view_.File(*id), 0, 0).ok()) {
      file.is_changed = true;
      return;
    }
    std::vector<GrepLine*> lines;
    std::vector<Position> places;
    for (GrepLine& line : file.lines) {
      if (line.found.column == 0) continue;
      lines.push_back(&line);
      places.push_back(PlaceOf(line.found));
    }
    const std::vector<SymbolId> around = retrieval::DefinitionsAround(view_, *id, places);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i]->symbol = NumberOf(around[i]);
  }

 private:
  // A declaration has the number of its definition.
  std::uint32_t NumberOf(SymbolId symbol) {
    if (symbol == SymbolId::kNone) return 0;
    const SymbolId definition = retrieval::DefinitionOf(view_, symbol, scratch_);
    const auto [at, is_new] = numbers_.emplace(definition, symbols_.size() + 1);
    if (is_new) symbols_.push_back(definition);
    return at->second;
  }

  const graph::ReadView& view_;
  const indexer::SourceReader& sources_;
  std::map<SymbolId, std::uint32_t> numbers_;
  std::vector<Neighbor> scratch_;
  std::vector<SymbolId> symbols_;
};

GrepSymbol ToGrepSymbol(const graph::ReadView& view, SymbolId symbol) {
  return {.id = retrieval::HandleOf(view, symbol),
          .kind = std::string(Name(view.Kind(symbol))),
          .name = view.QualifiedName(symbol)};
}

absl::Status AddCallers(const graph::ReadView& view, SymbolId symbol, const CallControl& control,
                        retrieval::Workspace& workspace, GrepSymbol& described) {
  const SymbolId roots[] = {symbol};
  WM_ASSIGN_OR_RETURN(const retrieval::RelatedSymbols related,
                      retrieval::FindRelated(view, roots,
                                             {.relation = retrieval::Relation::kCallers,
                                              .limit = kMaxGrepCallers,
                                              .cancelled = control.cancelled,
                                              .workspace = &workspace}));
  for (const retrieval::RelatedSymbol& found : related.symbols) {
    if (found.hop == 0) continue;
    const SymbolRow row = view.Symbol(found.symbol);
    described.callers.push_back({.name = view.QualifiedName(found.symbol),
                                 .path = std::string(view.File(row.file).path),
                                 .line = row.name_position.line});
  }
  described.callers_omitted = related.omitted;
  return absl::OkStatus();
}

GrepAnswer ToAnswer(const indexer::SearchScope& scope, indexer::TextSearchResult found,
                    std::vector<indexer::SkippedFileReport> skipped) {
  GrepAnswer answer{.root_path = scope.root.string(),
                    .matching_lines = found.matching_lines,
                    .matching_files = found.matching_files,
                    .files_searched = found.files_searched};
  for (indexer::FoundFile& file : found.files) {
    GrepFile& added = answer.files.emplace_back();
    added.path = std::move(file.path);
    added.matching_lines = file.matching_lines;
    for (indexer::FoundLine& line : file.lines) added.lines.push_back({.found = std::move(line)});
  }
  skipped.insert(skipped.end(), found.skipped.begin(), found.skipped.end());
  std::sort(skipped.begin(), skipped.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  answer.skipped_total = skipped.size();
  skipped.resize(std::min(skipped.size(), kMaxSkippedListed));
  answer.skipped = std::move(skipped);
  return answer;
}

// The lines without symbols.
absl::StatusOr<GrepAnswer> SearchScoped(const GrepRequest& request,
                                        const indexer::SearchScope& scope,
                                        const indexer::SourceReader& sources,
                                        const CallControl& control) {
  WM_ASSIGN_OR_RETURN(indexer::SearchableFiles files,
                      indexer::FilesToSearch(scope, request.state.buffers, control.cancelled));
  WM_ASSIGN_OR_RETURN(indexer::TextSearchResult found,
                      indexer::SearchText(files.files, sources, OptionsOf(request, control)));
  return ToAnswer(scope, std::move(found), std::move(files.skipped));
}

// Searches a git repository that has no index because it has no code. `refusal` is the error for
// other directories.
absl::StatusOr<GrepAnswer> SearchWithoutIndex(const GrepRequest& request,
                                              const absl::Status& refusal,
                                              const CallControl& control) {
  indexer::SearchScope scope{.root = request.root};
  std::error_code error;
  if (!std::filesystem::exists(scope.root / ".git", error)) return refusal;
  std::shared_ptr<const indexer::SourceReader> sources;
  if (request.state.at.empty()) {
    sources = std::make_shared<indexer::WorkTreeReader>(scope.root);
  } else {
    WM_ASSIGN_OR_RETURN(scope.commit, indexer::ResolveRevision(scope.root, request.state.at));
    WM_ASSIGN_OR_RETURN(sources, indexer::OpenCommit(scope.root, scope.commit));
  }
  WM_ASSIGN_OR_RETURN(const indexer::SearchableFiles all,
                      indexer::FilesToSearch(scope, request.state.buffers, control.cancelled));
  if (all.files.empty() || indexer::HasCode(all.files)) return refusal;
  WM_RETURN_IF_ERROR(Narrow(request, scope.root.string(), scope));
  if (!request.state.buffers.empty()) {
    sources = indexer::ReadWithBuffers(std::move(sources), request.state.buffers);
  }
  WM_ASSIGN_OR_RETURN(GrepAnswer answer, SearchScoped(request, scope, *sources, control));
  answer.index.repository = scope.root.filename().string();
  answer.index.commit = scope.commit;
  return answer;
}

}  // namespace

indexer::TextPattern PatternOf(const GrepRequest& request) {
  return {.text = request.pattern,
          .is_literal = request.is_literal,
          .ignores_case = request.ignores_case,
          .whole_words = request.whole_words};
}

absl::StatusOr<GrepAnswer> Engine::Grep(const GrepRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(indexer::CheckPattern(PatternOf(request)));
  WM_RETURN_IF_ERROR(control.Check());
  const absl::StatusOr<OpenedView> state = OpenView(request.root, request.state, control);
  if (absl::IsFailedPrecondition(state.status())) {
    return SearchWithoutIndex(request, state.status(), control);
  }
  WM_RETURN_IF_ERROR(state.status());
  const OpenedView& opened = *state;
  const graph::ReadView& view = *opened.view;
  WM_ASSIGN_OR_RETURN(const indexer::SearchScope scope, ScopeOf(request, view));
  WM_ASSIGN_OR_RETURN(GrepAnswer answer, SearchScoped(request, scope, *opened.sources, control));
  SymbolNumbers numbers(view, *opened.sources);
  for (GrepFile& file : answer.files) {
    if (!file.lines.empty()) numbers.AddTo(file);
  }
  const WorkspacePool::Lease workspace(*workspaces_);
  for (const SymbolId symbol : numbers.symbols()) {
    WM_RETURN_IF_ERROR(control.Check());
    GrepSymbol& described = answer.symbols.emplace_back(ToGrepSymbol(view, symbol));
    if (request.with_callers) {
      WM_RETURN_IF_ERROR(AddCallers(view, symbol, control, *workspace.get(), described));
    }
  }
  // The text is that of the files; only those with a match are compared with the index.
  answer.index = ToIndexInfo(view, opened.files_differing, opened.shown);
  return answer;
}

}  // namespace waymark::services
