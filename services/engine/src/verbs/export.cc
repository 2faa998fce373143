#include "verbs/export.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "answers/requests.h"
#include "graph/status.h"
#include "retrieval/declarations.h"
#include "retrieval/lookup.h"
#include "services/engine.h"
#include "services/state_text.h"

namespace waymark::services {

Exporter::Exporter(const graph::ReadView& view, const ExportSink& sink, const CallControl& control)
    : view_(view), sink_(sink), control_(control) {}

absl::Status Exporter::Run() {
  CollectHandles();
  WM_RETURN_IF_ERROR(ForEachSymbol([this](SymbolId symbol) { WriteSymbol(symbol); }));
  WM_RETURN_IF_ERROR(ForEachSymbol([this](SymbolId symbol) {
    edges_.clear();
    CollectEdges(symbol, symbol);
    for (const SymbolId declaration : retrieval::DeclarationsOf(view_, symbol)) {
      if (IsFolded(declaration)) CollectEdges(declaration, symbol);
    }
    WriteEdges(symbol);
  }));
  return FlushIfFull(1);
}

template <typename Write>
absl::Status Exporter::ForEachSymbol(const Write& write) {
  std::vector<SymbolId> symbols;
  for (const FileId file : view_.Files()) {
    WM_RETURN_IF_ERROR(control_.Check());
    view_.SymbolsOf(file, symbols);
    for (const SymbolId symbol : symbols) {
      if (IsFolded(symbol)) continue;
      write(symbol);
      WM_RETURN_IF_ERROR(FlushIfFull(kExportChunkBytes));
    }
  }
  return absl::OkStatus();
}

void Exporter::CollectHandles() {
  definition_.assign(view_.symbol_bound(), SymbolId::kNone);
  handle_.resize(view_.symbol_bound());
  std::vector<SymbolId> symbols;
  std::vector<Neighbor> scratch;
  for (const FileId file : view_.Files()) {
    view_.SymbolsOf(file, symbols);
    const std::vector<std::string> handles = retrieval::HandlesOf(view_, symbols);
    std::set<std::string_view> taken;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const SymbolId symbol = symbols[i];
      definition_[ToIndex(symbol)] = retrieval::SingleDefinitionOf(view_, symbol, scratch);
      if (IsFolded(symbol)) continue;
      // A declaration with several definitions, one of them in its own file.
      const bool is_taken = !taken.insert(handles[i]).second;
      handle_[ToIndex(symbol)] = JsonString(is_taken ? view_.Identity(symbol).ToHex() : handles[i]);
    }
  }
}

void Exporter::WriteSymbol(SymbolId symbol) {
  const SymbolRow row = view_.Symbol(symbol);
  fmt::format_to(std::back_inserter(buffer_),
                 R"({{"record":"symbol","id":{},"identity":"{}","qualified_name":{},"name":{},)"
                 R"("kind":"{}","path":{},"start_line":{},"end_line":{},"name_line":{}}})"
                 "\n",
                 handle_[ToIndex(symbol)], view_.Identity(symbol).ToHex(),
                 JsonString(view_.QualifiedName(symbol)), JsonString(row.name), Name(row.kind),
                 JsonString(view_.File(row.file).path), row.range.begin.line, row.range.end.line,
                 row.name_position.line);
}

void Exporter::CollectEdges(SymbolId source, SymbolId definition) {
  view_.Out(source, neighbors_);
  for (const Neighbor& neighbor : neighbors_) {
    if (!IsPublished(PublishedAs(neighbor.type).type)) continue;
    // The symbol that encloses a declaration need not enclose the definition, which has its own
    // `contains`.
    const bool structural = neighbor.type == EdgeType::kContains;
    if (structural && (IsFolded(neighbor.symbol) || source != definition)) continue;
    FoldedEdge edge{.target = definition_[ToIndex(neighbor.symbol)],
                    .type = neighbor.type,
                    .rule = neighbor.rule,
                    .file = view_.FileOf(source)};
    view_.Sites(neighbor, edge.sites);
    edges_.push_back(std::move(edge));
  }
}

void Exporter::WriteEdges(SymbolId source) {
  // Stable: sites of the definition's own edge stay before those of its declarations.
  std::stable_sort(edges_.begin(), edges_.end(), [&](const FoldedEdge& a, const FoldedEdge& b) {
    if (a.type != b.type) return a.type < b.type;
    return a.target != b.target && view_.CompareCanonical(a.target, b.target) < 0;
  });
  for (auto first = edges_.begin(); first != edges_.end();) {
    const auto last = std::find_if(first, edges_.end(), [&](const FoldedEdge& edge) {
      return edge.type != first->type || edge.target != first->target;
    });
    WriteEdge(source, &*first, &*first + std::distance(first, last));
    first = last;
  }
}

void Exporter::WriteEdge(SymbolId source, const FoldedEdge* first, const FoldedEdge* last) {
  const FoldedEdge* surest = std::max_element(first, last, [](const auto& a, const auto& b) {
    return ConfidenceThousandths(a.rule) < ConfidenceThousandths(b.rule);
  });
  const PublishedType published = PublishedAs(first->type);
  SymbolId target = first->target;
  if (published.is_exchanged) std::swap(source, target);
  constexpr double kThousandths = 1000.0;
  fmt::format_to(std::back_inserter(buffer_),
                 R"({{"record":"edge","source":{},"target":{},"edge_type":"{}",)"
                 R"("provenance":"{}","confidence":{},"sites":[)",
                 handle_[ToIndex(source)], handle_[ToIndex(target)], Name(published.type),
                 Name(ProvenanceOf(surest->rule)),
                 ConfidenceThousandths(surest->rule) / kThousandths);
  const char* separator = "";
  for (const FoldedEdge* edge = first; edge != last; ++edge) {
    if (edge->sites.empty()) continue;
    const std::string path = JsonString(view_.File(edge->file).path);
    for (const Position& site : edge->sites) {
      fmt::format_to(std::back_inserter(buffer_), R"({}{{"path":{},"line":{},"column":{}}})",
                     separator, path, site.line, site.column);
      separator = ",";
    }
  }
  buffer_ += "]}\n";
}

absl::Status Exporter::FlushIfFull(std::size_t threshold) {
  if (buffer_.size() < threshold) return absl::OkStatus();
  absl::Status status = sink_(buffer_);
  buffer_.clear();
  return status;
}

absl::Status Engine::Export(const ExportRequest& request, const ExportSink& sink,
                            const CallControl& control) {
  WM_RETURN_IF_ERROR(CheckRoot(request.root));
  WM_RETURN_IF_ERROR(control.Check());
  WM_ASSIGN_OR_RETURN(const OpenedView opened, OpenView(request.root, request.state, control));
  return Exporter(*opened.view, sink, control).Run();
}

}  // namespace waymark::services
