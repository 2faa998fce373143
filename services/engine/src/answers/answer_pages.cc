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

// Largest row of a text. It has so few tokens that a row fits every budget that fits the text
// around it.
constexpr std::size_t kMaxRowBytes = 256;

constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

// Bytes of the first row: a line with its end, or the whole characters of a longer line that fit a
// row.
std::size_t BytesOfRow(std::string_view text) {
  const std::size_t most = std::min(text.size(), kMaxRowBytes);
  const std::size_t end = text.substr(0, most).find('\n');
  if (end != std::string_view::npos) return end + 1;
  if (most == text.size()) return most;
  const auto continues = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  std::size_t cut = most;
  while (cut > most - 4 && continues(cut)) --cut;
  return continues(cut) ? most : cut;  // else no UTF-8
}

std::uint32_t CountLines(std::string_view text) {
  std::uint32_t rows = 0;
  for (; !text.empty(); ++rows) text.remove_prefix(BytesOfRow(text));
  return rows;
}

std::string_view TextOfRows(std::string_view text, RowRange rows) {
  const auto skip = [](std::string_view& rest, std::uint32_t count) {
    for (; count != 0 && !rest.empty(); --count) rest.remove_prefix(BytesOfRow(rest));
  };
  skip(text, rows.begin);
  std::string_view rest = text;
  skip(rest, rows.end - rows.begin);
  return text.substr(0, text.size() - rest.size());
}

// The lines, from 0, of which the rows show something.
RowRange LinesOfRows(std::string_view text, RowRange rows) {
  const auto breaks = [](std::string_view part) {
    return static_cast<std::uint32_t>(std::count(part.begin(), part.end(), '\n'));
  };
  const std::uint32_t begin = breaks(TextOfRows(text, {0, rows.begin}));
  const std::string_view shown = TextOfRows(text, rows);
  const bool ends_within_line = !shown.empty() && !shown.ends_with('\n');
  return {begin, begin + breaks(shown) + (ends_within_line ? 1 : 0)};
}

std::uint32_t CountSourceRows(const SymbolSource& source) {
  return std::max<std::uint32_t>(CountLines(source.text), 1);
}

// A page of a symbol's source, which may be empty.
SymbolSource SourcePage(const SymbolSource& whole, RowRange rows) {
  SymbolSource page = whole;
  page.text = TextOfRows(whole.text, rows);
  if (page.from_line != 0) {
    const std::string_view before = TextOfRows(whole.text, {0, rows.begin});
    const auto lines = std::count(before.begin(), before.end(), '\n');
    page.from_line += static_cast<std::uint32_t>(lines);
    page.from_column += static_cast<std::uint32_t>(before.size() - (before.rfind('\n') + 1));
  }
  if (rows.end < CountSourceRows(whole)) page.lines_omitted = 0;  // told where the text ends
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
  if (!page.total_symbols && (!whole.truncation || whole.truncation->omitted)) {
    page.total_symbols = whole.symbols.size() + (whole.truncation ? *whole.truncation->omitted : 0);
  }
  if (!page.total_edges && !whole.truncation) page.total_edges = whole.edges.size();
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
  wire::Symbol& symbol = whole.symbols.front();
  if (!symbol.source.numbers.empty()) Cut(LinesOfRows(symbol.text, rows), symbol.source.numbers);
  symbol.text = std::string(TextOfRows(symbol.text, rows));
  return whole;
}

std::uint32_t CountRows(const SourcesAnswer& answer) {
  std::uint32_t rows = 0;
  for (const SymbolSource& source : answer.symbols) rows += CountSourceRows(source);
  return rows;
}

SourcesAnswer PageOf(const SourcesAnswer& whole, RowRange rows) {
  SourcesAnswer page{.symbols = {}, .index = whole.index};
  std::uint32_t first = 0;  // row of the symbol
  for (const SymbolSource& source : whole.symbols) {
    const std::uint32_t behind = first + CountSourceRows(source);
    const RowRange shown{std::max(rows.begin, first), std::min(rows.end, behind)};
    if (shown.begin < shown.end) {
      page.symbols.push_back(SourcePage(source, {shown.begin - first, shown.end - first}));
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
