// Payloads in GCX1:
//
//   GCX1 tool=T.nodes fields=id,kind,name,... budget= pack_root= rows= tokens= tokenizer=
//   GCX1 tool=T.edges fields=from,to,kind,... rows=            ends are ids of the nodes
//   GCX1 tool=T.state fields=field,value rows=                 data about the answer itself
//
// The id of a symbol is its handle, or its identity, or its rank if it has neither. Columns without
// a value are left out. If T has a published layout, its sections have exactly the published
// fields. The other fields go to `T.more_nodes` and `T.more_edges`, with the id and with the number
// of the row, respectively. If that layout is one section of symbols or of edges, the section has
// the tool's own name. section of symbols or of edges, the section has the tool's own name.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/builtin_codecs.h"
#include "gcx/gcx_columns.h"
#include "gcx/gcx_layouts.h"
#include "gcx/gcx_reader.h"
#include "gcx/gcx_state.h"
#include "graph/status.h"
#include "payload/symbol_change.h"
#include "payload/symbol_ids.h"
#include "text/gcf_token.h"
#include "wire/gcx.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kNodes = ".nodes";
constexpr std::string_view kEdgesSuffix = ".edges";
constexpr std::string_view kMoreNodes = ".more_nodes";
constexpr std::string_view kMoreEdges = ".more_edges";
constexpr char kId[] = "id";
constexpr char kFrom[] = "from";
constexpr char kTo[] = "to";
constexpr char kRow[] = "row";
constexpr char kKind[] = "kind";
constexpr std::string_view kSearchSection = "search_symbols";
constexpr std::string_view kFileSection = "get_file_summary";
// Fields of published layouts beyond the columns: a second name of one, and data of an edge's
// source.
constexpr char kEdgeKind[] = "edge_kind";
constexpr char kFromName[] = "from_name";
constexpr char kFromPath[] = "from_path";
constexpr char kFromLine[] = "from_line";

std::optional<std::uint64_t> ParseNumber(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = !text.empty() && error == std::errc() && end == text.data() + text.size();
  return is_whole ? std::optional(value) : std::nullopt;
}

std::string_view ColumnOf(std::string_view field) { return field == kEdgeKind ? kKind : field; }

// Writes a section of symbols or edges: key fields (ids, row numbers), then columns.
template <typename Row>
class TableWriter {
 public:
  TableWriter(const Payload& payload, std::span<const GcxColumn<Row>> columns,
              const std::vector<Row>& rows)
      : payload_(payload), columns_(columns), rows_(rows) {}

  // The columns among `names` with a value in some row.
  std::vector<std::string> PresentColumns(const EncodeOptions& options) const {
    std::vector<std::string> names;
    for (const GcxColumn<Row>& column : columns_) {
      const bool is_needed = column.is_present == nullptr ||
                             std::any_of(rows_.begin(), rows_.end(), column.is_present);
      if (is_needed && column.is_sent(options)) names.emplace_back(column.name);
    }
    return names;
  }

  // A field that is neither key nor column stays empty; published layouts may have such fields.
  template <typename KeyOf>
  GcxSection Write(std::string tool, std::vector<std::string> fields, KeyOf key_of) const {
    GcxSection section;
    section.tool = std::move(tool);
    section.fields = std::move(fields);
    section.meta.emplace(kGcxRowsKey, std::to_string(rows_.size()));
    section.rows.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      GcxRow& cells = section.rows.emplace_back();
      cells.reserve(section.fields.size());
      for (const std::string& field : section.fields) {
        std::string& cell = cells.emplace_back(key_of(i, field));
        const GcxColumn<Row>* column = FindGcxColumn(columns_, ColumnOf(field));
        if (cell.empty() && column != nullptr) column->write(payload_, rows_[i], cell);
      }
    }
    return section;
  }

 private:
  const Payload& payload_;
  std::span<const GcxColumn<Row>> columns_;
  const std::vector<Row>& rows_;
};

// Fields of a section: the published ones, and the members of `present` that are not published.
struct Split {
  std::vector<std::string> fields;
  std::vector<std::string> more;
};

