#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
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

indexer::TextPattern PatternOf(const GrepRequest& request) {
  return {.text = request.pattern,
          .is_literal = request.is_literal,
          .ignores_case = request.ignores_case,
          .whole_words = request.whole_words};
}

// A path relative to the root of the view.
absl::StatusOr<std::string> PathInView(const graph::ReadView& view, const std::string& path) {
  const std::string normal =
      std::filesystem::path(WithoutRoot(view, path)).lexically_normal().generic_string();
  if (normal.starts_with('/') || normal == ".." || normal.starts_with("../")) {
    return absl::InvalidArgumentError(
        fmt::format("'{}' is outside of the checkout {}", path, view.info().root_path));
  }
  return normal;
}

absl::StatusOr<indexer::SearchScope> ScopeOf(const GrepRequest& request,
                                             const graph::ReadView& view) {
  indexer::SearchScope scope{.root = view.info().root_path, .globs = request.globs};
  if (!request.state.at.empty()) {
    scope.root = request.root;
    scope.commit = view.info().commit;
  }
  for (const std::string& path : request.paths) {
    WM_ASSIGN_OR_RETURN(std::string relative, PathInView(view, path));
    scope.paths.push_back(std::move(relative));
  }
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

GrepAnswer ToAnswer(indexer::TextSearchResult found,
                    std::vector<indexer::SkippedFileReport> skipped) {
  GrepAnswer answer{.matching_lines = found.matching_lines,
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

}  // namespace

absl::StatusOr<GrepAnswer> Engine::Grep(const GrepRequest& request, const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRequest(request));
  WM_RETURN_IF_ERROR(indexer::CheckPattern(PatternOf(request)));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  const graph::ReadView& view = *opened.view;
  WM_ASSIGN_OR_RETURN(const indexer::SearchScope scope, ScopeOf(request, view));
  WM_ASSIGN_OR_RETURN(indexer::SearchableFiles files,
                      indexer::FilesToSearch(scope, request.state.buffers, control.cancelled));
  WM_ASSIGN_OR_RETURN(
      indexer::TextSearchResult found,
      indexer::SearchText(files.files, *opened.sources, OptionsOf(request, control)));
  GrepAnswer answer = ToAnswer(std::move(found), std::move(files.skipped));
  answer.root_path = scope.root.string();
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
