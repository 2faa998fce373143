#include "adaptive/table_reader.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "graph/status.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kMostGroups = 16;
// Memory of a value beside its text.
constexpr std::size_t kBytesOfValue = 128;

absl::Status WrongTable(std::string_view what) {
  return absl::InvalidArgumentError(std::string(what));
}

JsonValue MakePointer(std::string_view pointer) {
  JsonValue value;
  value.kind = JsonKind::kPointer;
  value.text = pointer;
  return value;
}

}  // namespace

std::optional<TableMark> ReadTableMark(std::string_view text) {
  constexpr std::size_t kLeastBytes = 4;
  if (text.size() < kLeastBytes) return std::nullopt;
  const bool has_names = text.front() == '{' && text.back() == '}';
  if (!has_names && !(text.front() == '[' && text.back() == ']')) return std::nullopt;
  TableMark mark;
  mark.has_names = has_names;
  mark.delimiter = text[text.size() - 2];
  if (std::string_view(", \t|").find(mark.delimiter) == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view digits = text.substr(1, text.size() - 3);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), mark.rows);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return mark;
}

absl::Status TableReader::ReadHeader(std::string_view line) {
  if (mark_.has_names) {
    cell_of_path_.emplace("", 0);
    cells_ = 1;
  }
  std::size_t at = 0;
  WM_RETURN_IF_ERROR(ReadColumns(line, at, 0, "", columns_));
  if (at != line.size()) return WrongTable("text behind the header of the table");
  return absl::OkStatus();
}

absl::Status TableReader::ReadColumns(std::string_view line, std::size_t& at, std::size_t level,
                                      const std::string& path, std::vector<HeaderColumn>& out) {
  if (level > kMostGroups) return WrongTable("the header has too many groups in groups");
  for (;;) {
    WM_RETURN_IF_ERROR(ReadColumn(line, at, level, path, out.emplace_back()));
    if (at == line.size() || line[at] != mark_.delimiter) break;
    ++at;
  }
  std::vector<std::string> keys;
  for (const HeaderColumn& column : out) keys.push_back(column.key);
  return HasEqualKeys(keys) ? WrongTable("the header has a column twice") : absl::OkStatus();
}

absl::Status TableReader::ReadColumn(std::string_view line, std::size_t& at, std::size_t level,
                                     const std::string& path, HeaderColumn& column) {
  WM_ASSIGN_OR_RETURN(column.key, ReadKey(line, at));
  const std::string own = path + (path.empty() ? "" : ".") + column.key;
  const std::string_view rest = line.substr(at);
  column.first = cells_;
  column.last = cells_;
  if (rest.starts_with("=") || rest.starts_with(":=")) {
    const bool is_pattern = rest.front() == ':';
    column.form = is_pattern ? Column::Form::kPattern : Column::Form::kConstant;
    at += is_pattern ? 2 : 1;
    return ReadHeaderCell(line, at, column);
  }
  if (rest.starts_with("{") || rest.starts_with("?{")) {
    column.form = Column::Form::kGroup;
    column.may_be_missing = rest.front() == '?';
    at += column.may_be_missing ? 2 : 1;
    WM_RETURN_IF_ERROR(ReadColumns(line, at, level + 1, own, column.fields));
    if (at == line.size() || line[at] != '}') return WrongTable("a group of the header has no end");
    ++at;
    column.last = cells_;
    return absl::OkStatus();
  }
  cell_of_path_.emplace(own, cells_);
  column.last = ++cells_;
  return absl::OkStatus();
}

absl::Status TableReader::ReadHeaderCell(std::string_view line, std::size_t& at,
                                         HeaderColumn& column) {
  const std::string stops = {mark_.delimiter, '}'};
  const std::size_t end = EndOfCell(line, at, stops);
  WM_ASSIGN_OR_RETURN(column.value, ReadCell(line.substr(at, end - at), prefixes_));
  at = end;
  if (column.form == Column::Form::kPattern && !column.value.is_string()) {
    return WrongTable("a pattern of the header is no text");
  }
  return absl::OkStatus();
}

