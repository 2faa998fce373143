#include "gcx/gcx_columns.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "gcx/gcx_layouts.h"
#include "graph/status.h"
#include "payload/symbol_change.h"
#include "text/gcf_token.h"
#include "text/numbers.h"
#include "text/short_name.h"
#include "wire/utf8.h"

namespace waymark::wire {
namespace {

using Result = absl::Status;

// GCX1's name for one of the symbol kinds.
constexpr std::string_view kVariable = "variable";
constexpr std::string_view kContract = "contract";
constexpr std::string_view kTextMatched = "text_matched";

bool Always(const EncodeOptions&) { return true; }

bool WithPlaces(const EncodeOptions& options) { return options.places; }

bool WithSignatures(const EncodeOptions& options) { return options.signatures; }

bool WithTexts(const EncodeOptions& options) { return options.texts; }

Result BrokenCell(std::string_view cell, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("'{}' is {}", cell, what));
}

template <typename Integer>
Result ReadInteger(std::string_view cell, Integer& out) {
  out = 0;
  if (cell.empty()) return absl::OkStatus();
  const char* const last = cell.data() + cell.size();
  const auto [end, error] = std::from_chars(cell.data(), last, out);
  if (error == std::errc() && end == last) return absl::OkStatus();
  return BrokenCell(cell, "no whole number in range");
}

Result ReadFloat(std::string_view cell, float& out) {
  const char* const last = cell.data() + cell.size();
  const auto [end, error] = std::from_chars(cell.data(), last, out);
  if (error == std::errc() && end == last && std::isfinite(out)) return absl::OkStatus();
  return BrokenCell(cell, "no decimal number of single precision");
}

template <typename Enum>
Result ReadTerm(absl::StatusOr<Term<Enum>> term, Term<Enum>& out) {
  WM_ASSIGN_OR_RETURN(out, std::move(term));
  return absl::OkStatus();
}

void WriteLine(std::uint32_t line, std::string& cell) {
  if (line != 0) AppendInteger(cell, line);
}

// "src/a.cc:12:5 src/b.cc:3:1"; paths are tokens of GCF, so that they hold no blanks.
void WriteSites(const Payload&, const Edge& edge, std::string& cell) {
  for (const Site& site : edge.sites) {
    if (!cell.empty()) cell += ' ';
    AppendGcfToken(cell, site.path);
    cell += ':';
    AppendInteger(cell, site.line);
    cell += ':';
    AppendInteger(cell, site.column);
  }
}

Result ReadSite(std::string_view text, Site& site) {
  const std::size_t column = text.rfind(':');
  const std::size_t line =
      column == std::string_view::npos || column == 0 ? column : text.rfind(':', column - 1);
  if (column == std::string_view::npos || line == std::string_view::npos) {
    return BrokenCell(text, "no PATH:LINE:COLUMN");
  }
  site.path = DecodeGcfToken(text.substr(0, line));
  if (!IsUtf8(site.path)) return BrokenCell(text, "not UTF-8");
  WM_RETURN_IF_ERROR(ReadInteger(text.substr(line + 1, column - line - 1), site.line));
  return ReadInteger(text.substr(column + 1), site.column);
}

Result ReadSites(const std::string& cell, Payload&, Edge& edge) {
  std::string_view rest = cell;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    WM_RETURN_IF_ERROR(ReadSite(rest.substr(0, end), edge.sites.emplace_back()));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return absl::OkStatus();
}

bool HasChange(const Symbol& symbol) { return symbol.change.has_value(); }

bool HasOldPlace(const Symbol& symbol) { return symbol.change && symbol.change->old_place; }

bool MayBeAnother(const Symbol& symbol) { return symbol.change && symbol.change->certainty != 1; }

template <std::size_t kList>
bool HasEntries(const Symbol& symbol) {
  return symbol.change && !((*symbol.change).*kChangeLists[kList].entries).empty();
}

template <std::size_t kList>
void WriteEntries(const Payload&, const Symbol& symbol, std::string& cell) {
  if (!symbol.change) return;
  for (const std::string& entry : (*symbol.change).*kChangeLists[kList].entries) {
    if (!cell.empty()) cell += ',';
    cell += entry;
  }
}

template <std::size_t kList>
Result ReadEntries(const std::string& cell, Payload&, Symbol& symbol) {
  if (!cell.empty()) ChangeOf(symbol).*kChangeLists[kList].entries = SplitGcxFields(cell);
  return absl::OkStatus();
}

template <std::size_t kList>
constexpr GcxColumn<Symbol> ListColumn() {
  return {kChangeLists[kList].name, Always, HasEntries<kList>, WriteEntries<kList>,
          ReadEntries<kList>};
}

Result ReadSymbolStatus(const std::string& cell, Payload&, Symbol& symbol) {
  if (cell.empty()) return absl::OkStatus();
  const std::optional<SymbolStatus> status = SymbolStatusFromName(cell);
  if (!status || *status == SymbolStatus::kUnchanged) {
    return BrokenCell(cell, "no status of a symbol");
  }
  ChangeOf(symbol).status = *status;
  return absl::OkStatus();
}

// The qualified name, if there is one, follows the short one.
Result ReadName(const std::string& cell, Payload&, Symbol& symbol) {
  symbol.qualified_name = cell;
  return cell.empty() ? BrokenCell(cell, "no name") : absl::OkStatus();
}

constexpr GcxColumn<Symbol> kSymbolColumns[] = {
    {"kind", Always, nullptr,
     [](const Payload& p, const Symbol& s, std::string& cell) {
       cell = GcxKindName(TermName(p, s.kind));
     },
     [](const std::string& cell, Payload& p, Symbol& s) -> Result {
       if (cell.empty()) return BrokenCell(cell, "no kind");
       return ReadTerm(KindTerm(p, cell == kVariable ? Name(SymbolKind::kVar) : cell), s.kind);
     }},
    {kGcxName, Always, nullptr,
     [](const Payload&, const Symbol& s, std::string& cell) {
       cell = GcxShortName(s.qualified_name, s.kind);
     },
     ReadName},
    {kGcxQualifiedName, Always, nullptr,
     [](const Payload&, const Symbol& s, std::string& cell) { cell = s.qualified_name; }, ReadName},
    {"path", WithPlaces, [](const Symbol& s) { return !s.path.empty(); },
     [](const Payload&, const Symbol& s, std::string& cell) { cell = s.path; },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       s.path = cell;
       return absl::OkStatus();
     }},
    {"line", WithPlaces, [](const Symbol& s) { return s.start_line != 0; },
     [](const Payload&, const Symbol& s, std::string& cell) { WriteLine(s.start_line, cell); },
     [](const std::string& cell, Payload&, Symbol& s) { return ReadInteger(cell, s.start_line); }},
    {"score", Always, nullptr,
     [](const Payload&, const Symbol& s, std::string& cell) { AppendShortest(cell, s.score); },
     [](const std::string& cell, Payload&, Symbol& s) { return ReadFloat(cell, s.score); }},
    {"provenance", Always, [](const Symbol& s) { return s.provenance.is_present(); },
     [](const Payload& p, const Symbol& s, std::string& cell) {
       if (s.provenance.is_present()) cell = TermName(p, s.provenance);
     },
     [](const std::string& cell, Payload& p, Symbol& s) {
       return ReadTerm(ProvenanceTerm(p, cell), s.provenance);
     }},
    {"distance", Always, nullptr,
     [](const Payload&, const Symbol& s, std::string& cell) { AppendInteger(cell, s.distance); },
     [](const std::string& cell, Payload&, Symbol& s) { return ReadInteger(cell, s.distance); }},
    {"end_line", WithPlaces, [](const Symbol& s) { return s.end_line != 0; },
     [](const Payload&, const Symbol& s, std::string& cell) { WriteLine(s.end_line, cell); },
     [](const std::string& cell, Payload&, Symbol& s) { return ReadInteger(cell, s.end_line); }},
    {"sig", WithSignatures, [](const Symbol& s) { return !s.signature.empty(); },
     [](const Payload&, const Symbol& s, std::string& cell) { cell = s.signature; },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       s.signature = cell;
       return absl::OkStatus();
     }},
    {"text", WithTexts, [](const Symbol& s) { return !s.text.empty(); },
     [](const Payload&, const Symbol& s, std::string& cell) { cell = s.text; },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       s.text = cell;
       return absl::OkStatus();
     }},
    {"status", Always, HasChange,
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (s.change) cell = Name(s.change->status);
     },
     ReadSymbolStatus},
    ListColumn<0>(),
    ListColumn<1>(),
    ListColumn<2>(),
    {"old_name", Always, [](const Symbol& s) { return s.change && !s.change->old_name.empty(); },
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (s.change) cell = s.change->old_name;
     },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       if (!cell.empty()) ChangeOf(s).old_name = cell;
       return absl::OkStatus();
     }},
    {"old_path", WithPlaces, HasOldPlace,
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (HasOldPlace(s)) cell = s.change->old_place->path;
     },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       if (!cell.empty()) OldPlaceOf(s).path = cell;
       return absl::OkStatus();
     }},
    {"old_line", WithPlaces, HasOldPlace,
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (HasOldPlace(s)) WriteLine(s.change->old_place->start_line, cell);
     },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       return cell.empty() ? absl::OkStatus() : ReadInteger(cell, OldPlaceOf(s).start_line);
     }},
    {"old_end_line", WithPlaces, HasOldPlace,
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (HasOldPlace(s)) WriteLine(s.change->old_place->end_line, cell);
     },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       return cell.empty() ? absl::OkStatus() : ReadInteger(cell, OldPlaceOf(s).end_line);
     }},
    {"certainty", Always, MayBeAnother,
     [](const Payload&, const Symbol& s, std::string& cell) {
       if (MayBeAnother(s)) AppendShortest(cell, s.change->certainty);
     },
     [](const std::string& cell, Payload&, Symbol& s) -> Result {
       return cell.empty() ? absl::OkStatus() : ReadFloat(cell, ChangeOf(s).certainty);
     }},
};