Split SplitFields(const GcxLayout* layout, std::vector<std::string> keys,
                  std::vector<std::string> present, std::string_view more_key) {
  if (layout == nullptr) {
    keys.insert(keys.end(), present.begin(), present.end());
    return {std::move(keys), {}};
  }
  Split split{SplitGcxFields(layout->fields), {}};
  for (std::string& name : present) {
    const bool is_published =
        std::any_of(split.fields.begin(), split.fields.end(),
                    [&name](const std::string& field) { return ColumnOf(field) == name; });
    if (is_published) continue;
    if (split.more.empty()) split.more.emplace_back(more_key);
    split.more.push_back(std::move(name));
  }
  return split;
}

// The layout of the section with the tool's own name. A tool may be named like a section of another
// one ("get_callers.nodes"); that layout is not its own.
const GcxLayout* OwnLayout(const std::string& tool) {
  return tool.find('.') == std::string::npos ? FindGcxLayout(tool) : nullptr;
}

// The section with the symbols of a tool's payload: the published one, if symbols have all its
// fields.
std::string NodesSection(const std::string& tool) {
  const GcxLayout* layout = OwnLayout(tool);
  if (layout == nullptr || layout->rows == GcxRowCount::kOne) return tool + std::string(kNodes);
  for (const std::string& field : SplitGcxFields(layout->fields)) {
    if (field != kId && FindGcxColumn(GcxSymbolColumns(), field) == nullptr) {
      return tool + std::string(kNodes);
    }
  }
  return tool;
}

// The layout of the section with the edges of a tool's payload; null if none is published.
const GcxLayout* EdgesLayout(const std::string& tool) {
  if (const GcxLayout* layout = FindGcxLayout(tool + std::string(kEdgesSuffix))) return layout;
  const GcxLayout* layout = OwnLayout(tool);
  if (layout == nullptr) return nullptr;
  const std::vector<std::string> fields = SplitGcxFields(layout->fields);
  return std::find(fields.begin(), fields.end(), kFrom) == fields.end() ? nullptr : layout;
}

std::string EdgesSection(const std::string& tool) {
  const GcxLayout* layout = EdgesLayout(tool);
  return layout == nullptr ? tool + std::string(kEdgesSuffix) : std::string(layout->section);
}

std::string ToolToken(const Payload& payload) {
  std::string tool;
  AppendGcfToken(tool, payload.tool);
  return tool;
}

// The ids of the symbols, unique. A rank is a number, and a handle is no number unless a file at
// the top of the repository is called so.
std::vector<std::string> IdsOf(const Payload& payload) {
  std::vector<std::string> ids = SymbolIds(payload);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i].empty() || ParseNumber(ids[i])) ids[i] = std::to_string(i);
  }
  return ids;
}

std::vector<GcxSection> SymbolSections(const Payload& payload, const EncodeOptions& options,
                                       const std::vector<std::string>& ids) {
  const TableWriter<Symbol> writer(payload, GcxSymbolColumns(), payload.symbols);
  const auto key_of = [&ids](std::size_t index, const std::string& field) {
    return field == kId ? ids[index] : std::string();
  };
  const std::string tool = ToolToken(payload);
  std::string name = NodesSection(tool);
  Split split = SplitFields(FindGcxLayout(name), {kId}, writer.PresentColumns(options), kId);
  std::vector<GcxSection> sections = {
      writer.Write(std::move(name), std::move(split.fields), key_of)};
  if (!split.more.empty()) {
    sections.push_back(writer.Write(tool + std::string(kMoreNodes), std::move(split.more), key_of));
  }
  return sections;
}

