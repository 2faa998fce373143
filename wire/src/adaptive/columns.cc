#include "adaptive/columns.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <utility>

#include "adaptive/cell.h"

namespace waymark::wire {
namespace {

constexpr std::size_t kMostGroupLevels = 6;
// A group needs this part of its cells: a map from names to values is no group.
constexpr double kLeastFilled = 0.6;

using Cells = std::vector<const JsonValue*>;

bool IsObject(const JsonValue* value) { return value != nullptr && value->is_object(); }

bool IsNull(const JsonValue* value) { return value != nullptr && value->kind == JsonKind::kNull; }

// Merges the keys of objects into one order, of which the order in each object is a part.
class KeyOrder {
 public:
  // False if the object has keys in another order than those before it.
  bool Add(const JsonValue& object) {
    std::size_t next = 0;
    for (const std::string& key : object.keys) {
      if (next < keys_.size() && keys_[next] == key) {
        ++next;
        continue;
      }
      const auto known = positions_.find(key);
      if (known == positions_.end()) {
        Insert(next, key);
        ++next;
      } else if (known->second < next) {
        return false;
      } else {
        next = known->second + 1;
      }
    }
    return keys_.size() <= kMostColumns;
  }

  const std::vector<std::string_view>& keys() const { return keys_; }

  const std::unordered_map<std::string_view, std::size_t>& positions() const { return positions_; }

 private:
  void Insert(std::size_t at, std::string_view key) {
    keys_.insert(keys_.begin() + static_cast<std::ptrdiff_t>(at), key);
    for (std::size_t i = at; i < keys_.size(); ++i) positions_[keys_[i]] = i;
  }

  std::vector<std::string_view> keys_;
  std::unordered_map<std::string_view, std::size_t> positions_;
};

// The columns of those `cells` that are objects; nothing if there are none or they are unlike.
// `columns_left` bounds the columns of all levels, and is less by those that are made.
std::optional<std::vector<Column>> ColumnsOf(const Cells& cells, std::size_t level,
                                             std::size_t& columns_left);

void MakeGroup(Column& column, const Cells& owners, std::size_t level, std::size_t& columns_left) {
  if (level > kMostGroupLevels) return;
  std::size_t objects = 0;
  for (std::size_t row = 0; row < owners.size(); ++row) {
    if (!IsObject(owners[row])) continue;
    const JsonValue* const cell = column.cells[row];
    if (IsObject(cell)) {
      ++objects;
    } else if (cell == nullptr || IsNull(cell)) {
      column.may_be_missing = true;
    } else {
      return;
    }
  }
  if (objects < 2 && column.may_be_missing) return;
  std::size_t left = columns_left;
  std::optional<std::vector<Column>> fields = ColumnsOf(column.cells, level, left);
  if (!fields) return;
  std::size_t filled = 0;
  for (const Column& field : *fields) {
    filled += static_cast<std::size_t>(
        std::count_if(field.cells.begin(), field.cells.end(),
                      [](const JsonValue* cell) { return cell != nullptr; }));
  }
  if (static_cast<double>(filled) <
      kLeastFilled * static_cast<double>(objects) * static_cast<double>(fields->size())) {
    return;
  }
  columns_left = left;
  column.form = Column::Form::kGroup;
  column.fields = *std::move(fields);
}

std::optional<std::vector<Column>> ColumnsOf(const Cells& cells, std::size_t level,
                                             std::size_t& columns_left) {
  KeyOrder order;
  std::size_t filled = 0;
  for (const JsonValue* const cell : cells) {
    if (!IsObject(cell)) continue;
    if (!order.Add(*cell)) return std::nullopt;
    filled += cell->keys.size();
  }
  const std::size_t made = order.keys().size();
  if (made == 0 || made > columns_left ||
      cells.size() * made > kFewCells + kMostCellsOfValue * filled) {
    return std::nullopt;
  }
  columns_left -= made;
  std::vector<Column> columns(made);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].key = order.keys()[i];
    columns[i].cells.resize(cells.size());
  }
  for (std::size_t row = 0; row < cells.size(); ++row) {
    if (!IsObject(cells[row])) continue;
    for (std::size_t i = 0; i < cells[row]->keys.size(); ++i) {
      columns[order.positions().find(cells[row]->keys[i])->second].cells[row] =
          &cells[row]->items[i];
    }
  }
  for (Column& column : columns) MakeGroup(column, cells, level + 1, columns_left);
  return columns;
}

