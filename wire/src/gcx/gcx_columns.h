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

// The name of a kind in GCX1: that of the graph, except "variable".
std::string_view GcxKindName(std::string_view kind);
// The same in a published layout, where routes, environment variables and other names that are
// agreed on with others are "contract".
std::string_view GcxPublishedKind(std::string_view kind);

// The last component of the qualified name of a symbol.
std::string_view GcxShortName(std::string_view name, Term<SymbolKind> kind);

// How sure an edge is, in a published layout: one of its five origins.
std::string_view GcxOrigin(const Edge& edge);

// The columns of the published layouts and those that payloads add. "id", "from" and "to" are not
// among them, because they are ids.
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