std::vector<GcxSection> EdgeSections(const Payload& payload, const EncodeOptions& options,
                                     const std::vector<std::string>& ids) {
  const TableWriter<Edge> writer(payload, GcxEdgeColumns(), payload.edges);
  const auto key_of = [&payload, &ids](std::size_t index, const std::string& field) {
    if (field == kFrom) return ids[payload.edges[index].source];
    if (field == kTo) return ids[payload.edges[index].target];
    if (field == kRow) return std::to_string(index);
    const Symbol& source = payload.symbols[payload.edges[index].source];
    if (field == kFromName) return source.qualified_name;
    if (field == kFromPath) return source.path;
    return field == kFromLine && source.start_line != 0 ? std::to_string(source.start_line) : "";
  };
  const std::string tool = ToolToken(payload);
  std::string name = EdgesSection(tool);
  const GcxLayout* layout = EdgesLayout(tool);
  if (payload.edges.empty() && layout == nullptr) return {};
  Split split = SplitFields(layout, {kFrom, kTo}, writer.PresentColumns(options), kRow);
  std::vector<GcxSection> sections = {
      writer.Write(std::move(name), std::move(split.fields), key_of)};
  if (!split.more.empty()) {
    sections.push_back(writer.Write(tool + std::string(kMoreEdges), std::move(split.more), key_of));
  }
  return sections;
}

// Adds the published totals over the whole payload to one section.
void AddTotals(const Payload& payload, GcxSection& section) {
  const bool is_truncated = payload.truncation.has_value();
  const std::uint64_t omitted = is_truncated ? payload.truncation->omitted.value_or(0) : 0;
  const bool is_counted = !is_truncated || payload.truncation->omitted.has_value();
  const std::string total = is_counted ? std::to_string(payload.symbols.size() + omitted) : "";
  if (section.tool == kSearchSection) {
    if (is_counted) section.meta.emplace("total", total);
  } else if (section.tool == kFileSection) {
    if (is_counted) section.meta.emplace("total_nodes", total);
    section.meta.emplace("total_edges", std::to_string(payload.edges.size()));
  } else {
    return;
  }
  section.meta.emplace("truncated", is_truncated ? "true" : "false");
}

absl::StatusOr<std::string> EncodeGcxPayload(const Payload& payload, const EncodeOptions& options) {
  const std::vector<std::string> ids = IdsOf(payload);
  std::vector<GcxSection> sections = SymbolSections(payload, options, ids);
  WriteGcxMeta(payload, options, sections.front().meta);
  if (options.metadata) AddTotals(payload, sections.front());
  std::vector<GcxSection> edges = EdgeSections(payload, options, ids);
  sections.insert(sections.end(), std::make_move_iterator(edges.begin()),
                  std::make_move_iterator(edges.end()));
  if (options.metadata) {
    GcxSection state = GcxState(payload, ToolToken(payload));
    if (!state.rows.empty()) sections.push_back(std::move(state));
  }
  return EncodeGcx(sections);
}

class PayloadReader {
 public:
  explicit PayloadReader(const LocatedGcx& document)
      : sections_(document.sections), lines_(document.lines) {}

  absl::StatusOr<Payload> Read() {
    const GcxSection& nodes = sections_.front();
    const bool has_suffix = nodes.tool.ends_with(kNodes);
    const std::string tool =
        nodes.tool.substr(0, nodes.tool.size() - (has_suffix ? kNodes.size() : 0));
    if (!has_suffix && NodesSection(tool) != tool) {
      return Error(nodes, fmt::format("no graph; a payload begins with 'TOOL{}'", kNodes));
    }
    payload_.tool = DecodeGcfToken(tool);
    if (!IsUtf8(payload_.tool)) return Error(nodes, "its tool does not decode to UTF-8");
    const absl::Status meta = ReadGcxMeta(nodes.meta, payload_);
    if (!meta.ok()) return Error(nodes, std::string(meta.message()));
    WM_RETURN_IF_ERROR(ReadNodes(nodes));
    std::set<std::string_view> names;
    for (const GcxSection& section : sections_) {
      if (!names.insert(section.tool).second)
        return Error(section, "it stands twice; one payload has one");
      if (section.tool == tool + std::string(kMoreNodes))
        WM_RETURN_IF_ERROR(ReadMoreNodes(section));
      if (section.tool == EdgesSection(tool)) WM_RETURN_IF_ERROR(ReadEdges(section));
      if (section.tool == tool + std::string(kMoreEdges))
        WM_RETURN_IF_ERROR(ReadMoreEdges(section));
    }
    WM_RETURN_IF_ERROR(CheckChanges(nodes));
    return std::move(payload_);
  }

