#include "retrieval/outline.h"

#include <string>
#include <utility>

#include "answers/convert.h"
#include "answers/requests.h"
#include "graph/status.h"
#include "services/engine.h"
#include "tests/declared_programs.h"
#include "views/freshness.h"

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

}  // namespace

absl::StatusOr<OutlineAnswer> Engine::Outline(const OutlineRequest& request,
                                              const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckRange("the limit", request.limit, 1, kMaxOutlineLimit));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const retrieval::Outline outline,
                      retrieval::MakeOutline(*opened.view, {.limit = request.limit,
                                                            .programs = FindDeclaredPrograms(
                                                                *opened.view, *opened.sources),
                                                            .cancelled = control.cancelled}));
  OutlineAnswer answer = ToAnswer(*opened.view, outline);
  answer.completeness = WithUnresolved(CompletenessOfFiles(*opened.view), outline.unresolved,
                                       "references are not resolved and could add to the counts");
  answer.index = ToIndexInfo(*opened.view, freshness.Wait(), opened.shown);
  answer.completeness = WithDiffering(std::move(answer.completeness), answer.index);
  return answer;
}

}  // namespace waymark::services
