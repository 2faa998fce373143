#include "adaptive/markdown_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "adaptive/cell.h"
#include "adaptive/json_value.h"
#include "adaptive/lines.h"
#include "graph/status.h"
#include "json/json_text.h"
#include "wire/tokens.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kRowsMark = "#rows ";
constexpr std::size_t kLeastRows = 2;

// How cells stand between their bars.
enum class RowLayout : std::uint8_t { kTight, kSpaced, kPadded };

struct RowLayoutName {
  std::string_view name;
  RowLayout layout;
};

constexpr RowLayoutName kRowLayouts[] = {
    {"tight", RowLayout::kTight},    // |a|b|
    {"spaced", RowLayout::kSpaced},  // | a | b |
    {"padded", RowLayout::kPadded},  // | a    | b  |, as wide as the header
};

struct RowDelimiter {
  std::string_view name;
  char character;
};

constexpr RowDelimiter kRowDelimiters[] = {{",", ','}, {"tab", '\t'}, {"blank", ' '}};

// The texts between the bars, with the blanks around them; empty if the line does not begin and end
// with a bar. A bar behind a backslash belongs to its cell.
std::vector<std::string_view> CellsOfRow(std::string_view line) {
  std::vector<std::string_view> cells;
  if (line.size() < 2 || line.front() != '|') return cells;
  std::size_t begin = 1;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '|') {
      cells.push_back(line.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  if (begin != line.size()) cells.clear();
  return cells;
}

bool IsRowOfDashes(std::string_view line, std::size_t columns) {
  const std::vector<std::string_view> cells = CellsOfRow(line);
  const auto has_dashes = [](std::string_view cell) {
    return cell.find('-') != std::string_view::npos &&
           cell.find_first_not_of("-: ") == std::string_view::npos;
  };
  return cells.size() == columns && std::all_of(cells.begin(), cells.end(), has_dashes);
}

std::size_t CharactersOf(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

std::string WriteRow(const std::vector<std::string>& cells, RowLayout layout,
                     const std::vector<std::size_t>& widths) {
  std::string out = "|";
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool has_blanks = layout != RowLayout::kTight;
    if (has_blanks) out += ' ';
    out += cells[i];
    const std::size_t taken = CharactersOf(cells[i]) + 2;
    if (layout == RowLayout::kPadded && taken < widths[i]) out.append(widths[i] - taken, ' ');
    if (has_blanks) out += ' ';
    out += '|';
  }
  return out;
}

std::vector<std::size_t> WidthsOf(std::string_view header) {
  std::vector<std::size_t> widths;
  for (const std::string_view cell : CellsOfRow(header)) widths.push_back(CharactersOf(cell));
  return widths;
}

std::vector<std::string> TrimmedCells(std::string_view row) {
  std::vector<std::string> cells;
  for (const std::string_view cell : CellsOfRow(row)) cells.emplace_back(WithoutBlanks(cell));
  return cells;
}

std::optional<RowLayoutName> LayoutOf(const MarkdownTable& table) {
  std::string_view head = table.head;
  const std::vector<std::size_t> widths = WidthsOf(TakeLine(head));
  for (const RowLayoutName& row : kRowLayouts) {
    const auto fits = [&](std::string_view line) {
      return WriteRow(TrimmedCells(line), row.layout, widths) == line;
    };
    if (std::all_of(table.rows.begin(), table.rows.end(), fits)) return row;
  }
  return std::nullopt;
}

void AppendShortCell(std::string& out, std::string_view cell, char delimiter) {
  if (cell.starts_with('"') || cell.find(delimiter) != std::string_view::npos ||
      FindControl(cell) != cell.size()) {
    AppendJsonString(out, cell);
  } else {
    out += cell;
  }
}

std::string ShortRows(const MarkdownTable& table, const RowLayoutName& layout,
                      const RowDelimiter& delimiter) {
  std::string out =
      fmt::format("{}{} {} {}\n", kRowsMark, table.rows.size(), delimiter.name, layout.name);
  for (const std::string_view row : table.rows) {
    const std::vector<std::string> cells = TrimmedCells(row);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) out += delimiter.character;
      AppendShortCell(out, cells[i], delimiter.character);
    }
    out += '\n';
  }
  return out;
}

// The rows in the form with the fewest tokens, if that is shorter than they are.
std::optional<std::string> CheapestRows(const MarkdownTable& table) {
  if (table.rows.size() < kLeastRows) return std::nullopt;
  const std::optional<RowLayoutName> layout = LayoutOf(table);
  if (!layout) return std::nullopt;
  std::string original;
  for (const std::string_view row : table.rows) original += std::string(row) + "\n";
  std::size_t least = CountTokens(original, kDefaultTokenizer);
  std::optional<std::string> best;
  for (const RowDelimiter& delimiter : kRowDelimiters) {
    std::string rows = ShortRows(table, *layout, delimiter);
    const std::size_t tokens = CountTokens(rows, kDefaultTokenizer);
    if (tokens >= least) continue;
    least = tokens;
    best = std::move(rows);
  }
  return best;
}

