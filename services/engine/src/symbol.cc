#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "convert.h"
#include "freshness.h"
#include "graph/status.h"
#include "name_lookup.h"
#include "requests.h"
#include "services/engine.h"
#include "source_text.h"

namespace waymark::services {
namespace {

struct FlagName {
  SymbolFlag flag;
  std::string_view name;
};

constexpr FlagName kFlagNames[] = {
    {kSymbolDeclaration, "declaration"}, {kSymbolTest, "test"},
    {kSymbolExported, "exported"},       {kSymbolLocal, "local"},
    {kSymbolStatic, "static"},           {kSymbolAbstract, "abstract"},
    {kSymbolConditional, "conditional"}, {kSymbolProperty, "property"},
    {kSymbolConstructor, "constructor"}, {kSymbolMacro, "macro"},
    {kSymbolEnumerator, "enumerator"},   {kSymbolNamespaceOnly, "namespace"},
};

Place PlaceOf(const graph::ReadView& view, SymbolId symbol) {
  const SymbolRow row = view.Symbol(symbol);
  return {.path = std::string(view.File(row.file).path),
          .start_line = row.range.begin.line,
          .end_line = row.range.end.line,
          .name_line = row.name_position.line};
}

using NeighborReader = void (graph::ReadView::*)(SymbolId, std::vector<Neighbor>&) const;

// Distinct neighbours per edge type, those of the declarations united with the symbol's own.
std::vector<EdgeCount> CountEdges(const graph::ReadView& view, const NamedSymbol& named,
                                  NeighborReader read) {
  std::map<EdgeType, std::set<SymbolId>> neighbors;
  std::vector<Neighbor> scratch;
  const auto add = [&](SymbolId symbol) {
    (view.*read)(symbol, scratch);
    for (const Neighbor& neighbor : scratch) {
      const SymbolId other = DefinitionOf(view, neighbor.symbol);
      if (IsPublished(neighbor.type) && other != named.symbol) {
        neighbors[neighbor.type].insert(other);
      }
    }
  };
  add(named.symbol);
  for (const SymbolId declaration : named.declarations) add(declaration);
  std::vector<EdgeCount> counts;
  counts.reserve(neighbors.size());
  for (const auto& [type, symbols] : neighbors) {
    counts.push_back({.edge_type = std::string(Name(type)), .count = symbols.size()});
  }
  return counts;
}

// References by this name that were not resolved could each be one more incoming edge.
wire::Completeness CompletenessOf(const graph::ReadView& view, std::string_view name) {
  std::vector<UnresolvedRow> unresolved;
  view.UnresolvedWithName(name, unresolved);
  std::uint64_t possible = 0;
  for (const UnresolvedRow& row : unresolved) {
    if (row.reason != UnresolvedReason::kExternal) ++possible;
  }
  const std::uint64_t skipped = view.Skipped().size();
  if (possible + skipped == 0) {
    return {.certainty = wire::Certainty::kExact, .count = 0, .reason = ""};
  }
  return {.certainty = wire::Certainty::kLowerBound,
          .count = possible + skipped,
          .reason = fmt::format("{} unresolved references by this name, {} files not indexed",
                                possible, skipped)};
}

void AddDocumentation(const graph::ReadView& view, const SymbolRow& row, SymbolAnswer& answer) {
  if (row.doc_begin >= row.doc_end) return;
  absl::StatusOr<std::string> text = ReadVerifiedUnindented(
      view.info().root_path, view.File(row.file), row.doc_begin, row.doc_end);
  if (!text.ok()) {
    answer.documentation_note = std::string(text.status().message());
    return;
  }
  answer.documentation = *std::move(text);
  if (answer.documentation.size() > kMaxDocumentationBytes) {
    const std::size_t end = answer.documentation.rfind('\n', kMaxDocumentationBytes);
    answer.documentation.resize(end == std::string::npos ? kMaxDocumentationBytes : end);
    answer.documentation_note =
        fmt::format("cut; the whole has {} bytes", row.doc_end - row.doc_begin);
  }
}

// By way of a payload, which brings text from source files to valid UTF-8.
absl::Status DescribeSymbol(const graph::ReadView& view, const NamedSymbol& named,
                            SymbolAnswer& answer) {
  wire::Payload payload;
  payload.symbols.push_back(ToWireSymbol(view, named.symbol));
  wire::Symbol& symbol = payload.symbols.front();
  symbol.text = std::move(answer.documentation);
  WM_RETURN_IF_ERROR(wire::Canonicalize(payload));
  const SymbolRow row = view.Symbol(named.symbol);
  answer.id = view.Identity(named.symbol).ToHex();
  answer.qualified_name = std::move(symbol.qualified_name);
  answer.kind = Name(row.kind);
  answer.language = Name(view.File(row.file).language);
  answer.signature = std::move(symbol.signature);
  answer.documentation = std::move(symbol.text);
  answer.place = PlaceOf(view, named.symbol);
  for (const SymbolId declaration : named.declarations) {
    answer.declarations.push_back(PlaceOf(view, declaration));
  }
  for (const FlagName& flag : kFlagNames) {
    if ((row.flags & flag.flag) != 0) answer.flags.emplace_back(flag.name);
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<SymbolAnswer> Engine::Symbol(const SymbolRequest& request,
                                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(CheckText("the symbol", request.name, kMaxNameBytes));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root));
  const graph::ReadView& view = *opened.view;
  FreshnessCheck freshness(*store_, opened.key, opened.files_differing);
  WM_ASSIGN_OR_RETURN(const NamedSymbol named, ResolveName(view, request.name));

  SymbolAnswer answer;
  AddDocumentation(view, view.Symbol(named.symbol), answer);
  WM_RETURN_IF_ERROR(DescribeSymbol(view, named, answer));
  answer.outgoing = CountEdges(view, named, &graph::ReadView::Out);
  answer.incoming = CountEdges(view, named, &graph::ReadView::In);
  answer.completeness = CompletenessOf(view, view.Symbol(named.symbol).name);
  answer.index = ToIndexInfo(view, freshness.Wait());
  return answer;
}

}  // namespace waymark::services