void WriteType(const Payload& payload, const Edge& edge, std::string& cell) {
  cell = TermName(payload, edge.type);
}

Result ReadType(const std::string& cell, Payload& payload, Edge& edge) {
  if (cell.empty()) return BrokenCell(cell, "no type of an edge");
  return ReadTerm(EdgeTypeTerm(payload, cell), edge.type);
}

void WriteConfidence(const Payload&, const Edge& edge, std::string& cell) {
  if (edge.confidence != 0) AppendShortest(cell, edge.confidence);
}

Result ReadConfidence(const std::string& cell, Payload&, Edge& edge) {
  if (cell.empty()) return absl::OkStatus();
  WM_RETURN_IF_ERROR(ReadFloat(cell, edge.confidence));
  const bool is_share = edge.confidence >= 0 && edge.confidence <= 1;
  return is_share ? absl::OkStatus() : BrokenCell(cell, "no number from 0 to 1");
}

// A confidence as a word.
void WriteLabel(const Payload&, const Edge& edge, std::string& cell) {
  constexpr float kSure = 0.9F;
  constexpr float kLikely = 0.6F;
  if (edge.confidence == 0) return;
  cell = edge.confidence >= kSure ? "sure" : edge.confidence >= kLikely ? "likely" : "guess";
}

// For a column that only published layouts have: it repeats another cell.
bool Never(const EncodeOptions&) { return false; }

