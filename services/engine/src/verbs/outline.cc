#include "retrieval/outline.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "answers/convert.h"
#include "answers/requests.h"
#include "graph/history.h"
#include "graph/status.h"
#include "indexer/history.h"
#include "services/engine.h"
#include "tests/declared_programs.h"
#include "views/freshness.h"
#include "views/store_damage.h"

namespace waymark::services {
namespace {

OutlineSymbol ToOutlineSymbol(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  return {.name = view.QualifiedName(symbol),
          .kind = std::string(Name(row.kind)),
          .path = std::string(view.File(row.file).path),
          .line = row.name_position.line};
}

OutlineAnswer ToAnswer(const graph::ReadView& view, const retrieval::Outline& outline) {
  OutlineAnswer answer{
      .files = outline.files, .symbols = outline.symbols, .test_cases = outline.test_cases};
  for (const retrieval::LanguagePart& part : outline.languages) {
    answer.languages.push_back({.language = std::string(Name(part.language)),
                                .files = part.files,
                                .bytes = part.bytes,
                                .symbols = part.symbols});
  }
  answer.unindexed = view.info().unindexed;
  for (const retrieval::Area& area : outline.areas) {
    answer.areas.push_back({.path = area.path,
                            .files = area.files,
                            .symbols = area.symbols,
                            .test_files = area.test_files});
  }
  for (const SymbolId symbol : outline.entry_points) {
    answer.entry_points.push_back(ToOutlineSymbol(view, symbol));
  }
  for (const retrieval::Hub& hub : outline.hubs) {
    OutlineSymbol& symbol = answer.hubs.emplace_back(ToOutlineSymbol(view, hub.symbol));
    symbol.fan_in = hub.fan_in;
    symbol.fan_out = hub.fan_out;
  }
  for (const retrieval::Imported& imported : outline.most_imported) {
    answer.most_imported.push_back({.path = imported.path, .importers = imported.importers});
  }
  answer.layers = outline.layers;
  answer.area_count = outline.area_count;
  answer.entry_point_count = outline.entry_point_count;
  answer.hub_count = outline.hub_count;
  answer.imported_count = outline.imported_count;
  answer.community_count = outline.community_count;
  for (const retrieval::Community& community : outline.communities) {
    OutlineCommunity& added = answer.communities.emplace_back();
    added.name = community.name;
    added.files = community.files;
    added.symbols = community.symbols;
    added.cohesion = community.cohesion;
    for (const SymbolId symbol : community.central) {
      added.central.push_back(ToOutlineSymbol(view, symbol));
    }
  }
  return answer;
}

// Days from the last change of each file to the newest commit of the history; unknown without git.
void AddAges(const std::filesystem::path& root, const graph::History& history,
             const std::vector<retrieval::MappedFile>& files, OutlineMap& map) {
  constexpr std::int64_t kSecondsOfDay = 86'400;
  std::set<std::uint32_t> newest = {0};
  for (const retrieval::MappedFile& file : files) {
    if (file.newest_commit.has_value()) newest.insert(*file.newest_commit);
  }
  std::vector<graph::GitObjectId> ids;
  ids.reserve(newest.size());
  for (const std::uint32_t commit : newest) ids.push_back(history.Id(commit));
  const auto heads = indexer::ReadCommitHeads(root, ids);
  if (!heads.ok()) return;
  std::map<std::uint32_t, std::int64_t> seconds_of;
  auto head = heads->begin();
  for (const std::uint32_t commit : newest) seconds_of[commit] = (head++)->seconds;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].newest_commit.has_value()) continue;
    const std::int64_t seconds = seconds_of[0] - seconds_of[*files[i].newest_commit];
    map.files[i].age_days =
        static_cast<std::uint32_t>(std::max<std::int64_t>(seconds, 0) / kSecondsOfDay);
  }
}

OutlineMap ToOutlineMap(const retrieval::FileMap& mapped) {
  OutlineMap map{.cycles = mapped.cycles};
  for (const retrieval::MappedFile& file : mapped.files) {
    map.files.push_back({.path = file.path,
                         .language = std::string(Name(file.language)),
                         .lines = file.lines,
                         .bytes = file.bytes,
                         .symbols = file.symbols,
                         .commits = file.commits,
                         .owner = file.owner,
                         .testable = file.testable,
                         .tested = file.tested,
                         .depends_in = file.depends_in,
                         .depends_out = file.depends_out});
  }
  for (const retrieval::MappedDependence& dependence : mapped.dependences) {
    map.dependences.push_back({dependence.from, dependence.to, dependence.count});
  }
  return map;
}

absl::StatusOr<OutlineAnswer> MapOf(const graph::ReadView& view, const graph::History* history,
                                    const std::filesystem::path& root, const CallControl& control) {
  WM_ASSIGN_OR_RETURN(
      retrieval::FileMap mapped,
      retrieval::MapFiles(view, {.history = history, .cancelled = control.cancelled}));
  OutlineAnswer answer{.files = mapped.files.size(), .layers = std::move(mapped.layers)};
  for (const retrieval::MappedFile& file : mapped.files) answer.symbols += file.symbols;
  answer.map = ToOutlineMap(mapped);
  const bool has_commits = history != nullptr && history->commit_count() != 0;
  if (has_commits) AddAges(root, *history, mapped.files, answer.map);
  answer.completeness = CompletenessOfFiles(view);
  return answer;
}

absl::StatusOr<OutlineAnswer> GlanceAt(const graph::ReadView& view,
                                       const indexer::SourceReader& sources,
                                       const OutlineRequest& request, const CallControl& control) {
  WM_ASSIGN_OR_RETURN(const retrieval::Outline outline,
                      retrieval::MakeOutline(view, {.limit = request.limit,
                                                    .programs = FindDeclaredPrograms(view, sources),
                                                    .cancelled = control.cancelled}));
  OutlineAnswer answer = ToAnswer(view, outline);
  answer.completeness = WithUnresolved(CompletenessOfFiles(view), outline.unresolved,
                                       "references are not resolved and could add to the counts");
  return answer;
}

}  // namespace

absl::StatusOr<OutlineAnswer> Engine::Outline(const OutlineRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxOutlineLimit));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  OutlineAnswer answer;
  if (request.as_map) {
    WM_ASSIGN_OR_RETURN(const std::shared_ptr<const graph::History> history,
                        OpenHistory(*store_, opened.key, request.root));
    WM_ASSIGN_OR_RETURN(answer, MapOf(*opened.view, history.get(), request.root, control));
  } else {
    WM_ASSIGN_OR_RETURN(answer, GlanceAt(*opened.view, *opened.sources, request, control));
  }
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  answer.completeness = WithDiffering(std::move(answer.completeness), answer.index);
  return answer;
}

}  // namespace waymark::services
