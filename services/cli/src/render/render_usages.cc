#include "render/render_usages.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "output/place_links.h"
#include "render/render_payload.h"
#include "services/quantities.h"
#include "services/visible_text.h"

namespace waymark::services {
namespace {

// What the places of a relation are called: "3 uses of NAME", "2 calls in NAME". Over several hops
// these are "3 uses within 2 hops of NAME".
struct PlaceWords {
  retrieval::Relation relation;
  std::string_view one;
  std::string_view several;
  std::string_view before_name;
};

constexpr PlaceWords kPlaceWords[] = {
    {retrieval::Relation::kUsages, "use", "uses", "of"},
    {retrieval::Relation::kCallers, "call", "calls", "of"},
    {retrieval::Relation::kCallees, "call", "calls", "in"},
    {retrieval::Relation::kDependencies, "use of another symbol", "uses of other symbols", "in"},
    {retrieval::Relation::kImplementations, "implementation", "implementations", "of"},
    {retrieval::Relation::kWrittenCallers, "written call", "written calls", "of"},
    {retrieval::Relation::kImplicitCallers, "implicit call", "implicit calls", "of"},
};

const PlaceWords* WordsFor(retrieval::Relation relation) {
  const auto* const row =
      std::find_if(std::begin(kPlaceWords), std::end(kPlaceWords),
                   [relation](const PlaceWords& words) { return words.relation == relation; });
  return row == std::end(kPlaceWords) ? nullptr : row;
}

// "Box::Put (2 definitions)": overloads, or the parts of a type, are asked about together.
std::string SubjectText(const wire::Payload& payload) {
  const std::string& name = payload.symbols.front().qualified_name;
  const auto definitions = static_cast<std::uint64_t>(std::count_if(
      payload.symbols.begin(), payload.symbols.end(),
      [&](const auto& symbol) { return symbol.distance == 0 && symbol.qualified_name == name; }));
  const std::string shown = VisibleLine(name);
  return definitions < 2 ? shown : fmt::format("{} ({} definitions)", shown, definitions);
}

// "of Box::Put", or "within 2 hops of Box::Put": places of later hops use what uses the symbol.
std::string WhereText(const UsagesRequest& request, const UsagesAnswer& answer,
                      const PlaceWords& words) {
  const std::string subject = SubjectText(answer.payload);
  return request.depth > 1 ? fmt::format("within {} hops of {}", request.depth, subject)
                           : fmt::format("{} {}", words.before_name, subject);
}

std::string UsesSummary(const UsagesRequest& request, const UsagesAnswer& answer,
                        const PlaceWords& words) {
  const std::string where = WhereText(request, answer, words);
  const std::string completeness = CompletenessLine(answer.payload.completeness);
  if (answer.all_lines == 0) {
    return fmt::format("no {} {} is known; {}\n", words.one, where, completeness);
  }
  const bool is_whole = answer.lines.size() == answer.all_lines;
  return fmt::format("{} {} in {}{}; {}\n", Counted(answer.all_lines, words.one, words.several),
                     where, Counted(answer.files_of_lines, "file", "files"),
                     is_whole ? "" : fmt::format(", {} shown", Grouped(answer.lines.size())),
                     completeness);
}

PlaceRow UseRow(const UseLine& line, const PathFinder& find_path) {
  PlaceRow row{.path = line.site.path,
               .shown_path = find_path(line.site.path),
               .line = line.site.line,
               .column = line.site.column,
               .kind = line.kind,
               .code = line.code.value_or(""),
               .used = line.used,
               .around = line.around,
               .note = line.code.has_value() ? "" : "the file differs from the index"};
  if (line.name_begin < line.name_end && line.name_end <= row.code.size()) {
    row.marked.push_back({line.name_begin, line.name_end});
  }
  return row;
}

std::string PlacesText(std::span<const UseLine> lines, const PathFinder& find_path,
                       const Screen& screen) {
  std::vector<PlaceRow> rows;
  for (const UseLine& line : lines) rows.push_back(UseRow(line, find_path));
  return PlaceRowsText(rows, screen);
}

}  // namespace

bool ShowsPlaces(retrieval::Relation relation) { return WordsFor(relation) != nullptr; }

std::string RenderUsages(const UsagesRequest& request, const UsagesAnswer& answer,
                         const PathFinder& find_path, const Screen& screen) {
  const auto linked = [&](std::string_view text) {
    return WithPlaceLinks(screen.style, VisibleText(text));
  };
  const wire::Payload& payload = answer.payload;
  const PlaceWords* const words = WordsFor(request.relation);
  if (words == nullptr) return linked(RenderRelated(payload));
  std::string out = linked(NoteLine(payload.name_note) + UsesSummary(request, answer, *words) +
                           LineOf(FreshnessText(*payload.index)));
  const auto aside = std::find_if(answer.lines.begin(), answer.lines.end(),
                                  [](const UseLine& line) { return line.is_aside; });
  if (aside != answer.lines.begin()) {
    out += "\n" + PlacesText({answer.lines.begin(), aside}, find_path, screen);
  }
  if (aside != answer.lines.end()) {
    out += "\nin tests, examples and generated code:\n";
    out += PlacesText({aside, answer.lines.end()}, find_path, screen);
  }
  if (!payload.possible.empty()) out += linked("\n" + PossibleText(payload));
  if (payload.truncation.has_value()) out += linked("\n" + MoreText(*payload.truncation) + "\n");
  return out;
}

}  // namespace waymark::services