 private:
  const GcxLines& LinesOf(const GcxSection& section) const {
    return lines_[static_cast<std::size_t>(&section - sections_.data())];
  }

  static absl::Status ErrorAt(const GcxSection& section, std::string_view what, std::size_t line) {
    return absl::InvalidArgumentError(
        fmt::format("decode gcx: section '{}': {} (line {})", section.tool, what, line));
  }

  absl::Status Error(const GcxSection& section, std::string_view what) const {
    return ErrorAt(section, what, LinesOf(section).header);
  }

  absl::Status RowError(const GcxSection& section, std::size_t row, std::string_view field,
                        std::string_view what) const {
    return ErrorAt(section, fmt::format("row {}, {}: {}", row, field, what),
                   LinesOf(section).rows[row]);
  }

  absl::StatusOr<std::size_t> IndexOf(const GcxSection& section, std::string_view field) const {
    const auto found =
        std::find_if(section.fields.begin(), section.fields.end(),
                     [field](const std::string& name) { return ColumnOf(name) == field; });
    if (found != section.fields.end()) {
      return static_cast<std::size_t>(found - section.fields.begin());
    }
    return Error(section, fmt::format("it has no field '{}'", field));
  }

  template <typename Row>
  absl::Status ReadColumns(const GcxSection& section, std::size_t index,
                           std::span<const GcxColumn<Row>> columns, Row& row) {
    for (std::size_t i = 0; i < section.fields.size(); ++i) {
      const GcxColumn<Row>* column = FindGcxColumn(columns, ColumnOf(section.fields[i]));
      if (column == nullptr) continue;
      const std::string& cell = section.rows[index][i];
      // Encoding strips carriage returns (gcx1.md), so this value could not be written again.
      if (cell.find('\r') != std::string::npos) {
        return RowError(section, index, section.fields[i],
                        "a carriage return, which no cell holds");
      }
      const absl::Status status = column->read(cell, payload_, row);
      if (!status.ok()) {
        return RowError(section, index, section.fields[i], std::string(status.message()));
      }
    }
    return absl::OkStatus();
  }

  // Records the columns of symbols or edges. A column that occurs twice is an error, because only
  // its last value would count.
  absl::Status NoteColumns(const GcxSection& section, std::string_view key,
                           std::set<std::string_view>& columns) const {
    for (const std::string& field : section.fields) {
      if (field != key && !columns.insert(ColumnOf(field)).second) {
        return Error(section, fmt::format("its column '{}' is there already", field));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadNodes(const GcxSection& section) {
    WM_RETURN_IF_ERROR(NoteColumns(section, kId, node_columns_));
    WM_ASSIGN_OR_RETURN(const std::size_t id, IndexOf(section, kId));
    WM_RETURN_IF_ERROR(IndexOf(section, kKind).status());
    WM_RETURN_IF_ERROR(IndexOf(section, "name").status());
    if (section.rows.size() > kMaxSymbols) return Error(section, "more symbols than a payload has");
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      if (!indices_.emplace(section.rows[i][id], i).second) {
        return RowError(section, i, kId, fmt::format("'{}' stands twice", section.rows[i][id]));
      }
      Symbol& symbol = payload_.symbols.emplace_back();
      ReadId(section.rows[i][id], symbol);
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxSymbolColumns(), symbol));
    }
    return absl::OkStatus();
  }

  static void ReadId(const std::string& id, Symbol& symbol) {
    symbol.id = SymbolIdentity::FromHex(id);
    if (!symbol.id && !ParseNumber(id)) symbol.handle = id;
  }

  absl::StatusOr<std::uint32_t> SymbolAt(const GcxSection& section, std::size_t row,
                                         std::size_t field) const {
    const std::string& id = section.rows[row][field];
    const auto found = indices_.find(id);
    if (found != indices_.end()) return static_cast<std::uint32_t>(found->second);
    return RowError(section, row, section.fields[field], fmt::format("'{}' is no node", id));
  }

