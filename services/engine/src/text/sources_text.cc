#include "services/sources_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graph/status.h"
#include "services/payload_text.h"
#include "services/quantities.h"
#include "services/state_text.h"
#include "services/visible_text.h"
#include "wire/gcx.h"

namespace waymark::services {
namespace {

using Json = nlohmann::ordered_json;

std::string MessageOf(const SymbolSource& source) { return std::string(source.error.message()); }

std::string LastLineNote(const SymbolSource& source) {
  return fmt::format("lines that are left out: {}", source.lines_omitted);
}

Json PlaceRow(const SymbolSource& source) {
  return {{"id", source.id},
          {"kind", source.kind},
          {"name", source.name},
          {"path", source.path},
          {"start_line", source.start_line},
          {"end_line", source.end_line}};
}

Json Object(const SymbolSource& source) {
  if (source.id.empty()) return {{"asked", source.asked}, {"error", ErrorFields(source.error)}};
  Json row = PlaceRow(source);
  if (source.from_line != 0) row["from_line"] = source.from_line;
  if (source.from_column != 1) row["from_column"] = source.from_column;
  row["sig"] = source.signature;
  row["etag"] = source.etag;
  if (!source.name_note.empty()) row["name_note"] = source.name_note;
  if (source.from_line != 0) row["source"] = source.text;
  if (source.lines_omitted != 0) row["lines_omitted"] = source.lines_omitted;
  if (!source.error.ok()) row["error"] = ErrorFields(source.error);
  return row;
}

absl::StatusOr<std::string> Encoded(std::string_view tool, const Json& rows,
                                    const SourcesAnswer& answer, std::uint64_t lines_omitted,
                                    std::uint32_t from_column = 1) {
  WM_ASSIGN_OR_RETURN(std::vector<wire::GcxSection> sections,
                      wire::GcxFromJson(tool, Compact(rows)));
  if (from_column != 1) sections.front().meta["from_column"] = fmt::format("{}", from_column);
  if (lines_omitted != 0) {
    sections.front().meta["lines_omitted"] = fmt::format("{}", lines_omitted);
  }
  AddTruncation(lines_omitted != 0, sections.front());
  if (const std::string note = NameNoteOf(answer); !note.empty()) {
    sections.front().meta["name_note"] = note;
  }
  wire::AddGcxIndex(answer.index, sections.front().meta);
  return wire::EncodeGcxAnswer(std::move(sections));
}

}  // namespace

std::string NameNoteOf(const SourcesAnswer& answer) {
  std::vector<std::string> notes;
  for (const SymbolSource& source : answer.symbols) notes.push_back(source.name_note);
  return JoinedNotes(notes);
}

std::string TextOf(const SourcesAnswer& answer) {
  std::string out = StateText(answer.index) + "\n";
  auto line = std::back_inserter(out);
  for (const SymbolSource& source : answer.symbols) {
    if (source.id.empty()) {
      fmt::format_to(line, "{}: {}\n", VisibleLine(source.asked),
                     VisibleMessage(MessageOf(source)));
      continue;
    }
    out += NoteLine(source.name_note);
    fmt::format_to(line, "{} {}  {}:{}-{}", source.kind, VisibleLine(source.name),
                   VisibleLine(source.path), source.start_line, source.end_line);
    if (source.from_line == 0) {
      out += '\n';
      if (!source.signature.empty()) {
        fmt::format_to(line, "  {}\n", VisibleLine(source.signature));
      }
    } else {
      fmt::format_to(line, "  from line {}", source.from_line);
      if (source.from_column != 1) fmt::format_to(line, ", column {}", source.from_column);
      std::string text = VisibleText(source.text);
      if (!text.empty() && text.back() != '\n') text += '\n';
      const auto lines = static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
      fmt::format_to(line, ", {}\n{}", Counted(lines, "line", "lines"), text);
    }
    if (source.lines_omitted != 0) fmt::format_to(line, "# {}\n", LastLineNote(source));
    if (!source.error.ok()) fmt::format_to(line, "# {}\n", VisibleLine(MessageOf(source)));
  }
  return out;
}

std::string JsonOf(const SourcesAnswer& answer) {
  Json rows = Json::array();
  for (const SymbolSource& source : answer.symbols) rows.push_back(Object(source));
  return Compact({{"symbols", std::move(rows)}, {"index", StateJson(answer.index)}}) + "\n";
}

absl::StatusOr<std::string> GcxOfSource(const SourcesAnswer& answer) {
  if (answer.symbols.size() != 1) return absl::FailedPreconditionError("not one symbol");
  const SymbolSource& source = answer.symbols.front();
  WM_RETURN_IF_ERROR(source.error);
  Json row = PlaceRow(source);
  row["from_line"] = source.from_line;
  row["sig"] = source.signature;
  row["etag"] = source.etag;
  row["source"] = source.text;
  return Encoded("get_symbol_source", row, answer, source.lines_omitted, source.from_column);
}

absl::StatusOr<std::string> GcxOfBatch(const SourcesAnswer& answer, bool with_text) {
  Json rows = Json::array();
  std::uint64_t omitted = 0;
  for (const SymbolSource& source : answer.symbols) {
    Json row = source.id.empty() ? Json{{"id", source.asked}} : PlaceRow(source);
    row["sig"] = source.signature;
    if (with_text) row["source"] = source.text;
    row["error"] = MessageOf(source);
    omitted += source.lines_omitted;
    rows.push_back(std::move(row));
  }
  return Encoded("batch_symbols", rows, answer, omitted);
}

}  // namespace waymark::services