absl::StatusOr<TableReader::Cells> TableReader::ReadCells(std::string_view line) const {
  Cells cells(cells_);
  std::size_t at = 0;
  for (std::size_t i = 0; i < cells_ && at < line.size(); ++i) {
    const bool is_last = i + 1 == cells_;
    const std::size_t end =
        is_last ? line.size() : EndOfCell(line, at, std::string_view(&mark_.delimiter, 1));
    const std::string_view cell = line.substr(at, end - at);
    if (!cell.empty() && cell.front() == kPointerMark) {
      cells[i] = MakePointer(cell.substr(1));
    } else if (!cell.empty()) {
      WM_ASSIGN_OR_RETURN(cells[i], ReadCell(cell, prefixes_));
    }
    at = end;
    if (is_last || at == line.size()) continue;
    if (line[at] != mark_.delimiter) return WrongTable("text behind the JSON of a cell");
    ++at;
  }
  if (at < line.size()) return WrongTable("the row has more cells than the header has columns");
  return cells;
}

absl::Status TableReader::ReadRow(std::string_view line, JsonValue& table) {
  WM_RETURN_IF_ERROR(limit_.Add(kBytesOfValue));
  WM_ASSIGN_OR_RETURN(Cells cells, ReadCells(line));
  cell_texts_.assign(cells.size(), {});
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i]) cell_texts_[i] = cells[i]->text;
  }
  if (mark_.has_names) {
    if (!cells.front() || !cells.front()->is_string()) return WrongTable("a row has no name");
    table.keys.push_back(cells.front()->text);
  }
  return Build(columns_, cells, table.items.emplace_back());
}

absl::Status TableReader::Build(const std::vector<HeaderColumn>& columns, Cells& cells,
                                JsonValue& out) {
  out.kind = JsonKind::kObject;
  for (const HeaderColumn& column : columns) WM_RETURN_IF_ERROR(BuildField(column, cells, out));
  return absl::OkStatus();
}

absl::Status TableReader::BuildField(const HeaderColumn& column, Cells& cells, JsonValue& out) {
  const auto begin = cells.begin() + static_cast<std::ptrdiff_t>(column.first);
  const auto end = cells.begin() + static_cast<std::ptrdiff_t>(column.last);
  const auto filled = std::count_if(begin, end, [](const auto& cell) { return cell.has_value(); });
  JsonValue value;
  switch (column.form) {
    case Column::Form::kCells:
      if (filled == 0) return absl::OkStatus();
      value = *std::move(*begin);
      break;
    case Column::Form::kConstant:
      WM_RETURN_IF_ERROR(limit_.Add(kBytesOfValue + BytesOf(column.value, kMaxExpandedBytes)));
      value = column.value;
      break;
    case Column::Form::kPattern: {
      std::optional<std::string> text =
          FillPattern(column.value.text, [this](std::string_view path) -> const std::string* {
            const auto found = cell_of_path_.find(path);
            return found == cell_of_path_.end() ? nullptr : &cell_texts_[found->second];
          });
      if (!text) {
        return WrongTable(fmt::format("the pattern of {} names a column that is not there",
                                      VisibleLine(column.key)));
      }
      WM_RETURN_IF_ERROR(limit_.Add(kBytesOfValue + text->size()));
      value.kind = JsonKind::kString;
      value.text = *std::move(text);
      break;
    }
    case Column::Form::kGroup:
      if (column.may_be_missing && filled == 0) return absl::OkStatus();
      if (column.may_be_missing && filled == 1 && *begin && (*begin)->kind == JsonKind::kNull) {
        break;  // null
      }
      WM_RETURN_IF_ERROR(limit_.Add(kBytesOfValue));
      WM_RETURN_IF_ERROR(Build(column.fields, cells, value));
      break;
  }
  out.keys.push_back(column.key);
  out.items.push_back(std::move(value));
  return absl::OkStatus();
}

}  // namespace waymark::wire
