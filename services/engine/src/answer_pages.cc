#include "services/answer_pages.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace waymark::services {
namespace {

constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

std::uint32_t CountLines(std::string_view text) {
  const auto ends = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  return ends + (text.empty() || text.ends_with('\n') ? 0 : 1);
}

// Lines [begin, end) with their ends.
std::string_view LinesOf(std::string_view text, RowRange rows) {
  const auto skip = [](std::string_view& rest, std::uint32_t count) {
    for (; count != 0 && !rest.empty(); --count) {
      rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
  };
  skip(text, rows.begin);
  std::string_view rest = text;
  skip(rest, rows.end - rows.begin);
  return text.substr(0, text.size() - rest.size());
}

std::uint32_t CountRows(const SymbolSource& source) {
  return std::max<std::uint32_t>(CountLines(source.text), 1);
}

// Lines of a symbol's source, of which there may be none.
SymbolSource PageOf(const SymbolSource& whole, RowRange rows) {
  SymbolSource page = whole;
  page.text = LinesOf(whole.text, rows);
  if (page.from_line != 0) page.from_line += rows.begin;
  if (rows.end < CountRows(whole)) page.lines_omitted = 0;  // told where the text ends
  return page;
}

template <typename Entry>
void Cut(RowRange rows, std::vector<Entry>& list) {
  const std::size_t end = std::min<std::size_t>(rows.end, list.size());
  list.resize(end);
  list.erase(list.begin(),
             list.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(rows.begin, end)));
}

}  // namespace

std::string PageState(const wire::IndexInfo& index) {
  return fmt::format("{} {} {}", index.repository, index.generation, index.commit);
}

std::uint32_t CountRows(const wire::Payload& payload) {
  return static_cast<std::uint32_t>(payload.symbols.size());
}

wire::Payload PageOf(const wire::Payload& whole, RowRange rows) {
  wire::Payload page = whole;
  page.symbols.assign(whole.symbols.begin() + rows.begin, whole.symbols.begin() + rows.end);
  page.edges.clear();
  std::vector<std::uint32_t> places(whole.symbols.size(), kLeftOut);
  for (std::uint32_t at = rows.begin; at < rows.end; ++at) places[at] = at - rows.begin;
  const auto place_of = [&](std::uint32_t symbol) {
    if (places[symbol] == kLeftOut) {
      places[symbol] = static_cast<std::uint32_t>(page.symbols.size());
      page.symbols.push_back(whole.symbols[symbol]);
    }
    return places[symbol];
  };
  for (const wire::Edge& edge : whole.edges) {
    const std::uint32_t later = std::max(edge.source, edge.target);
    if (later < rows.begin || later >= rows.end) continue;
    wire::Edge shown = edge;
    shown.source = place_of(edge.source);
    shown.target = place_of(edge.target);
    page.edges.push_back(std::move(shown));
  }
  const std::uint64_t behind = whole.symbols.size() - rows.end;
  if (behind == 0) return page;
  if (!page.truncation) page.truncation = wire::Truncation{.omitted = 0};
  if (page.truncation->omitted) *page.truncation->omitted += behind;
  return page;
}

std::uint32_t CountTextRows(const wire::Payload& payload) {
  return payload.symbols.empty()
             ? 1
             : std::max<std::uint32_t>(CountLines(payload.symbols.front().text), 1);
}

wire::Payload TextPageOf(wire::Payload whole, RowRange rows) {
  if (whole.symbols.empty()) return whole;
  std::string& text = whole.symbols.front().text;
  text = std::string(LinesOf(text, rows));
  return whole;
}

std::uint32_t CountRows(const SourcesAnswer& answer) {
  std::uint32_t rows = 0;
  for (const SymbolSource& source : answer.symbols) rows += CountRows(source);
  return rows;
}

SourcesAnswer PageOf(const SourcesAnswer& whole, RowRange rows) {
  SourcesAnswer page{.symbols = {}, .index = whole.index};
  std::uint32_t first = 0;  // row of the symbol
  for (const SymbolSource& source : whole.symbols) {
    const std::uint32_t behind = first + CountRows(source);
    const RowRange shown{std::max(rows.begin, first), std::min(rows.end, behind)};
    if (shown.begin < shown.end) {
      page.symbols.push_back(PageOf(source, {shown.begin - first, shown.end - first}));
    }
    first = behind;
  }
  return page;
}

std::uint32_t CountRows(const OutlineAnswer& answer) {
  return static_cast<std::uint32_t>(
      std::max({std::uint64_t{answer.languages.size()}, std::uint64_t{answer.layers.size()},
                answer.area_count, answer.entry_point_count, answer.hub_count,
                answer.imported_count, answer.community_count}));
}

OutlineAnswer PageOf(OutlineAnswer whole, RowRange rows) {
  Cut(rows, whole.languages);
  Cut(rows, whole.areas);
  Cut(rows, whole.entry_points);
  Cut(rows, whole.hubs);
  Cut(rows, whole.most_imported);
  Cut(rows, whole.communities);
  // A layer keeps its number.
  for (std::size_t i = 0; i < whole.layers.size(); ++i) {
    if (i < rows.begin || i >= rows.end) whole.layers[i].clear();
  }
  const bool has_layers =
      std::any_of(whole.layers.begin(), whole.layers.end(),
                  [](const std::vector<std::string>& layer) { return !layer.empty(); });
  if (!has_layers) whole.layers.clear();
  return whole;
}

}  // namespace waymark::services
