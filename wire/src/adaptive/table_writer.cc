#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "adaptive/columns.h"
#include "adaptive/sections.h"
#include "wire/tokens.h"

namespace waymark::wire {
namespace {

// Separators of the cells of a row; of equally cheap ones the first is taken.
constexpr std::string_view kDelimiters[] = {",", " ", "\t", "|"};
// Rows that decide about the delimiter.
constexpr std::size_t kSampledRows = 10;

class TableWriter {
 public:
  TableWriter(std::vector<Column> columns, const std::vector<JsonValue>& names,
              const SectionContext& context)
      : columns_(std::move(columns)),
        leaves_(LeavesOf(columns_)),
        names_(names),
        context_(context) {
    std::vector<const Column*> begun;
    FindGroupsAt(columns_, begun);
  }

  // Whether all cells are scalars, or empty.
  bool IsFlat() const {
    const auto is_flat = [](const JsonValue* cell) {
      return cell == nullptr || cell->is_scalar() || cell->items.empty();
    };
    return std::all_of(leaves_.begin(), leaves_.end(), [&](const Column* leaf) {
      return std::all_of(leaf->cells.begin(), leaf->cells.end(), is_flat);
    });
  }

  // Whether a row has nothing to write. Such a line could get lost at the end of a text.
  bool HasEmptyRows(std::size_t rows) const {
    if (leaves_.empty() || !names_.empty()) return false;
    for (std::size_t row = 0; row < rows; ++row) {
      bool is_empty = true;
      for (std::size_t leaf = 0; leaf < leaves_.size() && is_empty; ++leaf) {
        is_empty = CellOf(leaf, row) == nullptr;
      }
      if (is_empty) return true;
    }
    return false;
  }

  bool HasMissingCells() const {
    return std::any_of(leaves_.begin(), leaves_.end(), [](const Column* leaf) {
      return std::find(leaf->cells.begin(), leaf->cells.end(), nullptr) != leaf->cells.end();
    });
  }

  // The header and every `step`-th of `rows` rows.
  std::string Write(std::size_t rows, std::size_t step, std::string_view delimiter) const {
    std::string out;
    AppendHeader(out, columns_, delimiter);
    out += '\n';
    if (leaves_.empty() && names_.empty()) return out;
    for (std::size_t row = 0; row < rows; row += step) AppendRow(out, row, delimiter);
    return out;
  }

 private:
  void AppendHeader(std::string& out, const std::vector<Column>& columns,
                    std::string_view delimiter) const {
    const std::string stops = std::string(delimiter) + "}";
    for (const Column& column : columns) {
      if (&column != columns.data()) out += delimiter;
      AppendKey(out, column.key);
      switch (column.form) {
        case Column::Form::kCells:
          break;
        case Column::Form::kConstant: {
          const auto present = [](const JsonValue* cell) { return cell != nullptr; };
          out += '=';
          AppendCell(out, **std::find_if(column.cells.begin(), column.cells.end(), present),
                     context_.prefixes, stops);
          break;
        }
        case Column::Form::kPattern: {
          JsonValue pattern;
          pattern.kind = JsonKind::kString;
          pattern.text = column.pattern;
          out += ":=";
          AppendCell(out, pattern, context_.prefixes, stops);
          break;
        }
        case Column::Form::kGroup:
          out += column.may_be_missing ? "?{" : "{";
          AppendHeader(out, column.fields, delimiter);
          out += '}';
          break;
      }
    }
  }

  void AppendRow(std::string& out, std::size_t row, std::string_view delimiter) const {
    const std::size_t begin = out.size();
    std::size_t end = begin;  // behind the last cell that is not empty
    if (!names_.empty()) {
      AppendCell(out, names_[row], context_.prefixes, leaves_.empty() ? "" : delimiter);
      end = out.size();
    }
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (i > 0 || !names_.empty()) out += delimiter;
      const JsonValue* const cell = CellOf(i, row);
      if (cell == nullptr) continue;
      AppendCellOf(out, *cell, i + 1 == leaves_.size() ? "" : delimiter);
      end = out.size();
    }
    out.resize(end);
    out += '\n';
  }

