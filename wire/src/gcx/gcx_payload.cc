// Payloads in GCX1:
//
//   GCX1 tool=T.nodes fields=id,kind,name,... completeness= etag= rows= tokens= ...
//   GCX1 tool=T.edges fields=from,to,kind,... rows=            ends are ids of the nodes
//
// A tool with a published layout has exactly its sections and fields; data without a field there is
// in the header, or in comments for the reader: signatures and sites below their rows. A layout of
// one section has the tool's own name. `find_usages` has only edges, whose cells describe the
// users. All other tools have the columns that some row needs.
//
// The id of a symbol is its handle, or its identity, or its rank if it has neither.
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/builtin_codecs.h"
#include "gcf/gcf_lines.h"
#include "gcx/gcx_columns.h"
#include "gcx/gcx_layouts.h"
#include "gcx/gcx_reader.h"
#include "gcx/gcx_state.h"
#include "graph/status.h"
#include "payload/symbol_change.h"
#include "payload/symbol_ids.h"
#include "text/gcf_token.h"
#include "text/short_name.h"
#include "wire/gcx.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

constexpr std::string_view kNodes = ".nodes";
constexpr std::string_view kEdgesSuffix = ".edges";
constexpr char kId[] = "id";
constexpr char kFrom[] = "from";
constexpr char kTo[] = "to";
constexpr char kKind[] = "kind";
constexpr char kOrigin[] = "origin";
constexpr char kSignature[] = "sig";
constexpr std::string_view kHandleSign = "#";
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

bool HasField(const GcxLayout& layout, std::string_view field) {
  const std::vector<std::string> fields = SplitGcxFields(layout.fields);
  return std::find(fields.begin(), fields.end(), field) != fields.end();
}

// The sections of a tool's payload; an empty name: the tool has no such section.
struct SectionNames {
  std::string nodes;
  std::string edges;
};

SectionNames SectionsOf(const std::string& tool) {
  const SectionNames both = {tool + std::string(kNodes), tool + std::string(kEdgesSuffix)};
  // A tool may be named like a section of another one ("get_callers.nodes"); that layout is not its
  // own.
  const GcxLayout* layout = tool.find('.') == std::string::npos ? FindGcxLayout(tool) : nullptr;
  if (layout == nullptr || layout->rows == GcxRowCount::kOne) return both;
  if (HasField(*layout, kFrom)) return {"", tool};
  const std::vector<std::string> fields = SplitGcxFields(layout->fields);
  const bool has_all = std::all_of(fields.begin(), fields.end(), [](const std::string& field) {
    return field == kId || FindGcxColumn(GcxSymbolColumns(), field) != nullptr;
  });
  return has_all ? SectionNames{tool, ""} : both;
}

std::string ToolToken(const Payload& payload) {
  std::string tool;
  AppendGcfToken(tool, payload.tool);
  return tool;
}

// The ids of the symbols, unique. A rank is a number, and a handle is no number unless a file at
// the top of the repository is called so.
std::vector<std::string> GcxIdsOf(const Payload& payload) {
  std::vector<std::string> ids = SymbolIds(payload);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i].empty() || ParseNumber(ids[i])) ids[i] = std::to_string(i);
  }
  return ids;
}

// Writes a section of symbols or edges.
template <typename Row>
class TableWriter {
 public:
  TableWriter(const Payload& payload, std::span<const GcxColumn<Row>> columns,
              const std::vector<Row>& rows)
      : payload_(payload), columns_(columns), rows_(rows) {}

  // The published fields, otherwise the keys and the columns with a value in some row.
  std::vector<std::string> Fields(const GcxLayout* layout, std::vector<std::string> keys,
                                  const EncodeOptions& options) const {
    if (layout != nullptr) return SplitGcxFields(layout->fields);
    for (const GcxColumn<Row>& column : columns_) {
      const bool is_needed = column.is_present == nullptr ||
                             std::any_of(rows_.begin(), rows_.end(), column.is_present);
      if (is_needed && column.is_sent(options)) keys.emplace_back(column.name);
    }
    return keys;
  }

