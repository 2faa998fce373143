// The columns of payloads in GCX1: their names, and functions that write and read a cell.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <absl/status/status.h>

#include "wire/codec.h"
#include "wire/payload.h"

namespace waymark::wire {

// `Row` is Symbol or Edge. Cells of absent values are empty.
template <typename Row>
struct GcxColumn {
  std::string_view name;
  bool (*is_sent)(const EncodeOptions& options);  // outside published layouts, which have it
  bool (*is_present)(const Row& row);  // no row has one: the column is left out; null: never
  void (*write)(const Payload& payload, const Row& row, std::string& cell);
  absl::Status (*read)(const std::string& cell, Payload& payload, Row& row);
};

// The columns of the published layouts and those that payloads add. "id", "from" and "to" are not
// among them, because they are row numbers.
std::span<const GcxColumn<Symbol>> GcxSymbolColumns();
std::span<const GcxColumn<Edge>> GcxEdgeColumns();

template <typename Row>
const GcxColumn<Row>* FindGcxColumn(std::span<const GcxColumn<Row>> columns,
                                    std::string_view name) {
  for (const GcxColumn<Row>& column : columns) {
    if (column.name == name) return &column;
  }
  return nullptr;
}

}  // namespace waymark::wire