  // Finds for each leaf the groups that begin with it, the outermost first. `begun` are those
  // whose first leaf is yet to come.
  void FindGroupsAt(const std::vector<Column>& columns, std::vector<const Column*>& begun) {
    for (const Column& column : columns) {
      if (column.form == Column::Form::kCells) groups_at_.push_back(std::exchange(begun, {}));
      if (column.form != Column::Form::kGroup) continue;
      begun.push_back(&column);
      FindGroupsAt(column.fields, begun);
      std::erase(begun, &column);
    }
  }

  // Where a group is null, so is its first cell.
  const JsonValue* CellOf(std::size_t leaf, std::size_t row) const {
    if (const JsonValue* const cell = leaves_[leaf]->cells[row]; cell != nullptr) return cell;
    for (const Column* const group : groups_at_[leaf]) {
      const JsonValue* const value = group->cells[row];
      if (value != nullptr && !value->is_object()) return value;
    }
    return nullptr;
  }

  void AppendCellOf(std::string& out, const JsonValue& cell, std::string_view stops) const {
    if (!cell.is_scalar() && context_.repeats != nullptr) {
      const std::string pointer = context_.repeats->PointerTo(cell);
      if (!pointer.empty()) {
        out += kPointerMark + pointer;
        return;
      }
    }
    AppendCell(out, cell, context_.prefixes, stops);
  }

  std::vector<Column> columns_;
  std::vector<const Column*> leaves_;
  std::vector<std::vector<const Column*>> groups_at_;  // for each leaf
  const std::vector<JsonValue>& names_;
  const SectionContext& context_;
};

}  // namespace

std::optional<Section> WriteTable(const JsonValue& value, std::string_view lead,
                                  const SectionContext& context) {
  std::vector<const JsonValue*> rows;
  for (const JsonValue& item : value.items) {
    if (!item.is_object()) return std::nullopt;
    rows.push_back(&item);
  }
  if (rows.size() < 2) return std::nullopt;
  std::vector<JsonValue> names;
  for (const std::string& key : value.keys) {
    names.emplace_back().kind = JsonKind::kString;
    names.back().text = key;
  }
  std::optional<std::vector<Column>> columns = FindColumns(rows, names);
  if (!columns) return std::nullopt;
  const TableWriter writer(*std::move(columns), names, context);
  if (writer.HasEmptyRows(rows.size())) return std::nullopt;
  const std::size_t step = (rows.size() + kSampledRows - 1) / kSampledRows;
  std::string_view delimiter;
  std::size_t least = 0;
  std::string lines;  // with that delimiter
  for (const std::string_view candidate : kDelimiters) {
    // Nobody can count the blanks around missing cells.
    if (candidate == " " && writer.HasMissingCells()) continue;
    std::string written = writer.Write(rows.size(), step, candidate);
    const std::size_t tokens = CountTokens(written, kDefaultTokenizer);
    if (!delimiter.empty() && tokens >= least) continue;
    delimiter = candidate;
    least = tokens;
    lines = std::move(written);
  }
  Section section;
  const std::string_view brackets = value.is_object() ? "{}" : "[]";
  section.text =
      fmt::format("{}{}{}{}{}\n", lead, brackets[0], rows.size(), delimiter, brackets[1]);
  section.tokens = CountTokens(section.text, kDefaultTokenizer);
  if (step > 1) {
    lines = writer.Write(rows.size(), 1, delimiter);
    least = CountTokens(lines, kDefaultTokenizer);
  }
  section.text += lines;
  section.tokens += least;
  section.is_flat_table = writer.IsFlat();
  return section;
}

}  // namespace waymark::wire