// Marks the columns that have one value wherever their object is.
void FindConstants(std::vector<Column>& columns, const Cells& owners) {
  for (Column& column : columns) {
    if (column.form == Column::Form::kGroup) {
      FindConstants(column.fields, column.cells);
      continue;
    }
    const JsonValue* first = nullptr;
    std::size_t rows = 0;
    bool same = true;
    for (std::size_t row = 0; row < owners.size() && same; ++row) {
      if (!IsObject(owners[row])) continue;
      const JsonValue* const cell = column.cells[row];
      if (first == nullptr) first = cell;
      same = cell != nullptr && *cell == *first;
      ++rows;
    }
    if (same && rows > 1) column.form = Column::Form::kConstant;
  }
}

// A column that patterns may name, or become.
struct Leaf {
  Column* column = nullptr;  // null: the keys of the rows
  const Cells* owners = nullptr;
  const Column* scope = nullptr;  // the innermost group around it that may be missing
  std::string path;
  bool has_path = true;  // the path can be written
  const Cells* cells = nullptr;
  bool is_used = false;  // by a pattern; so its cells stay
};

void CollectLeaves(std::vector<Column>& columns, const Cells& owners, const Column* scope,
                   const std::string& path, bool has_path, std::vector<Leaf>& out) {
  for (Column& column : columns) {
    const bool is_plain =
        has_path && IsBareKey(column.key) && column.key.find('.') == std::string_view::npos;
    const std::string own = path + (path.empty() ? "" : ".") + std::string(column.key);
    if (column.form == Column::Form::kGroup) {
      CollectLeaves(column.fields, column.cells, column.may_be_missing ? &column : scope, own,
                    is_plain, out);
    } else if (column.form == Column::Form::kCells) {
      out.push_back({&column, &owners, scope, own, is_plain, &column.cells, false});
    }
  }
}

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Whether `part` stands at text[at] and divides no word.
bool StandsAt(std::string_view text, std::size_t at, std::string_view part) {
  if (!text.substr(at).starts_with(part)) return false;
  const std::size_t end = at + part.size();
  return (at == 0 || !IsWord(text[at - 1]) || !IsWord(part.front())) &&
         (end == text.size() || !IsWord(text[end]) || !IsWord(part.back()));
}

// Whether a leaf has a text, or with `numbers` a number, in all rows that have its object.
bool HasTexts(const Leaf& leaf, bool numbers) {
  for (std::size_t row = 0; row < leaf.owners->size(); ++row) {
    if (!IsObject((*leaf.owners)[row])) continue;
    const JsonValue* const cell = (*leaf.cells)[row];
    if (cell == nullptr || cell->text.empty()) return false;
    if (!cell->is_string() && !(numbers && cell->kind == JsonKind::kNumber)) return false;
  }
  return true;
}

// Reads the texts of a leaf in all rows at once, from left to right, and writes what they have in
// common.
class PatternMaker {
 public:
  PatternMaker(const Leaf& leaf, std::span<Leaf* const> named) {
    for (std::size_t row = 0; row < leaf.owners->size(); ++row) {
      if (!IsObject((*leaf.owners)[row])) continue;
      rows_.push_back(row);
      texts_.push_back((*leaf.cells)[row]->text);
    }
    ends_.resize(rows_.size(), 0);
    for (Leaf* const other : named) {
      if (other == &leaf || (other->scope != nullptr && other->scope != leaf.scope)) continue;
      if (other->column != nullptr && other->column->form != Column::Form::kCells) continue;
      if (texts_[0].find(TextOf(*other, 0)) != std::string_view::npos) sources_.push_back(other);
    }
    const auto is_longer = [this](const Leaf* a, const Leaf* b) {
      return TextOf(*a, 0).size() > TextOf(*b, 0).size();
    };
    std::stable_sort(sources_.begin(), sources_.end(), is_longer);
  }

