// The columns that payloads have in GCX1: names, how a cell is written and how it is read.
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
  bool (*is_sent)(const EncodeOptions& options);  // besides published layouts, which have it
  bool (*is_present)(const Row& row);  // a column that no row has is left out; null: it never is
  void (*write)(const Payload& payload, const Row& row, std::string& cell);
  absl::Status (*read)(const std::string& cell, Payload& payload, Row& row);
};

// What the published layouts name, and what payloads add to it. "id", "from" and "to" are not among
// them: they are numbers of rows.
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