  absl::Status ReadMoreNodes(const GcxSection& section) {
    WM_RETURN_IF_ERROR(NoteColumns(section, kId, node_columns_));
    WM_ASSIGN_OR_RETURN(const std::size_t id, IndexOf(section, kId));
    std::vector<bool> is_read(payload_.symbols.size());
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      WM_ASSIGN_OR_RETURN(const std::uint32_t index, SymbolAt(section, i, id));
      WM_RETURN_IF_ERROR(NoteRow(section, i, id, is_read[index]));
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxSymbolColumns(), payload_.symbols[index]));
    }
    return absl::OkStatus();
  }

  absl::Status NoteRow(const GcxSection& section, std::size_t row, std::size_t field,
                       std::vector<bool>::reference is_read) const {
    if (!is_read) {
      is_read = true;
      return absl::OkStatus();
    }
    return RowError(section, row, section.fields[field],
                    fmt::format("'{}' stands twice", section.rows[row][field]));
  }

  // Called when both sections of nodes are read, because either may hold the columns of a
  // difference.
  absl::Status CheckChanges(const GcxSection& nodes) const {
    for (std::size_t i = 0; i < payload_.symbols.size(); ++i) {
      if (LacksStatus(payload_.symbols[i])) return RowError(nodes, i, "status", kLacksStatus);
    }
    return absl::OkStatus();
  }

  absl::Status ReadEdges(const GcxSection& section) {
    WM_RETURN_IF_ERROR(NoteColumns(section, "", edge_columns_));
    WM_ASSIGN_OR_RETURN(const std::size_t from, IndexOf(section, kFrom));
    WM_ASSIGN_OR_RETURN(const std::size_t to, IndexOf(section, kTo));
    WM_RETURN_IF_ERROR(IndexOf(section, kKind).status());
    if (section.rows.size() > kMaxEdges - payload_.edges.size()) {
      return Error(section, "more edges than a payload has");
    }
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      Edge& edge = payload_.edges.emplace_back();
      WM_ASSIGN_OR_RETURN(edge.source, SymbolAt(section, i, from));
      WM_ASSIGN_OR_RETURN(edge.target, SymbolAt(section, i, to));
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxEdgeColumns(), edge));
    }
    return absl::OkStatus();
  }

  absl::Status ReadMoreEdges(const GcxSection& section) {
    WM_RETURN_IF_ERROR(NoteColumns(section, kRow, edge_columns_));
    WM_ASSIGN_OR_RETURN(const std::size_t row, IndexOf(section, kRow));
    std::vector<bool> is_read(payload_.edges.size());
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      const auto index = ParseNumber(section.rows[i][row]);
      if (!index || *index >= payload_.edges.size()) {
        return RowError(section, i, kRow, fmt::format("'{}' is no edge", section.rows[i][row]));
      }
      WM_RETURN_IF_ERROR(NoteRow(section, i, row, is_read[*index]));
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxEdgeColumns(), payload_.edges[*index]));
    }
    return absl::OkStatus();
  }

  const std::vector<GcxSection>& sections_;
  const std::vector<GcxLines>& lines_;
  std::map<std::string_view, std::size_t> indices_;  // index of the symbol with each id
  std::set<std::string_view> node_columns_;          // the columns read so far
  std::set<std::string_view> edge_columns_;
  Payload payload_;
};

absl::StatusOr<Payload> DecodeGcxPayload(std::string_view text) {
  WM_ASSIGN_OR_RETURN(const LocatedGcx document, DecodeGcxWithLines(text));
  return PayloadReader(document).Read();
}

}  // namespace

Codec GcxCodec() {
  return {.name = "gcx",
          .description = "GCX1, tables of cells for language models",
          .aliases = {"gcx1"},
          .medium = Medium::kText,
          .encode = EncodeGcxPayload,
          .decode = DecodeGcxPayload};
}

}  // namespace waymark::wire