  // Empty if the texts are not made of other columns. Marks the leaves that it uses.
  std::string Make() {
    std::string pattern;
    std::vector<Leaf*> used;
    while (ends_[0] < texts_[0].size()) {
      if (Leaf* const source = TakeSource(); source != nullptr) {
        pattern += "<" + source->path + ">";
        used.push_back(source);
      } else if (const char c = texts_[0][ends_[0]]; TakeCharacter(c)) {
        pattern.append(c == '<' ? 2 : 1, c);
      } else {
        return {};
      }
    }
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (ends_[i] != texts_[i].size()) return {};
    }
    if (used.empty()) return {};
    for (Leaf* const leaf : used) leaf->is_used = true;
    return pattern;
  }

 private:
  const std::string& TextOf(const Leaf& source, std::size_t i) const {
    return (*source.cells)[rows_[i]]->text;
  }

  // The longest source that all texts go on with; null if there is none.
  Leaf* TakeSource() {
    for (Leaf* const source : sources_) {
      bool fits = StandsAt(texts_[0], ends_[0], TextOf(*source, 0));
      for (std::size_t i = 1; i < texts_.size() && fits; ++i) {
        fits = texts_[i].substr(ends_[i]).starts_with(TextOf(*source, i));
      }
      if (!fits) continue;
      for (std::size_t i = 0; i < texts_.size(); ++i) ends_[i] += TextOf(*source, i).size();
      return source;
    }
    return nullptr;
  }

  bool TakeCharacter(char c) {
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      if (ends_[i] == texts_[i].size() || texts_[i][ends_[i]] != c) return false;
    }
    for (std::size_t& end : ends_) ++end;
    return true;
  }

  std::vector<std::size_t> rows_;        // those that have the leaf's object
  std::vector<std::string_view> texts_;  // of the leaf
  std::vector<std::size_t> ends_;        // of what is read of each text
  std::vector<Leaf*> sources_;
};

void FindPatterns(std::vector<Column>& columns, const Cells& rows,
                  const std::vector<JsonValue>& names) {
  std::vector<Leaf> leaves;
  Cells keys;
  for (const JsonValue& name : names) keys.push_back(&name);
  if (!names.empty()) leaves.push_back({nullptr, &rows, nullptr, "", true, &keys, false});
  CollectLeaves(columns, rows, nullptr, "", true, leaves);
  if (leaves.size() > kMostLeavesOfPatterns) return;
  std::vector<Leaf*> named;
  for (Leaf& leaf : leaves) {
    if (leaf.has_path && HasTexts(leaf, true)) named.push_back(&leaf);
  }
  for (Leaf& leaf : leaves) {
    if (leaf.column == nullptr || leaf.is_used || !HasTexts(leaf, false)) continue;
    std::string pattern = PatternMaker(leaf, named).Make();
    if (pattern.empty()) continue;
    leaf.column->form = Column::Form::kPattern;
    leaf.column->pattern = std::move(pattern);
  }
}

// The reader takes a group as absent if it has no cell, and as null if the first one alone is null.
// A group of which a row would be misread becomes a column of JSON.
void CheckGroups(std::vector<Column>& columns, const Cells& owners) {
  for (Column& column : columns) {
    if (column.form != Column::Form::kGroup) continue;
    CheckGroups(column.fields, column.cells);
    if (!column.may_be_missing) continue;
    const std::vector<const Column*> leaves = LeavesOf(column.fields);
    for (std::size_t row = 0; row < owners.size(); ++row) {
      if (!IsObject(column.cells[row])) continue;
      const auto has_cell = [row](const Column* leaf) { return leaf->cells[row] != nullptr; };
      const auto cells = std::count_if(leaves.begin(), leaves.end(), has_cell);
      if (cells > 1 || (cells == 1 && !IsNull(leaves.front()->cells[row]))) continue;
      column.form = Column::Form::kCells;
      column.fields.clear();
      break;
    }
  }
}

void AppendLeaves(const std::vector<Column>& columns, std::vector<const Column*>& out) {
  for (const Column& column : columns) {
    if (column.form == Column::Form::kCells) out.push_back(&column);
    AppendLeaves(column.fields, out);
  }
}

}  // namespace

std::optional<std::vector<Column>> FindColumns(const std::vector<const JsonValue*>& rows,
                                               const std::vector<JsonValue>& names) {
  std::size_t columns_left = kMostColumnsOfTable;
  std::optional<std::vector<Column>> columns = ColumnsOf(rows, 0, columns_left);
  if (!columns) return std::nullopt;
  FindConstants(*columns, rows);
  FindPatterns(*columns, rows, names);
  CheckGroups(*columns, rows);
  return columns;
}

std::vector<const Column*> LeavesOf(const std::vector<Column>& columns) {
  std::vector<const Column*> leaves;
  AppendLeaves(columns, leaves);
  return leaves;
}

}  // namespace waymark::wire