bool HasRowsMark(std::string_view text) {
  return text.starts_with(kRowsMark) ||
         text.find("\n" + std::string(kRowsMark)) != std::string_view::npos;
}

absl::Status WrongRows(std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("expand: {}", what));
}

struct RowsMark {
  std::size_t rows = 0;
  char delimiter = 0;
  RowLayout layout = RowLayout::kTight;
};

absl::StatusOr<RowsMark> ReadRowsMark(std::string_view line) {
  line.remove_prefix(kRowsMark.size());
  RowsMark mark;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), mark.rows);
  if (error != std::errc()) return WrongRows("#rows needs the number of rows");
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  for (const RowDelimiter& delimiter : kRowDelimiters) {
    for (const RowLayoutName& layout : kRowLayouts) {
      if (line != fmt::format(" {} {}", delimiter.name, layout.name)) continue;
      mark.delimiter = delimiter.character;
      mark.layout = layout.layout;
      return mark;
    }
  }
  return WrongRows(
      "#rows needs a delimiter (',', tab, blank) and a layout (tight, spaced, padded)");
}

absl::StatusOr<std::vector<std::string>> ReadShortRow(std::string_view line, char delimiter) {
  std::vector<std::string> cells;
  const std::string_view stops(&delimiter, 1);
  for (std::size_t at = 0;; ++at) {
    const bool is_json = at < line.size() && line[at] == '"';
    const std::size_t end =
        is_json ? EndOfCell(line, at, stops) : std::min(line.find(delimiter, at), line.size());
    const std::string_view cell = line.substr(at, end - at);
    if (is_json) {
      absl::StatusOr<JsonValue> value = ParseJsonValue(cell);
      if (!value.ok() || !value->is_string()) return WrongRows("a cell in quotes is no string");
      cells.push_back(std::move(value->text));
    } else {
      cells.emplace_back(cell);
    }
    at = end;
    if (at == line.size()) return cells;
    if (line[at] != delimiter) return WrongRows("text behind the quotes of a cell");
  }
}

}  // namespace

std::optional<MarkdownTable> FindMarkdownTable(std::string_view text) {
  bool in_fence = false;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view from_line = rest;
    const std::string_view line = TakeLine(rest);
    if (line.starts_with("```")) in_fence = !in_fence;
    if (in_fence || !line.starts_with('|') || rest.empty()) continue;
    MarkdownTable table;
    table.columns = CellsOfRow(line).size();
    std::string_view behind = rest;
    if (table.columns == 0 || !IsRowOfDashes(TakeLine(behind), table.columns)) continue;
    const std::size_t head = from_line.size() - behind.size();
    if (behind.empty() || from_line[head - 1] != '\n') continue;
    table.before = text.substr(0, text.size() - from_line.size());
    table.head = from_line.substr(0, head);
    // A last line without a line break stays as it is.
    while (behind.find('\n') != std::string_view::npos) {
      std::string_view next = behind;
      const std::string_view row = TakeLine(next);
      if (CellsOfRow(row).size() != table.columns) break;
      table.rows.push_back(row);
      behind = next;
    }
    table.after = behind;
    return table;
  }
  return std::nullopt;
}

std::optional<std::string> ShortenMarkdown(std::string_view text) {
  if (HasRowsMark(text)) return std::nullopt;
  std::string out;
  bool is_shorter = false;
  while (const std::optional<MarkdownTable> table = FindMarkdownTable(text)) {
    out += table->before;
    out += table->head;
    if (std::optional<std::string> rows = CheapestRows(*table)) {
      out += *rows;
      is_shorter = true;
    } else {
      for (const std::string_view row : table->rows) out += std::string(row) + "\n";
    }
    text = table->after;
  }
  if (!is_shorter) return std::nullopt;
  out += text;
  return out;
}

absl::StatusOr<std::string> LengthenMarkdown(std::string_view text) {
  std::string out;
  std::array<std::string_view, 2> last;  // the header, then the row of dashes
  while (!text.empty()) {
    const bool ends = text.find('\n') == std::string_view::npos;
    const std::string_view line = TakeLine(text);
    if (!line.starts_with(kRowsMark)) {
      out += line;
      if (!ends) out += '\n';
      last = {last[1], line};
      continue;
    }
    WM_ASSIGN_OR_RETURN(const RowsMark mark, ReadRowsMark(line));
    const std::vector<std::size_t> widths = WidthsOf(last[0]);
    for (std::size_t i = 0; i < mark.rows; ++i) {
      if (text.empty()) return WrongRows(fmt::format("there are {} rows of {}", i, mark.rows));
      WM_ASSIGN_OR_RETURN(const std::vector<std::string> cells,
                          ReadShortRow(TakeLine(text), mark.delimiter));
      if (cells.size() != widths.size()) {
        return WrongRows(
            fmt::format("a row has {} cells, its header has {}", cells.size(), widths.size()));
      }
      out += WriteRow(cells, mark.layout, widths) + "\n";
    }
  }
  return out;
}

}  // namespace waymark::wire