  // `cell_of` writes the cells that are no column, and may replace those that are. A cell of
  // neither stays empty.
  template <typename CellOf>
  GcxSection Write(std::string name, std::vector<std::string> fields, CellOf cell_of) const {
    GcxSection section;
    section.tool = std::move(name);
    section.fields = std::move(fields);
    section.meta.emplace(kGcxRowsKey, std::to_string(rows_.size()));
    section.rows.reserve(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      GcxRow& cells = section.rows.emplace_back();
      cells.reserve(section.fields.size());
      for (const std::string& field : section.fields) {
        std::string& cell = cells.emplace_back(cell_of(i, field));
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

GcxSection NodesSection(const Payload& payload, const EncodeOptions& options,
                        const std::vector<std::string>& ids, const std::string& name) {
  const TableWriter<Symbol> writer(payload, GcxSymbolColumns(), payload.symbols);
  const GcxLayout* layout = FindGcxLayout(name);
  const auto cell_of = [&](std::size_t index, const std::string& field) -> std::string {
    if (field == kId) return ids[index];
    if (field != kKind || layout == nullptr) return {};
    return std::string(GcxPublishedKind(TermName(payload, payload.symbols[index].kind)));
  };
  GcxSection section = writer.Write(name, writer.Fields(layout, {kId}, options), cell_of);
  const bool notes_signatures =
      layout != nullptr && options.signatures && !HasField(*layout, kSignature);
  for (std::size_t i = 0; notes_signatures && i < payload.symbols.size(); ++i) {
    const std::string& signature = payload.symbols[i].signature;
    if (!signature.empty()) section.notes.emplace(i, signature);
  }
  return section;
}

// "at 12,14", without the mark of a comment.
std::string SitesNote(const Edge& edge, const std::string& path) {
  std::string note;
  AppendGcfSites(note, edge, path, GcfCharset::kUtf8);
  constexpr std::size_t kMark = 2;
  return note.empty() ? note : note.substr(kMark, note.size() - kMark - 1);
}

GcxSection EdgesSection(const Payload& payload, const EncodeOptions& options,
                        const std::vector<std::string>& ids, const std::string& name) {
  const TableWriter<Edge> writer(payload, GcxEdgeColumns(), payload.edges);
  const GcxLayout* layout = FindGcxLayout(name);
  const auto cell_of = [&](std::size_t index, const std::string& field) -> std::string {
    const Edge& edge = payload.edges[index];
    if (field == kFrom) return ids[edge.source];
    if (field == kTo) return ids[edge.target];
    if (layout == nullptr) return {};
    if (field == kOrigin) return std::string(GcxOrigin(edge));
    const Symbol& source = payload.symbols[edge.source];
    if (field == kFromName) return std::string(GcxShortName(source.qualified_name, source.kind));
    if (field == kFromPath) return source.path;
    return field == kFromLine && source.start_line != 0 ? std::to_string(source.start_line) : "";
  };
  GcxSection section = writer.Write(name, writer.Fields(layout, {kFrom, kTo}, options), cell_of);
  for (std::size_t i = 0; layout != nullptr && options.places && i < payload.edges.size(); ++i) {
    const Edge& edge = payload.edges[i];
    std::string note = SitesNote(edge, payload.symbols[edge.source].path);
    if (!note.empty()) section.notes.emplace(i, std::move(note));
  }
  return section;
}

absl::StatusOr<std::string> EncodeGcxPayload(const Payload& payload, const EncodeOptions& options) {
  const std::vector<std::string> ids = GcxIdsOf(payload);
  const SectionNames names = SectionsOf(ToolToken(payload));
  std::vector<GcxSection> sections;
  if (!names.nodes.empty()) sections.push_back(NodesSection(payload, options, ids, names.nodes));
  const bool has_edges = !payload.edges.empty() || FindGcxLayout(names.edges) != nullptr;
  if (!names.edges.empty() && has_edges) {
    sections.push_back(EdgesSection(payload, options, ids, names.edges));
  }
  WriteGcxMeta(payload, options, sections.front().meta);
  if (!options.metadata) return EncodeGcx(sections);
  AddGcxDetails(payload, sections.front());
  return EncodeGcxAnswer(std::move(sections),
                         payload.truncation ? payload.truncation->next_call : std::string());
}

class PayloadReader {
 public:
  explicit PayloadReader(const LocatedGcx& document)
      : sections_(document.sections), lines_(document.lines) {}

  absl::StatusOr<Payload> Read() {
    const GcxSection& first = sections_.front();
    const bool has_suffix = first.tool.ends_with(kNodes);
    const std::string tool =
        first.tool.substr(0, first.tool.size() - (has_suffix ? kNodes.size() : 0));
    const SectionNames names = SectionsOf(tool);
    const bool has_nodes = first.tool == names.nodes;
    if (!has_nodes && (has_suffix || first.tool != names.edges)) {
      return Error(first, fmt::format("no graph; a payload begins with 'TOOL{}'", kNodes));
    }
    payload_.tool = DecodeGcfToken(tool);
    if (!IsUtf8(payload_.tool)) return Error(first, "its tool does not decode to UTF-8");
    const absl::Status meta = ReadGcxMeta(first.meta, payload_);
    if (!meta.ok()) return Error(first, std::string(meta.message()));
    if (has_nodes) WM_RETURN_IF_ERROR(ReadNodes(first));
    std::set<std::string_view> seen;
    for (const GcxSection& section : sections_) {
      if (!seen.insert(section.tool).second) {
        return Error(section, "it stands twice; one payload has one");
      }
      if (section.tool != names.edges) continue;
      WM_RETURN_IF_ERROR(has_nodes ? ReadEdges(section) : ReadUses(section));
    }
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

  static std::optional<std::size_t> FindField(const GcxSection& section, std::string_view field) {
    const auto found =
        std::find_if(section.fields.begin(), section.fields.end(),
                     [field](const std::string& name) { return ColumnOf(name) == field; });
    if (found == section.fields.end()) return std::nullopt;
    return static_cast<std::size_t>(found - section.fields.begin());
  }

  absl::StatusOr<std::size_t> IndexOf(const GcxSection& section, std::string_view field) const {
    if (const std::optional<std::size_t> index = FindField(section, field)) return *index;
    return Error(section, fmt::format("it has no field '{}'", field));
  }

  // A column that stands twice is an error, because only its last value would count.
  absl::Status CheckColumns(const GcxSection& section) const {
    std::set<std::string_view> columns;
    for (const std::string& field : section.fields) {
      if (!columns.insert(ColumnOf(field)).second) {
        return Error(section, fmt::format("its column '{}' is there already", ColumnOf(field)));
      }
    }
    return absl::OkStatus();
  }

  template <typename Row>
  absl::Status ReadColumns(const GcxSection& section, std::size_t index,
                           std::span<const GcxColumn<Row>> columns, Row& row) {
    for (std::size_t i = 0; i < section.fields.size(); ++i) {
      const GcxColumn<Row>* column = FindGcxColumn(columns, ColumnOf(section.fields[i]));
      if (column == nullptr) continue;
      const std::string& cell = section.rows[index][i];
      const absl::Status status = column->read(cell, payload_, row);
      if (!status.ok()) {
        return RowError(section, index, section.fields[i], std::string(status.message()));
      }
    }
    return absl::OkStatus();
  }

  absl::Status ReadNodes(const GcxSection& section) {
    WM_RETURN_IF_ERROR(CheckColumns(section));
    WM_ASSIGN_OR_RETURN(const std::size_t id, IndexOf(section, kId));
    WM_RETURN_IF_ERROR(IndexOf(section, kKind).status());
    WM_RETURN_IF_ERROR(IndexOf(section, kGcxName).status());
    if (section.rows.size() > kMaxSymbols) return Error(section, "more symbols than a payload has");
    const bool is_qualified = FindField(section, kGcxQualifiedName).has_value();
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      if (!indices_.emplace(section.rows[i][id], i).second) {
        return RowError(section, i, kId, fmt::format("'{}' stands twice", section.rows[i][id]));
      }
      Symbol& symbol = payload_.symbols.emplace_back();
      ReadId(section.rows[i][id], symbol);
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxSymbolColumns(), symbol));
      if (!is_qualified) QualifyByHandle(symbol);
      if (LacksStatus(symbol)) return RowError(section, i, "status", kLacksStatus);
    }
    return absl::OkStatus();
  }

  static void ReadId(const std::string& id, Symbol& symbol) {
    symbol.id = SymbolIdentity::FromHex(id);
    if (!symbol.id && !ParseNumber(id)) symbol.handle = id;
  }

  // A layout with short names only: the handle has the names around.
  static void QualifyByHandle(Symbol& symbol) {
    if (symbol.kind == SymbolKind::kFile && !symbol.handle.empty()) {
      symbol.qualified_name = symbol.handle;
      return;
    }
    const std::size_t sign = symbol.handle.find(kHandleSign);
    if (sign == std::string::npos) return;
    const std::string_view name = std::string_view(symbol.handle).substr(sign + 1);
    const std::size_t end = name.rfind(symbol.qualified_name);
    if (symbol.qualified_name.empty() || end == std::string_view::npos) return;
    const std::string_view qualified = name.substr(0, end + symbol.qualified_name.size());
    if (ShortName(qualified) == symbol.qualified_name)
      symbol.qualified_name = std::string(qualified);
  }

  absl::StatusOr<std::uint32_t> SymbolAt(const GcxSection& section, std::size_t row,
                                         std::size_t field) const {
    const std::string& id = section.rows[row][field];
    const auto found = indices_.find(id);
    if (found != indices_.end()) return static_cast<std::uint32_t>(found->second);
    return RowError(section, row, section.fields[field], fmt::format("'{}' is no node", id));
  }

  absl::Status ReadEdges(const GcxSection& section) {
    WM_RETURN_IF_ERROR(CheckColumns(section));
    WM_ASSIGN_OR_RETURN(const std::size_t from, IndexOf(section, kFrom));
    WM_ASSIGN_OR_RETURN(const std::size_t to, IndexOf(section, kTo));
    WM_RETURN_IF_ERROR(IndexOf(section, kKind).status());
    if (section.rows.size() > kMaxEdges) return Error(section, "more edges than a payload has");
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      Edge& edge = payload_.edges.emplace_back();
      WM_ASSIGN_OR_RETURN(edge.source, SymbolAt(section, i, from));
      WM_ASSIGN_OR_RETURN(edge.target, SymbolAt(section, i, to));
      WM_RETURN_IF_ERROR(ReadColumns(section, i, GcxEdgeColumns(), edge));
    }
    return absl::OkStatus();
  }

  // The edges of a tool without nodes: their ends become symbols of an unknown kind.
  absl::Status ReadUses(const GcxSection& section) {
    WM_ASSIGN_OR_RETURN(const std::size_t from, IndexOf(section, kFrom));
    WM_ASSIGN_OR_RETURN(const std::size_t to, IndexOf(section, kTo));
    WM_ASSIGN_OR_RETURN(const std::size_t name, IndexOf(section, kFromName));
    WM_ASSIGN_OR_RETURN(const std::size_t path, IndexOf(section, kFromPath));
    WM_ASSIGN_OR_RETURN(const std::size_t line, IndexOf(section, kFromLine));
    if (section.rows.size() > kMaxEdges) return Error(section, "more edges than a payload has");
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
      const GcxRow& row = section.rows[i];
      WM_RETURN_IF_ERROR(AddEnd(section, i, to, std::string()));
      WM_RETURN_IF_ERROR(AddEnd(section, i, from, row[name]));
      Symbol& user = payload_.symbols[indices_.at(row[from])];
      if (user.path.empty()) user.path = row[path];
      if (user.start_line == 0) {
        user.start_line = static_cast<std::uint32_t>(ParseNumber(row[line]).value_or(0));
      }
    }
    return ReadEdges(section);
  }

  absl::Status AddEnd(const GcxSection& section, std::size_t row, std::size_t field,
                      const std::string& name) {
    const std::string& id = section.rows[row][field];
    if (id.empty()) return RowError(section, row, section.fields[field], "no symbol");
    const auto [found, is_new] = indices_.emplace(id, payload_.symbols.size());
    if (is_new) {
      if (payload_.symbols.size() == kMaxSymbols) {
        return Error(section, "more symbols than a payload has");
      }
      Symbol& symbol = payload_.symbols.emplace_back();
      ReadId(id, symbol);
      const std::size_t sign = id.find(kHandleSign);
      symbol.qualified_name = sign == std::string::npos ? id : id.substr(sign + 1);
      if (symbol.qualified_name.empty()) symbol.qualified_name = id;
    }
    Symbol& symbol = payload_.symbols[found->second];
    if (name.empty()) return absl::OkStatus();
    symbol.qualified_name = name;
    QualifyByHandle(symbol);
    return absl::OkStatus();
  }

  const std::vector<GcxSection>& sections_;
  const std::vector<GcxLines>& lines_;
  std::map<std::string_view, std::size_t> indices_;  // index of the symbol with each id
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
