// Reads the header and the rows of a table of `adaptive/v1`.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include "adaptive/cell.h"
#include "adaptive/columns.h"
#include "adaptive/expansion_limit.h"
#include "adaptive/json_value.h"

namespace waymark::wire {

// "[12,]" or "{12,}": how many rows there are, what stands between cells, and whether the rows are
// items of an object, whose keys are their first cells.
struct TableMark {
  std::size_t rows = 0;
  char delimiter = ',';
  bool has_names = false;
};

// Nothing if `text` is no mark.
std::optional<TableMark> ReadTableMark(std::string_view text);

class TableReader {
 public:
  // Both must outlive the reader.
  TableReader(const TableMark& mark, std::span<const Prefix> prefixes, ExpansionLimit& limit)
      : mark_(mark), prefixes_(prefixes), limit_(limit) {}

  absl::Status ReadHeader(std::string_view line);

  // Whether rows have lines. If all columns are the same in every row, they have none.
  bool HasRows() const { return cells_ > 0; }

  // Appends the object of a row to `table`, and its key if the rows have names.
  absl::Status ReadRow(std::string_view line, JsonValue& table);

 private:
  struct HeaderColumn {
    std::string key;
    Column::Form form = Column::Form::kCells;
    bool may_be_missing = false;
    JsonValue value;  // of a constant; the text of a pattern
    std::vector<HeaderColumn> fields;
    std::size_t first = 0;  // its cells in a row
    std::size_t last = 0;
  };

  using Cells = std::vector<std::optional<JsonValue>>;

  absl::Status ReadColumns(std::string_view line, std::size_t& at, std::size_t level,
                           const std::string& path, std::vector<HeaderColumn>& out);
  absl::Status ReadColumn(std::string_view line, std::size_t& at, std::size_t level,
                          const std::string& path, HeaderColumn& column);
  absl::Status ReadHeaderCell(std::string_view line, std::size_t& at, HeaderColumn& column);
  absl::StatusOr<Cells> ReadCells(std::string_view line) const;
  absl::Status Build(const std::vector<HeaderColumn>& columns, Cells& cells, JsonValue& out);
  absl::Status BuildField(const HeaderColumn& column, Cells& cells, JsonValue& out);

  TableMark mark_;
  std::span<const Prefix> prefixes_;
  ExpansionLimit& limit_;
  std::vector<HeaderColumn> columns_;
  std::map<std::string, std::size_t, std::less<>> cell_of_path_;
  std::size_t cells_ = 0;                // in a full row
  std::vector<std::string> cell_texts_;  // of the row that is read, for patterns
};

}  // namespace waymark::wire