Result Skip(const std::string&, Payload&, Edge&) { return absl::OkStatus(); }

constexpr GcxColumn<Edge> kEdgeColumns[] = {
    {"kind", Always, nullptr, WriteType, ReadType},
    {"origin", Always, [](const Edge& e) { return e.provenance.is_present(); },
     [](const Payload& p, const Edge& e, std::string& cell) {
       if (e.provenance.is_present()) cell = TermName(p, e.provenance);
     },
     [](const std::string& cell, Payload& p, Edge& e) {
       return ReadTerm(ProvenanceTerm(p, cell), e.provenance);
     }},
    {"status", Always, [](const Edge& e) { return e.status != EdgeStatus::kUnchanged; },
     [](const Payload& p, const Edge& e, std::string& cell) {
       if (e.status != EdgeStatus::kUnchanged) cell = TermName(p, e.status);
     },
     [](const std::string& cell, Payload& p, Edge& e) {
       return ReadTerm(EdgeStatusTerm(p, cell), e.status);
     }},
    {"confidence", Always, [](const Edge& e) { return e.confidence != 0; }, WriteConfidence,
     ReadConfidence},
    {"label", Never, nullptr, WriteLabel, Skip},
    {"sites", WithPlaces, [](const Edge& e) { return !e.sites.empty(); }, WriteSites, ReadSites},
};

}  // namespace

std::string_view GcxKindName(std::string_view kind) {
  return kind == Name(SymbolKind::kVar) ? kVariable : kind;
}

std::string_view GcxPublishedKind(std::string_view kind) {
  for (const SymbolKind agreed : {SymbolKind::kRouteHandler, SymbolKind::kExternal,
                                  SymbolKind::kEnvVar, SymbolKind::kProcess}) {
    if (kind == Name(agreed)) return kContract;
  }
  return GcxKindName(kind);
}

std::string_view GcxShortName(std::string_view name, Term<SymbolKind> kind) {
  std::string_view part = ShortName(name);
  if (kind == SymbolKind::kFile) part = FileName(name);
  // A section of a document: "README.md#Getting started".
  if (kind == SymbolKind::kResource) part = name.substr(name.rfind('#') + 1);
  return part.empty() ? name : part;
}

std::string_view GcxOrigin(const Edge& edge) {
  // Below it an edge is one of several candidates that have only the name in common.
  constexpr float kLeastInferred = 0.4F;
  if (!edge.provenance.is_present()) return {};
  switch (static_cast<Provenance>(edge.provenance.is_foreign() ? 0 : edge.provenance.code())) {
    case Provenance::kLspResolved:
    case Provenance::kScipResolved:
      return "lsp_resolved";
    case Provenance::kOtelTrace:
    case Provenance::kRuntimeObserved:
      return "lsp_dispatch";
    case Provenance::kAstResolved:
    case Provenance::kStructural:
      return "ast_resolved";
    case Provenance::kAstInferred:
      return edge.confidence != 0 && edge.confidence < kLeastInferred ? kTextMatched
                                                                      : "ast_inferred";
  }
  return kTextMatched;
}

std::span<const GcxColumn<Symbol>> GcxSymbolColumns() { return kSymbolColumns; }

std::span<const GcxColumn<Edge>> GcxEdgeColumns() { return kEdgeColumns; }

}  // namespace waymark::wire
