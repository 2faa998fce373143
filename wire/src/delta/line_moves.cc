#include "delta/line_moves.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "gcf/gcf_scan.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kMoved = "moved ";
constexpr std::string_view kLines = "lines ";
// Of one comment.
constexpr std::size_t kMaxItems = kMaxSymbols;

// "40:-1"
std::optional<LineShift> ReadShift(std::string_view text) {
  const Halves halves = SplitAt(text, ":");
  const auto from = ParseInteger<std::uint32_t>(halves.first);
  std::string_view by = halves.second.value_or("");
  const bool is_down = by.starts_with('-');
  if (!is_down && !by.starts_with('+')) return std::nullopt;
  const auto lines = ParseInteger<std::uint32_t>(by.substr(1));
  if (!from || *from == 0 || !lines) return std::nullopt;
  return LineShift{*from, is_down ? -std::int64_t{*lines} : std::int64_t{*lines}};
}

// "shop.pay=12-40"
std::optional<SymbolLines> ReadSymbolLines(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const Halves range = SplitAt(text.substr(equals + 1), "-");
  const auto first = ParseInteger<std::uint32_t>(range.first);
  const auto last = ParseInteger<std::uint32_t>(range.second.value_or(""));
  std::string name = DecodeGcfToken(text.substr(0, equals));
  if (!first || !last || name.empty() || !IsUtf8(name)) return std::nullopt;
  return SymbolLines{std::move(name), *first, *last};
}

// Reads "KIND PATH ITEM ITEM".
template <typename Item>
bool ReadItems(std::string_view kind, std::string_view text, std::string& path,
               std::vector<Item>& items, std::optional<Item> (*read)(std::string_view)) {
  if (!text.starts_with(kind)) return false;
  const std::vector<std::string_view> fields = SplitAtBlanks(text.substr(kind.size()), kMaxItems);
  path = DecodeGcfToken(fields.front());
  if (fields.size() < 2 || !IsUtf8(path)) return false;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    std::optional<Item> item = read(fields[i]);
    if (!item) return false;
    items.push_back(*std::move(item));
  }
  return true;
}

}  // namespace

LineMoves LineMoves::Of(const std::map<std::uint32_t, std::uint32_t>& moved) {
  std::vector<LineShift> shifts;
  std::int64_t current = 0;
  for (const auto& [from, to] : moved) {
    const std::int64_t by = std::int64_t{to} - std::int64_t{from};
    if (by != std::exchange(current, by)) shifts.push_back({from, by});
  }
  return LineMoves(std::move(shifts));
}

std::uint32_t LineMoves::Moved(std::uint32_t line) const {
  const auto next =
      std::upper_bound(shifts_.begin(), shifts_.end(), line,
                       [](std::uint32_t at, const LineShift& shift) { return at < shift.from; });
  if (line == 0 || next == shifts_.begin()) return line;
  const std::int64_t moved = std::int64_t{line} + std::prev(next)->by;
  constexpr std::int64_t kLastLine = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp(moved, std::int64_t{0}, kLastLine));
}

void MoveLines(const LineMoves& moves, Symbol& symbol) {
  for (std::uint32_t* line : {&symbol.start_line, &symbol.end_line, &symbol.name_line}) {
    *line = moves.Moved(*line);
  }
}

void MoveLines(const LineMoves& moves, std::string_view path, Edge& edge) {
  for (Site& site : edge.sites) {
    if (site.path == path) site.line = moves.Moved(site.line);
  }
}

void AppendMoves(std::string& out, std::string_view path, const LineMoves& moves,
                 GcfCharset charset) {
  if (moves.empty()) return;
  out += "# moved ";
  AppendGcfToken(out, path, charset);
  for (const LineShift& shift : moves.shifts()) {
    out += fmt::format(" {}:{:+}", shift.from, shift.by);
  }
  out += '\n';
}

void AppendLines(std::string& out, const std::vector<const Symbol*>& symbols, GcfCharset charset) {
  if (symbols.empty()) return;
  out += "# lines ";
  AppendGcfToken(out, symbols.front()->path, charset);
  for (const Symbol* symbol : symbols) {
    out += ' ';
    AppendGcfToken(out, symbol->qualified_name, charset);
    out += fmt::format("={}-{}", symbol->start_line, symbol->end_line);
  }
  out += '\n';
}

std::optional<FileMoves> ReadMoves(std::string_view text) {
  FileMoves file;
  std::vector<LineShift> shifts;
  if (!ReadItems(kMoved, text, file.path, shifts, ReadShift)) return std::nullopt;
  const bool is_ascending =
      std::is_sorted(shifts.begin(), shifts.end(),
                     [](const LineShift& a, const LineShift& b) { return a.from < b.from; });
  if (!is_ascending) return std::nullopt;
  file.moves = LineMoves(std::move(shifts));
  return file;
}

std::optional<FileLines> ReadLines(std::string_view text) {
  FileLines file;
  return ReadItems(kLines, text, file.path, file.symbols, ReadSymbolLines)
             ? std::optional(std::move(file))
             : std::nullopt;
}

}  // namespace waymark::wire
